/*
 * graph.c - CUDA graphs: work that is noted down once and run many times.
 *
 * A node is a kernel, a copy, a setting, a host function, ... and the nodes
 * that it comes after. An executable graph is a copy of a graph with the nodes
 * in such an order that launching it is a loop. A stream that is being captured
 * hands its work over instead of doing it: every call that takes a stream asks
 * simt_capture_...() first.
 */
#include "include/cuda_runtime_api.h"
#include "include/simt_helpers.h"
#include "host/memory.h"
#include "timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

#define SITE __builtin_return_address(0)

/* Memory of an allocation node, shared by the node's copies. */
struct memory {
    void *p;
    unsigned nodes;
};

struct condition {
    unsigned value, first;
    bool assign; /* value = first at every launch of the graph */
};

struct CUgraphNode_st {
    struct CUgraph_st *graph;
    struct CUgraphNode_st *origin; /* what it is a copy of */
    enum cudaGraphNodeType type;
    struct CUgraphNode_st **after; /* the nodes it comes after */
    size_t n;
    bool disabled, placed;
    bool passed; /* in this launch; some node comes after it */
    uint64_t end; /* in this launch; timeline.c: what comes after it */
    const char *call; /* for messages */
    const void *site;
    union {
        struct simt_launch launch;
        struct cudaMemcpy3DParms copy;
        struct cudaMemsetParams set;
        struct cudaHostNodeParams host;
        cudaEvent_t event;
        struct CUgraph_st *child;
        struct {
            struct memory *memory;
            struct cudaMemAllocNodeParams params;
        } alloc;
        void *freed;
        struct {
            struct condition *condition;
            enum cudaGraphConditionalNodeType type;
            unsigned n;
            struct CUgraph_st **body;
        } conditional;
    } u;
};

struct CUgraph_st {
    struct CUgraphNode_st **nodes;
    size_t n;
    struct CUgraph_st *origin;
};

struct CUgraphExec_st {
    struct CUgraph_st graph;
};

/* One capture, of the stream it began in and those that have joined it. */
struct simt_capture {
    struct CUgraph_st *graph;
    cudaStream_t stream;
    unsigned long long id;
    bool relaxed, invalid;
    bool to_graph; /* the graph was there before */
};

int simt_captures; /* in progress; and a node waits for its launch */
static unsigned long long capture_ids;
static __thread struct CUgraphNode_st *wanted; /* gets the next launch */

static int no_memory(void)
{
    return simt_api_error(cudaErrorMemoryAllocation);
}

static int invalid(void)
{
    return simt_api_error(cudaErrorInvalidValue);
}

/* ---- nodes
 * ----------------------------------------------------------------------- */

static void drop_graph(struct CUgraph_st *g);

/* Everything but the place in its graph. */
static void drop_work(struct CUgraphNode_st *node)
{
    if (node->type == cudaGraphNodeTypeKernel) {
        free(node->u.launch.args);
    } else if (node->type == cudaGraphNodeTypeGraph) {
        drop_graph(node->u.child);
    } else if (node->type == cudaGraphNodeTypeConditional) {
        for (unsigned i = 0; i < node->u.conditional.n; i++)
            drop_graph(node->u.conditional.body[i]);
        free(node->u.conditional.body);
    } else if (node->type == cudaGraphNodeTypeMemAlloc &&
               !--node->u.alloc.memory->nodes) {
        simt_graph_memory(node->u.alloc.memory->p, SIMT_GRAPH_GONE, NULL);
        free(node->u.alloc.memory);
    }
}

static void drop_node(struct CUgraphNode_st *node)
{
    drop_work(node);
    free(node->after);
    free(node);
}

static void drop_nodes(struct CUgraph_st *g)
{
    for (size_t i = 0; i < g->n; i++)
        drop_node(g->nodes[i]);
    free(g->nodes);
}

static void drop_graph(struct CUgraph_st *g)
{
    if (g) {
        drop_nodes(g);
        free(g);
    }
}

static bool grow(void *array, size_t n)
{
    void **p = realloc(*(void **)array, n * sizeof *p);

    if (p)
        *(void **)array = p;
    return p;
}

/* The caller fills in its work. */
static struct CUgraphNode_st *add_node(struct CUgraph_st *g,
                                       enum cudaGraphNodeType type,
                                       const cudaGraphNode_t *after, size_t n)
{
    struct CUgraphNode_st *node = calloc(1, sizeof *node);

    if (!node || !grow(&g->nodes, g->n + 1) || (n && !grow(&node->after, n))) {
        free(node);
        return NULL;
    }
    if (n)
        memcpy(node->after, after, n * sizeof *after);
    node->n = n;
    node->type = type;
    node->graph = g;
    g->nodes[g->n++] = node;
    return node;
}

/* Takes back the newest node. */
static void take_back(struct CUgraph_st *g)
{
    struct CUgraphNode_st *node = g->nodes[--g->n];

    node->type = cudaGraphNodeTypeEmpty;
    drop_node(node);
}

static struct CUgraph_st *copy_graph(const struct CUgraph_st *g);

static bool copy_work(struct CUgraphNode_st *to,
                      const struct CUgraphNode_st *from)
{
    to->call = from->call;
    to->site = from->site;
    to->disabled = from->disabled;
    to->u = from->u;
    if (from->type == cudaGraphNodeTypeKernel) {
        const struct simt_launch *l = &from->u.launch;

        to->u.launch.args = aligned_alloc(64, (l->args_bytes + 63) & -64UL);
        if (to->u.launch.args)
            memcpy(to->u.launch.args, l->args, l->args_bytes);
        return to->u.launch.args;
    }
    if (from->type == cudaGraphNodeTypeGraph) {
        to->u.child = copy_graph(from->u.child);
        return to->u.child;
    }
    if (from->type == cudaGraphNodeTypeConditional) {
        unsigned n = from->u.conditional.n;

        to->u.conditional.n = 0;
        to->u.conditional.body = calloc(n, sizeof *to->u.conditional.body);
        for (unsigned i = 0; i < n && to->u.conditional.body; i++) {
            to->u.conditional.body[i] = copy_graph(from->u.conditional.body[i]);
            if (!to->u.conditional.body[i])
                return false;
            to->u.conditional.n++;
        }
        return to->u.conditional.body;
    }
    if (from->type == cudaGraphNodeTypeMemAlloc)
        from->u.alloc.memory->nodes++;
    return true;
}

static struct CUgraphNode_st *copy_of(const struct CUgraph_st *g,
                                      const struct CUgraphNode_st *origin)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->nodes[i]->origin == origin)
            return g->nodes[i];
    return NULL;
}

/* In an order in which every node comes behind those it comes after; null if
 * there is none or no memory. */
static struct CUgraph_st *copy_graph(const struct CUgraph_st *g)
{
    struct CUgraph_st *c = calloc(1, sizeof *c);
    size_t before;

    if (!c)
        return NULL;
    c->origin = (struct CUgraph_st *)g;
    for (size_t i = 0; i < g->n; i++)
        g->nodes[i]->placed = false;
    do {
        before = c->n;
        for (size_t i = 0; i < g->n; i++) {
            struct CUgraphNode_st *from = g->nodes[i], *to;
            bool ready = !from->placed;

            for (size_t k = 0; k < from->n && ready; k++)
                ready = from->after[k]->placed;
            if (!ready)
                continue;
            from->placed = true;
            to = add_node(c, from->type, from->after, from->n);
            if (!to)
                goto bad;
            to->origin = from;
            for (size_t k = 0; k < to->n; k++)
                to->after[k] = copy_of(c, to->after[k]);
            if (!copy_work(to, from)) {
                take_back(c);
                goto bad;
            }
        }
    } while (c->n > before);
    if (c->n == g->n)
        return c;
bad:
    drop_graph(c);
    return NULL;
}

/* ---- running
 * --------------------------------------------------------------------- */

static int run_graph(const struct CUgraph_st *g, cudaStream_t stream);

/* As work of this stream, node by node. */
static int run_node(const struct CUgraphNode_st *node, cudaStream_t stream)
{
    struct simt_launch launch;
    int error = 0;

    switch (node->type) {
    case cudaGraphNodeTypeKernel:
        launch = node->u.launch;
        launch.stream = stream;
        return simt_launch(&launch);
    case cudaGraphNodeTypeMemcpy:
        simt_on_stream(stream);
        return simt_copy_3d(&node->u.copy, node->call, node->site);
    case cudaGraphNodeTypeMemset:
        simt_on_stream(stream);
        return simt_set(&node->u.set, node->call, node->site);
    case cudaGraphNodeTypeHost:
        return cudaLaunchHostFunc(stream, node->u.host.fn,
                                  node->u.host.userData);
    case cudaGraphNodeTypeEventRecord:
        return cudaEventRecord(node->u.event, stream);
    case cudaGraphNodeTypeGraph:
        return run_graph(node->u.child, stream);
    case cudaGraphNodeTypeMemAlloc:
        return simt_graph_memory(node->u.alloc.memory->p, SIMT_GRAPH_TAKEN,
                                 node->site);
    case cudaGraphNodeTypeMemFree:
        return cudaFreeAsync(node->u.freed, NULL);
    case cudaGraphNodeTypeConditional: {
        const struct condition *c = node->u.conditional.condition;
        struct CUgraph_st **body = node->u.conditional.body;
        unsigned n = node->u.conditional.n;

        if (node->u.conditional.type == cudaGraphCondTypeWhile) {
            while (c->value && !error)
                error = run_graph(body[0], stream);
            return error;
        }
        if (node->u.conditional.type == cudaGraphCondTypeSwitch)
            return c->value < n ? run_graph(body[c->value], stream) : 0;
        if (c->value)
            return run_graph(body[0], stream);
        return n > 1 ? run_graph(body[1], stream) : 0;
    }
    case cudaGraphNodeTypeWaitEvent:
        return cudaStreamWaitEvent(stream, node->u.event, 0);
    default: /* empty */
        return 0;
    }
}

/* On the timeline a node comes after those that it depends on, and after what
 * the graph comes after: not after all that was asked of the stream. */
static int run_behind(struct CUgraphNode_st *node, uint64_t begin,
                      cudaStream_t stream)
{
    int error = 0;

    timeline_behind(stream, begin, false);
    for (size_t k = 0; k < node->n; k++) {
        timeline_behind(stream, node->after[k]->end, k > 0);
        node->after[k]->passed = true;
    }
    if (!node->disabled)
        error = run_node(node, stream);
    node->end = timeline_where(stream);
    node->passed = false;
    return error;
}

static int run_graph(const struct CUgraph_st *g, cudaStream_t stream)
{
    const uint64_t begin = timeline_where(stream);
    int error = 0;

    for (size_t i = 0; i < g->n && !error; i++)
        error = run_behind(g->nodes[i], begin, stream);
    if (!error)
        for (size_t i = 0; i < g->n; i++)
            if (!g->nodes[i]->passed)
                timeline_behind(stream, g->nodes[i]->end, true);
    return error;
}

static void set_conditions(const struct CUgraph_st *g)
{
    for (size_t i = 0; i < g->n; i++) {
        const struct CUgraphNode_st *node = g->nodes[i];

        if (node->type == cudaGraphNodeTypeGraph)
            set_conditions(node->u.child);
        if (node->type != cudaGraphNodeTypeConditional)
            continue;
        if (node->u.conditional.condition->assign)
            node->u.conditional.condition->value =
                node->u.conditional.condition->first;
        for (unsigned k = 0; k < node->u.conditional.n; k++)
            set_conditions(node->u.conditional.body[k]);
    }
}

void simt_set_condition(unsigned long long handle, unsigned value)
{
    ((struct condition *)(uintptr_t)handle)->value = value;
}

/* ---- capturing
 * ------------------------------------------------------------------- */

/* The capture that this stream's work goes to. With an error (kept) if the
 * stream may do nothing now. */
static struct simt_capture *capture_of(cudaStream_t stream, int *error)
{
    *error = 0;
    if (simt_is_own(stream)) {
        if (stream->capture && stream->capture->invalid)
            *error = simt_api_error(cudaErrorStreamCaptureInvalidated);
        return stream->capture;
    }
    if (stream != cudaStreamPerThread)
        *error = simt_capture_implicit();
    return NULL;
}

/* The default stream would wait for a stream that is being captured. */
int simt_capture_implicit(void)
{
    bool found = false;

    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (s->capture && !(s->flags & cudaStreamNonBlocking) &&
            !s->capture->relaxed) {
            s->capture->invalid = true;
            found = true;
        }
    return found ? simt_api_error(cudaErrorStreamCaptureImplicit) : 0;
}

/* Somebody waits for this stream, or (null) for all. */
int simt_capture_wait(cudaStream_t stream)
{
    bool found = false;

    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (s->capture && (!stream || s == stream)) {
            s->capture->invalid = true;
            found = true;
        }
    return found ? simt_api_error(cudaErrorStreamCaptureUnsupported) : 0;
}

/* The stream's next work comes after this node alone. */
static int now_after(cudaStream_t stream, cudaGraphNode_t node)
{
    if (!grow(&stream->after, 1))
        return no_memory();
    stream->after[0] = node;
    stream->after_n = 1;
    return 0;
}

/* A node for work of this stream. Null: it is to be done now if *result is -1,
 * else that is the error. */
static struct CUgraphNode_st *capture(cudaStream_t stream,
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
    node = add_node(c->graph, type, stream->after, stream->after_n);
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

int simt_capture_launch(const struct simt_launch *l)
{
    struct CUgraphNode_st *node = wanted;
    int result = 0;

    if (node)
        wanted = NULL;
    else
        node = capture(l->stream, cudaGraphNodeTypeEmpty, NULL, NULL, &result);
    if (!node)
        return result;
    result = note_launch(node, l);
    if (!result)
        node->type = cudaGraphNodeTypeKernel;
    return result;
}

int simt_capture_copy(cudaStream_t stream, const struct cudaMemcpy3DParms *p,
                      const char *call, const void *site)
{
    int result;
    struct CUgraphNode_st *node =
        capture(stream, cudaGraphNodeTypeMemcpy, call, site, &result);

    if (node)
        node->u.copy = *p;
    return result;
}

int simt_capture_set(cudaStream_t stream, const struct cudaMemsetParams *p,
                     const char *call, const void *site)
{
    int result;
    struct CUgraphNode_st *node =
        capture(stream, cudaGraphNodeTypeMemset, call, site, &result);

    if (node)
        node->u.set = *p;
    return result;
}

int simt_capture_host(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    int result;
    struct CUgraphNode_st *node =
        capture(stream, cudaGraphNodeTypeHost, NULL, NULL, &result);

    if (node)
        node->u.host = (struct cudaHostNodeParams){function, data};
    return result;
}

static int note_alloc(struct CUgraphNode_st *node,
                      struct cudaMemAllocNodeParams *p, const void *site)
{
    struct memory *m = calloc(1, sizeof *m);
    int device = p->poolProps.location.id, error;

    if (!m)
        return no_memory();
    error = !simt_is_device(device) || !p->bytesize
                ? cudaErrorInvalidValue
                : simt_memory_take(&m->p, p->bytesize, SIMT_DEVICE_MEMORY,
                                   device, 0, site);
    if (error) {
        free(m);
        return simt_api_error(error);
    }
    simt_graph_memory(m->p, SIMT_GRAPH_MADE, NULL);
    m->nodes = 1;
    p->dptr = m->p;
    node->u.alloc.memory = m;
    node->u.alloc.params = *p;
    node->site = site;
    node->type = cudaGraphNodeTypeMemAlloc;
    return 0;
}

int simt_capture_alloc(cudaStream_t stream, void **p, size_t bytes,
                       const void *site)
{
    struct cudaMemAllocNodeParams params = {.bytesize = bytes};
    int result;
    struct CUgraphNode_st *node =
        capture(stream, cudaGraphNodeTypeEmpty, NULL, site, &result);

    if (!node)
        return result;
    params.poolProps.location.id = simt_device();
    result = p ? note_alloc(node, &params, site) : invalid();
    if (!result)
        *p = params.dptr;
    return result;
}

int simt_capture_free(cudaStream_t stream, void *p)
{
    int result;
    struct CUgraphNode_st *node =
        capture(stream, cudaGraphNodeTypeMemFree, NULL, NULL, &result);

    if (node)
        node->u.freed = p;
    return result;
}

/* An event remembers where the captured stream was. */
int simt_capture_record(cudaStream_t stream, cudaEvent_t event)
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
    if (!grow(&event->after, stream->after_n))
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
        if (!grow(&stream->after, k + 1))
            return no_memory();
        stream->after[stream->after_n++] = after[i];
    }
    return 0;
}

int simt_capture_event(cudaStream_t stream, cudaEvent_t event)
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
        return simt_api_error(cudaErrorStreamCaptureIsolation);
    }
    if (!simt_is_own(stream))
        return simt_capture_implicit();
    if (stream->capture && stream->capture != c) {
        stream->capture->invalid = c->invalid = true;
        return simt_api_error(cudaErrorStreamCaptureMerge);
    }
    if (!stream->capture)
        stream->after_n = 0;
    stream->capture = c;
    return also_after(stream, event->after, event->after_n);
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
        return simt_api_error(cudaErrorStreamCaptureUnsupported);
    if (stream->capture)
        return simt_api_error(cudaErrorIllegalState);
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
    simt_captures++;
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
        return simt_api_error(cudaErrorIllegalState);
    if (c->stream != stream) {
        c->invalid = true;
        return simt_api_error(cudaErrorStreamCaptureUnmatched);
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
        drop_graph(c->graph);
        c->graph = NULL;
    }
    if (graph)
        *graph = c->graph;
    free(c);
    simt_captures--;
    return simt_api_error(error);
}

/* The stream goes; its nodes stay. */
void simt_capture_leave(cudaStream_t stream)
{
    if (stream->capture && stream->capture->stream == stream) {
        stream->capture->invalid = true;
        cudaStreamEndCapture(stream, NULL);
    }
    free(stream->after);
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
    return simt_api_error(
        simt_is_stream(stream) ? 0 : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                cudaGraphNode_t *after,
                                                size_t n, unsigned flags)
{
    if (!is_made(stream) || !stream->capture)
        return simt_api_error(cudaErrorIllegalState);
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
    return simt_api_error(0);
}

/* ---- graphs
 * ---------------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    if (!graph || flags)
        return invalid();
    *graph = calloc(1, sizeof **graph);
    return *graph ? simt_api_error(0) : no_memory();
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!graph)
        return invalid();
    drop_graph(graph);
    return simt_api_error(0);
}

cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t graph)
{
    if (!copy || !graph)
        return invalid();
    *copy = copy_graph(graph);
    return *copy ? simt_api_error(0) : invalid();
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node,
                                     cudaGraphNode_t origin, cudaGraph_t copy)
{
    if (!node || !origin || !copy)
        return invalid();
    *node = copy_of(copy, origin);
    return *node ? simt_api_error(0) : invalid();
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    struct CUgraph_st *g;

    (void)flags;
    if (!exec || !graph)
        return invalid();
    g = copy_graph(graph); /* the graph of an exec is its first member */
    if (!g)
        return invalid();
    *exec = (cudaGraphExec_t)g;
    return simt_api_error(0);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec,
                                          cudaGraph_t graph,
                                          unsigned long long flags)
{
    return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    if (!exec)
        return invalid();
    drop_graph(&exec->graph);
    return simt_api_error(0);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    (void)stream;
    return exec ? simt_api_error(0) : invalid();
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    struct CUgraphNode_st *node;
    int error = simt_error(0);
    const int current = simt_device();

    if (error)
        return error;
    if (!exec || !simt_is_stream(stream))
        return invalid();
    if (simt_captures) { /* a graph in a graph */
        node = capture(stream, cudaGraphNodeTypeEmpty, NULL, NULL, &error);
        if (node && (node->u.child = copy_graph(&exec->graph)))
            node->type = cudaGraphNodeTypeGraph;
        if (error >= 0)
            return error;
    }
    set_conditions(&exec->graph);
    cudaSetDevice(simt_device_of(stream)); /* any may be current here */
    timeline_graph(true);
    error = run_graph(&exec->graph, stream);
    timeline_graph(false);
    cudaSetDevice(current);
    return error;
}

/* Both have the same nodes in the same order? */
static bool same_shape(const struct CUgraph_st *a, const struct CUgraph_st *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        const struct CUgraphNode_st *x = a->nodes[i], *y = b->nodes[i];

        if (x->type != y->type || x->n != y->n)
            return false;
        for (size_t k = 0; k < x->n; k++) {
            size_t at = 0;

            while (at < i && a->nodes[at] != x->after[k])
                at++;
            if (b->nodes[at] != y->after[k])
                return false;
        }
    }
    return true;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info)
{
    struct CUgraph_st *g;
    bool same;

    if (!exec || !graph)
        return invalid();
    g = copy_graph(graph);
    if (!g)
        return invalid();
    same = same_shape(&exec->graph, g);
    if (info)
        *info = (cudaGraphExecUpdateResultInfo){
            .result = same ? cudaGraphExecUpdateSuccess
                           : cudaGraphExecUpdateErrorTopologyChanged};
    for (size_t i = 0; same && i < g->n; i++) {
        struct CUgraphNode_st *to = exec->graph.nodes[i], *from = g->nodes[i];
        struct CUgraphNode_st old = *to;

        to->u = from->u; /* they change places; `from` is dropped below */
        from->u = old.u;
        to->call = from->call;
        to->site = from->site;
    }
    drop_graph(g);
    return simt_api_error(same ? 0 : cudaErrorGraphExecUpdateFailure);
}

/* ---- what a graph consists of
 * ---------------------------------------------------- */

static int tell(struct CUgraphNode_st *const *found, size_t found_n,
                cudaGraphNode_t *nodes, size_t *n)
{
    if (!n)
        return invalid();
    for (size_t i = 0; nodes && i < *n; i++)
        nodes[i] = i < found_n ? found[i] : NULL;
    if (!nodes || *n > found_n)
        *n = found_n;
    return simt_api_error(0);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                              size_t *n)
{
    return graph ? tell(graph->nodes, graph->n, nodes, n) : invalid();
}

/* Those of the graph that come after `node`; null: that come first. */
static int tell_some(const struct CUgraph_st *g,
                     const struct CUgraphNode_st *node, cudaGraphNode_t *nodes,
                     size_t *n)
{
    struct CUgraphNode_st **found = calloc(g->n + 1, sizeof *found);
    size_t found_n = 0;
    int error;

    if (!found)
        return no_memory();
    for (size_t i = 0; i < g->n; i++) {
        bool is = !node && !g->nodes[i]->n;

        for (size_t k = 0; k < g->nodes[i]->n; k++)
            is |= g->nodes[i]->after[k] == node;
        if (is)
            found[found_n++] = g->nodes[i];
    }
    error = tell(found, found_n, nodes, n);
    free(found);
    return error;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                                  size_t *n)
{
    return graph ? tell_some(graph, NULL, nodes, n) : invalid();
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                         cudaGraphNode_t *nodes, size_t *n)
{
    return node ? tell(node->after, node->n, nodes, n) : invalid();
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                           cudaGraphNode_t *nodes, size_t *n)
{
    return node ? tell_some(node->graph, node, nodes, n) : invalid();
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                              cudaGraphNode_t *to, size_t *n)
{
    size_t found = 0;

    if (!graph || !n || !from != !to)
        return invalid();
    for (size_t i = 0; i < graph->n; i++)
        for (size_t k = 0; k < graph->nodes[i]->n; k++, found++)
            if (from && found < *n) {
                from[found] = graph->nodes[i]->after[k];
                to[found] = graph->nodes[i];
            }
    if (!from || *n > found)
        *n = found;
    return simt_api_error(0);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 enum cudaGraphNodeType *type)
{
    if (!node || !type)
        return invalid();
    *type = node->type;
    return simt_api_error(0);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                     const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t n)
{
    if (!graph || (n && (!from || !to)))
        return invalid();
    for (size_t i = 0; i < n; i++) {
        if (!from[i] || !to[i] || from[i] == to[i])
            return invalid();
        if (!grow(&to[i]->after, to[i]->n + 1))
            return no_memory();
        to[i]->after[to[i]->n++] = from[i];
    }
    return simt_api_error(0);
}

/* `node` no longer comes after `gone`. */
static bool forget(struct CUgraphNode_st *node,
                   const struct CUgraphNode_st *gone)
{
    size_t n = 0;
    bool found;

    for (size_t k = 0; k < node->n; k++)
        if (node->after[k] != gone)
            node->after[n++] = node->after[k];
    found = n < node->n;
    node->n = n;
    return found;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                        const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, size_t n)
{
    if (!graph || (n && (!from || !to)))
        return invalid();
    for (size_t i = 0; i < n; i++)
        if (!from[i] || !to[i] || !forget(to[i], from[i]))
            return invalid();
    return simt_api_error(0);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    struct CUgraph_st *g = node ? node->graph : NULL;
    size_t n = 0;

    if (!g)
        return invalid();
    for (size_t i = 0; i < g->n; i++) {
        forget(g->nodes[i], node);
        if (g->nodes[i] != node)
            g->nodes[n++] = g->nodes[i];
    }
    g->n = n;
    drop_node(node);
    return simt_api_error(0);
}

/* The executable graph's node for a node of the graph it was made from. */
static struct CUgraphNode_st *
in_exec(cudaGraphExec_t exec, cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    struct CUgraphNode_st *found =
        exec && node ? copy_of(&exec->graph, node) : NULL;

    return found && found->type == type ? found : NULL;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned enabled)
{
    struct CUgraphNode_st *found =
        exec && node ? copy_of(&exec->graph, node) : NULL;

    if (!found)
        return invalid();
    found->disabled = !enabled;
    return simt_api_error(0);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned *enabled)
{
    struct CUgraphNode_st *found =
        exec && node ? copy_of(&exec->graph, node) : NULL;

    if (!found || !enabled)
        return invalid();
    *enabled = !found->disabled;
    return simt_api_error(0);
}

/* ---- the kinds of nodes: adding, asking, changing
 * -------------------------------- */

/* A node whose work is set next. */
static int begin(cudaGraphNode_t *node, cudaGraph_t graph,
                 enum cudaGraphNodeType type, const cudaGraphNode_t *after,
                 size_t n, const void *params, const char *call,
                 const void *site)
{
    if (!node || !graph || (n && !after) || !params)
        return invalid();
    *node = add_node(graph, type, after, n);
    if (!*node)
        return no_memory();
    (*node)->call = call;
    (*node)->site = site;
    return simt_api_error(0);
}

static int set_kernel(struct CUgraphNode_st *node,
                      const struct cudaKernelNodeParams *p)
{
    struct CUgraphNode_st fresh = *node;
    int error;

    if (!p || p->extra)
        return invalid();
    wanted = &fresh;
    simt_captures++;
    error = simt_launch_array(p->func, p->gridDim, p->blockDim, p->kernelParams,
                              p->sharedMemBytes, NULL, false);
    simt_captures--;
    wanted = NULL;
    if (error)
        return error;
    if (node->type == cudaGraphNodeTypeKernel)
        free(node->u.launch.args);
    node->u.launch = fresh.u.launch;
    node->type = cudaGraphNodeTypeKernel;
    return 0;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n,
                                   const struct cudaKernelNodeParams *p)
{
    int error = begin(node, graph, cudaGraphNodeTypeEmpty, after, n, p,
                      "cudaGraphAddKernelNode", SITE);

    if (!error && (error = set_kernel(*node, p)))
        take_back(graph);
    return error;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *p)
{
    if (!node || node->type != cudaGraphNodeTypeKernel)
        return invalid();
    return set_kernel(node, p);
}

cudaError_t
cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const struct cudaKernelNodeParams *p)
{
    return cudaGraphKernelNodeSetParams(
        in_exec(exec, node, cudaGraphNodeTypeKernel), p);
}

/* Nodes whose work is a plain structure. */
#define PLAIN(Name, member, Type, Params)                                    \
    cudaError_t cudaGraphAdd##Name##Node(                                    \
        cudaGraphNode_t *node, cudaGraph_t graph,                            \
        const cudaGraphNode_t *after, size_t n, const struct Params *p)      \
    {                                                                        \
        int error = begin(node, graph, Type, after, n, p,                    \
                          "cudaGraphAdd" #Name "Node", SITE);                \
                                                                             \
        if (!error)                                                          \
            (*node)->u.member = *p;                                          \
        return error;                                                        \
    }                                                                        \
    cudaError_t cudaGraph##Name##NodeGetParams(cudaGraphNode_t node,         \
                                               struct Params *p)             \
    {                                                                        \
        if (!node || !p || node->type != Type)                               \
            return invalid();                                                \
        *p = node->u.member;                                                 \
        return simt_api_error(0);                                            \
    }                                                                        \
    cudaError_t cudaGraph##Name##NodeSetParams(cudaGraphNode_t node,         \
                                               const struct Params *p)       \
    {                                                                        \
        if (!node || !p || node->type != Type)                               \
            return invalid();                                                \
        node->u.member = *p;                                                 \
        return simt_api_error(0);                                            \
    }                                                                        \
    cudaError_t cudaGraphExec##Name##NodeSetParams(                          \
        cudaGraphExec_t exec, cudaGraphNode_t node, const struct Params *p)  \
    {                                                                        \
        return cudaGraph##Name##NodeSetParams(in_exec(exec, node, Type), p); \
    }
PLAIN(Memcpy, copy, cudaGraphNodeTypeMemcpy, cudaMemcpy3DParms)
PLAIN(Memset, set, cudaGraphNodeTypeMemset, cudaMemsetParams)
PLAIN(Host, host, cudaGraphNodeTypeHost, cudaHostNodeParams)

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n,
                                     void *dst, const void *src, size_t bytes,
                                     enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms p = simt_flat_copy(dst, src, bytes, kind);

    return cudaGraphAddMemcpyNode(node, graph, after, n, &p);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t bytes,
                                           enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms p = simt_flat_copy(dst, src, bytes, kind);

    return cudaGraphMemcpyNodeSetParams(node, &p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                               cudaGraphNode_t node, void *dst,
                                               const void *src, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms p = simt_flat_copy(dst, src, bytes, kind);

    return cudaGraphExecMemcpyNodeSetParams(exec, node, &p);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t n)
{
    return begin(node, graph, cudaGraphNodeTypeEmpty, after, n, "", NULL, SITE);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node,
                                        cudaGraph_t graph,
                                        const cudaGraphNode_t *after, size_t n,
                                        cudaEvent_t event)
{
    int error = begin(node, graph, cudaGraphNodeTypeEventRecord, after, n,
                      event, NULL, SITE);

    if (!error)
        (*node)->u.event = event;
    return error;
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *after, size_t n,
                                      cudaEvent_t event)
{
    int error = begin(node, graph, cudaGraphNodeTypeWaitEvent, after, n, event,
                      NULL, SITE);

    if (!error)
        (*node)->u.event = event;
    return error;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after, size_t n,
                                       cudaGraph_t child)
{
    int error =
        begin(node, graph, cudaGraphNodeTypeEmpty, after, n, child, NULL, SITE);

    if (error)
        return error;
    (*node)->u.child = copy_graph(child);
    if (!(*node)->u.child) {
        take_back(graph);
        return invalid();
    }
    (*node)->type = cudaGraphNodeTypeGraph;
    return 0;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                            cudaGraph_t *graph)
{
    if (!node || !graph || node->type != cudaGraphNodeTypeGraph)
        return invalid();
    *graph = node->u.child;
    return simt_api_error(0);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n,
                                     struct cudaMemAllocNodeParams *p)
{
    int error =
        begin(node, graph, cudaGraphNodeTypeEmpty, after, n, p, NULL, SITE);

    if (!error && (error = note_alloc(*node, p, SITE)))
        take_back(graph);
    return error;
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *p)
{
    if (!node || !p || node->type != cudaGraphNodeTypeMemAlloc)
        return invalid();
    *p = node->u.alloc.params;
    return simt_api_error(0);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *after, size_t n,
                                    void *p)
{
    int error =
        begin(node, graph, cudaGraphNodeTypeMemFree, after, n, p, NULL, SITE);

    if (!error)
        (*node)->u.freed = p;
    return error;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p)
{
    if (!node || !p || node->type != cudaGraphNodeTypeMemFree)
        return invalid();
    *(void **)p = node->u.freed;
    return simt_api_error(0);
}

/* Its few bytes stay: kernels may hold the handle. */
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle,
                                             cudaGraph_t graph, unsigned first,
                                             unsigned flags)
{
    struct condition *c;

    if (!handle || !graph)
        return invalid();
    c = calloc(1, sizeof *c);
    if (!c)
        return no_memory();
    c->first = c->value = first;
    c->assign = flags & cudaGraphCondAssignDefault;
    *handle = (uintptr_t)c;
    return simt_api_error(0);
}

static int add_conditional(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *after, size_t n,
                           struct cudaConditionalNodeParams *p,
                           const void *site)
{
    struct CUgraph_st **body;
    int error;

    if (!p->handle || !p->size ||
        (p->type == cudaGraphCondTypeWhile && p->size > 1) ||
        (p->type == cudaGraphCondTypeIf && p->size > 2))
        return invalid();
    error = begin(node, graph, cudaGraphNodeTypeConditional, after, n, p, NULL,
                  site);
    if (error)
        return error;
    body = calloc(p->size, sizeof *body);
    for (unsigned i = 0; i < p->size && body; i++) {
        body[i] = calloc(1, sizeof **body);
        if (!body[i])
            return no_memory();
    }
    if (!body)
        return no_memory();
    (*node)->u.conditional.condition = (void *)(uintptr_t)p->handle;
    (*node)->u.conditional.type = p->type;
    (*node)->u.conditional.n = p->size;
    (*node)->u.conditional.body = p->phGraph_out = body;
    return 0;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *after, size_t n,
                             struct cudaGraphNodeParams *p)
{
    struct cudaKernelNodeParams kernel;

    if (!p)
        return invalid();
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        kernel = (struct cudaKernelNodeParams){
            .func = p->kernel.func,
            .gridDim = p->kernel.gridDim,
            .blockDim = p->kernel.blockDim,
            .sharedMemBytes = p->kernel.sharedMemBytes,
            .kernelParams = p->kernel.kernelParams,
            .extra = p->kernel.extra,
        };
        return cudaGraphAddKernelNode(node, graph, after, n, &kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, after, n,
                                      &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphAddMemsetNode(node, graph, after, n, &p->memset);
    case cudaGraphNodeTypeHost:
        return cudaGraphAddHostNode(node, graph, after, n, &p->host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(node, graph, after, n,
                                          p->graph.graph);
    case cudaGraphNodeTypeEmpty:
        return cudaGraphAddEmptyNode(node, graph, after, n);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(node, graph, after, n,
                                         p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(node, graph, after, n,
                                           p->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
        return cudaGraphAddMemAllocNode(node, graph, after, n, &p->alloc);
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(node, graph, after, n, p->free.dptr);
    case cudaGraphNodeTypeConditional:
        return add_conditional(node, graph, after, n, &p->conditional, SITE);
    default:
        return simt_api_error(cudaErrorNotSupported);
    }
}
