/*
 * capture.c - streams that are being captured: their work becomes nodes of a
 * graph. `captures` counts those in progress; while it is not 0 every call that
 * takes a stream asks ask_...() first, through simt_capturing. Captures belong
 * to the host's thread that has begun them.
 */
#include "host/graph.h"

#include <stdlib.h>
#include <string.h>

/* One capture, of the stream it began in and those that have joined it. */
struct simt_capture {
    struct CUgraph_st *graph;
    cudaStream_t stream;
    unsigned long long id;
    bool relaxed, invalid;
    bool to_graph; /* the graph was there before */
};

static int captures; /* and a node waits for its launch */
static unsigned long long capture_ids;
static __thread struct CUgraphNode_st *wanted; /* gets the next launch */

/* ---- what streams ask ------------------------------------------------ */

/* The default stream would wait for a stream that is being captured. */
static int ask_implicit(void)
{
    bool found = false;

    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (s->capture && !(s->flags & cudaStreamNonBlocking) &&
            !s->capture->relaxed) {
            s->capture->invalid = true;
            found = true;
        }
    return found ? simt_error(cudaErrorStreamCaptureImplicit) : 0;
}

/* The capture that this stream's work goes to. With an error (kept) if the
 * stream may do nothing now. */
static struct simt_capture *capture_of(cudaStream_t stream, int *error)
{
    *error = 0;
    if (simt_is_own(stream)) {
        if (stream->capture && stream->capture->invalid)
            *error = simt_error(cudaErrorStreamCaptureInvalidated);
        return stream->capture;
    }
    if (stream != cudaStreamPerThread)
        *error = ask_implicit();
    return NULL;
}

/* Somebody waits for this stream, or (null) for all. */
static int ask_wait(cudaStream_t stream)
{
    bool found = false;

    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (s->capture && (!stream || s == stream)) {
            s->capture->invalid = true;
            found = true;
        }
    return found ? simt_error(cudaErrorStreamCaptureUnsupported) : 0;
}

/* The stream's next work comes after this node alone. */
static int now_after(cudaStream_t stream, cudaGraphNode_t node)
{
    if (!graph_grow(&stream->after, 1))
        return no_memory();
    stream->after[0] = node;
    stream->after_n = 1;
    return 0;
}

struct CUgraphNode_st *capture_node(cudaStream_t stream,
                                    enum cudaGraphNodeType type,
                                    const char *call, const void *site,
                                    int *result)
{
    struct simt_capture *c = capture_of(stream, result);
    struct CUgraphNode_st *node;

    if (*result)
        return NULL;
    *result = -1;
    if (!c)
        return NULL;
    node = graph_add(c->graph, type, stream->after, stream->after_n);
    *result = node ? now_after(stream, node) : no_memory();
    if (*result)
        return NULL;
    node->call = call;
    node->site = site;
    return node;
}

static int note_launch(struct CUgraphNode_st *node, const struct simt_launch *l)
{
    void *args = aligned_alloc(64, (l->args_bytes + 63) & -64UL);

    if (!args)
        return no_memory();
    memcpy(args, l->args, l->args_bytes);
    node->u.launch = *l;
    node->u.launch.args = args;
    node->u.launch.stream = NULL;
    return 0;
}

static int ask_launch(const struct simt_launch *l)
{
    struct CUgraphNode_st *node = wanted;
    int result = 0;

    if (node)
        wanted = NULL;
    else
        node = capture_node(l->stream, cudaGraphNodeTypeEmpty, NULL, NULL,
                            &result);
    if (!node)
        return result;
    result = note_launch(node, l);
    if (!result)
        node->type = cudaGraphNodeTypeKernel;
    return result;
}

static int ask_copy(cudaStream_t stream, const struct cudaMemcpy3DParms *p,
                    const char *call, const void *site)
{
    int result;
    struct CUgraphNode_st *node =
        capture_node(stream, cudaGraphNodeTypeMemcpy, call, site, &result);

    if (node)
        node->u.copy = *p;
    return result;
}

static int ask_set(cudaStream_t stream, const struct cudaMemsetParams *p,
                   const char *call, const void *site)
{
    int result;
    struct CUgraphNode_st *node =
        capture_node(stream, cudaGraphNodeTypeMemset, call, site, &result);

    if (node)
        node->u.set = *p;
    return result;
}

static int ask_host(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    int result;
    struct CUgraphNode_st *node =
        capture_node(stream, cudaGraphNodeTypeHost, NULL, NULL, &result);

    if (node)
        node->u.host = (struct cudaHostNodeParams){function, data};
    return result;
}

static int ask_alloc(cudaStream_t stream, void **p, size_t bytes,
                     const void *site)
{
    struct cudaMemAllocNodeParams params = {.bytesize = bytes};
    int result;
    struct CUgraphNode_st *node =
        capture_node(stream, cudaGraphNodeTypeEmpty, NULL, site, &result);

    if (!node)
        return result;
    params.poolProps.location.id = simt_device();
    result = p ? graph_note_alloc(node, &params, site) : invalid();
    if (!result)
        *p = params.dptr;
    return result;
}

static int ask_free(cudaStream_t stream, void *p)
{
    int result;
    struct CUgraphNode_st *node =
        capture_node(stream, cudaGraphNodeTypeMemFree, NULL, NULL, &result);

    if (node)
        node->u.freed = p;
    return result;
}

/* An event remembers where the captured stream was. */
static int ask_record(cudaStream_t stream, cudaEvent_t event)
{
    int error;
    struct simt_capture *c = capture_of(stream, &error);

    if (error)
        return error;
    event->capture = 0;
    if (!c)
        return -1;
    event->capture = c->id;
    event->after_n = stream->after_n;
    if (!stream->after_n)
        return 0;
    if (!graph_grow(&event->after, stream->after_n))
        return no_memory();
    memcpy(event->after, stream->after,
           stream->after_n * sizeof *stream->after);
    return 0;
}

/* Adds to what the stream's next work comes after. */
static int also_after(cudaStream_t stream, const cudaGraphNode_t *after,
                      size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        while (k < stream->after_n && stream->after[k] != after[i])
            k++;
        if (k < stream->after_n)
            continue;
        if (!graph_grow(&stream->after, k + 1))
            return no_memory();
        stream->after[stream->after_n++] = after[i];
    }
    return 0;
}

static int ask_event(cudaStream_t stream, cudaEvent_t event)
{
    struct simt_capture *c = NULL;
    int error;

    for (cudaStream_t s = simt_streams; s && !c; s = s->next)
        if (s->capture && s->capture->id == event->capture)
            c = s->capture;
    if (!c) { /* an event of before: in a capture it has no place */
        c = capture_of(stream, &error);
        if (!c || error)
            return error ? error : -1;
        c->invalid = true;
        return simt_error(cudaErrorStreamCaptureIsolation);
    }
    if (!simt_is_own(stream))
        return ask_implicit();
    if (stream->capture && stream->capture != c) {
        stream->capture->invalid = c->invalid = true;
        return simt_error(cudaErrorStreamCaptureMerge);
    }
    if (!stream->capture)
        stream->after_n = 0;
    stream->capture = c;
    return also_after(stream, event->after, event->after_n);
}

static void ask_leave(cudaStream_t stream);

/* ---- beginning and ending -------------------------------------------- */

static const struct simt_capture_ops ops = {
    .launch = ask_launch,
    .copy = ask_copy,
    .set = ask_set,
    .host = ask_host,
    .alloc = ask_alloc,
    .free = ask_free,
    .record = ask_record,
    .event = ask_event,
    .implicit = ask_implicit,
    .wait = ask_wait,
    .leave = ask_leave,
};

static void count_captures(int more)
{
    captures += more;
    simt_capturing = captures ? &ops : NULL;
}

int capture_kernel(struct CUgraphNode_st *node,
                   const struct cudaKernelNodeParams *p)
{
    int error;

    wanted = node;
    count_captures(1);
    error = simt_launch_array(p->func, p->gridDim, p->blockDim, p->kernelParams,
                              p->sharedMemBytes, NULL, false);
    count_captures(-1);
    wanted = NULL;
    return error;
}

static bool is_made(cudaStream_t stream)
{
    return simt_is_own(stream) && simt_is_stream(stream);
}

cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after,
    const cudaGraphEdgeData *edges, size_t n, enum cudaStreamCaptureMode mode)
{
    struct simt_capture *c;

    (void)edges;
    if (!is_made(stream)) /* the default stream among them */
        return simt_error(cudaErrorStreamCaptureUnsupported);
    if (stream->capture)
        return simt_error(cudaErrorIllegalState);
    c = calloc(1, sizeof *c);
    if (!c)
        return no_memory();
    c->to_graph = graph;
    c->graph = graph ? graph : calloc(1, sizeof *graph);
    if (!c->graph) {
        free(c);
        return no_memory();
    }
    c->stream = stream;
    c->id = ++capture_ids;
    c->relaxed = mode == cudaStreamCaptureModeRelaxed;
    stream->capture = c;
    stream->after_n = 0;
    count_captures(1);
    return also_after(stream, after, n);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   enum cudaStreamCaptureMode mode)
{
    return cudaStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, mode);
}

/* Marks what these nodes come after, and themselves. */
static void mark(struct CUgraphNode_st *const *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!nodes[i]->placed) {
            nodes[i]->placed = true;
            mark(nodes[i]->after, nodes[i]->n);
        }
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    struct simt_capture *c = is_made(stream) ? stream->capture : NULL;
    int error = 0;

    if (!c)
        return simt_error(cudaErrorIllegalState);
    if (c->stream != stream) {
        c->invalid = true;
        return simt_error(cudaErrorStreamCaptureUnmatched);
    }
    if (!c->to_graph) {
        for (size_t i = 0; i < c->graph->n; i++)
            c->graph->nodes[i]->placed = false;
        mark(stream->after, stream->after_n);
        for (cudaStream_t s = simt_streams; s; s = s->next)
            for (size_t i = 0; s->capture == c && i < s->after_n; i++)
                if (!s->after[i]->placed)
                    error = cudaErrorStreamCaptureUnjoined;
    }
    if (c->invalid)
        error = cudaErrorStreamCaptureInvalidated;
    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (s->capture == c)
            s->capture = NULL;
    if (error && !c->to_graph) {
        graph_drop(c->graph);
        c->graph = NULL;
    }
    if (graph)
        *graph = c->graph;
    free(c);
    count_captures(-1);
    return simt_error(error);
}

/* The stream goes; its nodes stay. */
static void ask_leave(cudaStream_t stream)
{
    if (stream->capture && stream->capture->stream == stream) {
        stream->capture->invalid = true;
        cudaStreamEndCapture(stream, NULL);
    }
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status)
{
    return cudaStreamGetCaptureInfo_v2(stream, status, NULL, NULL, NULL, NULL);
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
                                        enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id,
                                        cudaGraph_t *graph,
                                        const cudaGraphNode_t **after,
                                        size_t *n)
{
    struct simt_capture *c = is_made(stream) ? stream->capture : NULL;

    if (!status)
        return invalid();
    *status = !c           ? cudaStreamCaptureStatusNone
              : c->invalid ? cudaStreamCaptureStatusInvalidated
                           : cudaStreamCaptureStatusActive;
    if (c) {
        if (id)
            *id = c->id;
        if (graph)
            *graph = c->graph;
        if (after)
            *after = stream->after;
        if (n)
            *n = stream->after_n;
    }
    return simt_error(simt_is_stream(stream) ? 0
                                             : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                cudaGraphNode_t *after,
                                                size_t n, unsigned flags)
{
    if (!is_made(stream) || !stream->capture)
        return simt_error(cudaErrorIllegalState);
    if (flags == cudaStreamSetCaptureDependencies)
        stream->after_n = 0;
    return also_after(stream, after, n);
}

cudaError_t
cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    static __thread enum cudaStreamCaptureMode kept;
    enum cudaStreamCaptureMode old = kept;

    if (!mode)
        return invalid();
    kept = *mode;
    *mode = old;
    return simt_error(0);
}
