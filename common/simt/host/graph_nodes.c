/*
 * graph_nodes.c - the host's functions about each kind of node: adding, asking,
 * changing; see graph.h.
 */
#include "host/graph.h"

#include <stdlib.h>

#define SITE __builtin_return_address(0)

/* The executable graph's node for a node of the graph it was made from. */
static struct CUgraphNode_st *
in_exec(cudaGraphExec_t exec, cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    struct CUgraphNode_st *found =
        exec && node ? graph_copy_of(&exec->graph, node) : NULL;

    return found && found->type == type ? found : NULL;
}

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
