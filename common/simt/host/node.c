/* node.c - the nodes of graphs; see graph.h. */
#include "host/graph.h"
#include "include/simt_helpers.h"
#include "timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

/* Everything but the place in its graph. */
static void drop_work(struct CUgraphNode_st *node)
{
    if (node->type == cudaGraphNodeTypeKernel) {
        free(node->u.launch.args);
    } else if (node->type == cudaGraphNodeTypeGraph) {
        graph_drop(node->u.child);
    } else if (node->type == cudaGraphNodeTypeConditional) {
        for (unsigned i = 0; i < node->u.conditional.n; i++)
            graph_drop(node->u.conditional.body[i]);
        free(node->u.conditional.body);
    } else if (node->type == cudaGraphNodeTypeMemAlloc &&
               !--node->u.alloc.memory->nodes) {
        simt_graph_memory(node->u.alloc.memory->p, SIMT_GRAPH_GONE, NULL);
        free(node->u.alloc.memory);
    }
}

void graph_drop_node(struct CUgraphNode_st *node)
{
    drop_work(node);
    free(node->after);
    free(node);
}

static void drop_nodes(struct CUgraph_st *g)
{
    for (size_t i = 0; i < g->n; i++)
        graph_drop_node(g->nodes[i]);
    free(g->nodes);
}

void graph_drop(struct CUgraph_st *g)
{
    if (g) {
        drop_nodes(g);
        free(g);
    }
}

bool graph_grow(void *array, size_t n)
{
    void **p = realloc(*(void **)array, n * sizeof *p);

    if (p)
        *(void **)array = p;
    return p;
}

struct CUgraphNode_st *graph_add(struct CUgraph_st *g,
                                 enum cudaGraphNodeType type,
                                 const cudaGraphNode_t *after, size_t n)
{
    struct CUgraphNode_st *node = calloc(1, sizeof *node);

    if (!node || !graph_grow(&g->nodes, g->n + 1) ||
        (n && !graph_grow(&node->after, n))) {
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

void graph_take_back(struct CUgraph_st *g)
{
    struct CUgraphNode_st *node = g->nodes[--g->n];

    node->type = cudaGraphNodeTypeEmpty;
    graph_drop_node(node);
}

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
        to->u.child = graph_copy(from->u.child);
        return to->u.child;
    }
    if (from->type == cudaGraphNodeTypeConditional) {
        unsigned n = from->u.conditional.n;

        to->u.conditional.n = 0;
        to->u.conditional.body = calloc(n, sizeof *to->u.conditional.body);
        for (unsigned i = 0; i < n && to->u.conditional.body; i++) {
            to->u.conditional.body[i] = graph_copy(from->u.conditional.body[i]);
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

struct CUgraphNode_st *graph_copy_of(const struct CUgraph_st *g,
                                     const struct CUgraphNode_st *origin)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->nodes[i]->origin == origin)
            return g->nodes[i];
    return NULL;
}

/* In an order in which every node comes behind those it comes after; null if
 * there is none or no memory. */
struct CUgraph_st *graph_copy(const struct CUgraph_st *g)
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
            to = graph_add(c, from->type, from->after, from->n);
            if (!to)
                goto bad;
            to->origin = from;
            for (size_t k = 0; k < to->n; k++)
                to->after[k] = graph_copy_of(c, to->after[k]);
            if (!copy_work(to, from)) {
                graph_take_back(c);
                goto bad;
            }
        }
    } while (c->n > before);
    if (c->n == g->n)
        return c;
bad:
    graph_drop(c);
    return NULL;
}

/* ---- running --------------------------------------------------------- */

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
        return graph_run(node->u.child, stream);
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
                error = graph_run(body[0], stream);
            return error;
        }
        if (node->u.conditional.type == cudaGraphCondTypeSwitch)
            return c->value < n ? graph_run(body[c->value], stream) : 0;
        if (c->value)
            return graph_run(body[0], stream);
        return n > 1 ? graph_run(body[1], stream) : 0;
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

int graph_run(const struct CUgraph_st *g, cudaStream_t stream)
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

void graph_set_conditions(const struct CUgraph_st *g)
{
    for (size_t i = 0; i < g->n; i++) {
        const struct CUgraphNode_st *node = g->nodes[i];

        if (node->type == cudaGraphNodeTypeGraph)
            graph_set_conditions(node->u.child);
        if (node->type != cudaGraphNodeTypeConditional)
            continue;
        if (node->u.conditional.condition->assign)
            node->u.conditional.condition->value =
                node->u.conditional.condition->first;
        for (unsigned k = 0; k < node->u.conditional.n; k++)
            graph_set_conditions(node->u.conditional.body[k]);
    }
}

void simt_set_condition(unsigned long long handle, unsigned value)
{
    ((struct condition *)(uintptr_t)handle)->value = value;
}

int graph_note_alloc(struct CUgraphNode_st *node,
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
        return simt_error(error);
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
