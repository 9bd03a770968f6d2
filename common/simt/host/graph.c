/* graph.c - the host's functions about graphs and their nodes; see graph.h. */
#include "host/graph.h"
#include "timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

#define SITE __builtin_return_address(0)

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

/* The executable graph's node for a node of the graph it was made from. */
static struct CUgraphNode_st *
in_exec(cudaGraphExec_t exec, cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    struct CUgraphNode_st *found =
        exec && node ? graph_copy_of(&exec->graph, node) : NULL;

    return found && found->type == type ? found : NULL;
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

/* ---- the kinds of nodes: adding, asking, changing -------------------- */

/* A node whose work is set next. */
static int begin(cudaGraphNode_t *node, cudaGraph_t graph,
                 enum cudaGraphNodeType type, const cudaGraphNode_t *after,
                 size_t n, const void *params, const char *call,
                 const void *site)
{
    if (!node || !graph || (n && !after) || !params)
        return invalid();
    *node = graph_add(graph, type, after, n);
    if (!*node)
        return no_memory();
    (*node)->call = call;
    (*node)->site = site;
    return simt_error(0);
}

static int set_kernel(struct CUgraphNode_st *node,
                      const struct cudaKernelNodeParams *p)
{
    struct CUgraphNode_st fresh = *node;
    int error;

    if (!p || p->extra)
        return invalid();
    error = capture_kernel(&fresh, p);
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
        graph_take_back(graph);
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
        return simt_error(0);                                                \
    }                                                                        \
    cudaError_t cudaGraph##Name##NodeSetParams(cudaGraphNode_t node,         \
                                               const struct Params *p)       \
    {                                                                        \
        if (!node || !p || node->type != Type)                               \
            return invalid();                                                \
        node->u.member = *p;                                                 \
        return simt_error(0);                                                \
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
    (*node)->u.child = graph_copy(child);
    if (!(*node)->u.child) {
        graph_take_back(graph);
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
    return simt_error(0);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n,
                                     struct cudaMemAllocNodeParams *p)
{
    int error =
        begin(node, graph, cudaGraphNodeTypeEmpty, after, n, p, NULL, SITE);

    if (!error && (error = graph_note_alloc(*node, p, SITE)))
        graph_take_back(graph);
    return error;
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *p)
{
    if (!node || !p || node->type != cudaGraphNodeTypeMemAlloc)
        return invalid();
    *p = node->u.alloc.params;
    return simt_error(0);
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
    return simt_error(0);
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
    return simt_error(0);
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
        return simt_error(cudaErrorNotSupported);
    }
}
