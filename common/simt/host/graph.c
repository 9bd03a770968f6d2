/*
 * graph.c - the host's functions about graphs and what they consist of; see
 * graph.h.
 */
#include "host/graph.h"
#include "timeline/timeline.h"

#include <stdlib.h>

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    if (!graph || flags)
        return invalid();
    *graph = calloc(1, sizeof **graph);
    return *graph ? simt_error(0) : no_memory();
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!graph)
        return invalid();
    graph_drop(graph);
    return simt_error(0);
}

cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t graph)
{
    if (!copy || !graph)
        return invalid();
    *copy = graph_copy(graph);
    return *copy ? simt_error(0) : invalid();
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node,
                                     cudaGraphNode_t origin, cudaGraph_t copy)
{
    if (!node || !origin || !copy)
        return invalid();
    *node = graph_copy_of(copy, origin);
    return *node ? simt_error(0) : invalid();
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    struct CUgraph_st *g;

    (void)flags;
    if (!exec || !graph)
        return invalid();
    g = graph_copy(graph); /* the graph of an exec is its first member */
    if (!g)
        return invalid();
    *exec = (cudaGraphExec_t)g;
    return simt_error(0);
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
    graph_drop(&exec->graph);
    return simt_error(0);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    (void)stream;
    return exec ? simt_error(0) : invalid();
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
    if (simt_capturing) { /* a graph in a graph */
        node = capture_node(stream, cudaGraphNodeTypeEmpty, NULL, NULL, &error);
        if (node && (node->u.child = graph_copy(&exec->graph)))
            node->type = cudaGraphNodeTypeGraph;
        if (error >= 0)
            return error;
    }
    graph_set_conditions(&exec->graph);
    cudaSetDevice(simt_device_of(stream)); /* any may be current here */
    timeline_graph(true);
    error = graph_run(&exec->graph, stream);
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
    g = graph_copy(graph);
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
    graph_drop(g);
    return simt_error(same ? 0 : cudaErrorGraphExecUpdateFailure);
}

/* ---- what a graph consists of ---------------------------------------- */

static int tell(struct CUgraphNode_st *const *found, size_t found_n,
                cudaGraphNode_t *nodes, size_t *n)
{
    if (!n)
        return invalid();
    for (size_t i = 0; nodes && i < *n; i++)
        nodes[i] = i < found_n ? found[i] : NULL;
    if (!nodes || *n > found_n)
        *n = found_n;
    return simt_error(0);
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
    return simt_error(0);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 enum cudaGraphNodeType *type)
{
    if (!node || !type)
        return invalid();
    *type = node->type;
    return simt_error(0);
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
        if (!graph_grow(&to[i]->after, to[i]->n + 1))
            return no_memory();
        to[i]->after[to[i]->n++] = from[i];
    }
    return simt_error(0);
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
    return simt_error(0);
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
    graph_drop_node(node);
    return simt_error(0);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned enabled)
{
    struct CUgraphNode_st *found =
        exec && node ? graph_copy_of(&exec->graph, node) : NULL;

    if (!found)
        return invalid();
    found->disabled = !enabled;
    return simt_error(0);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned *enabled)
{
    struct CUgraphNode_st *found =
        exec && node ? graph_copy_of(&exec->graph, node) : NULL;

    if (!found || !enabled)
        return invalid();
    *enabled = !found->disabled;
    return simt_error(0);
}
