/*
 * graph.h - CUDA graphs from inside: work that is noted down once and run many
 * times.
 *
 * A node is a kernel, a copy, a setting, a host function, ... and the nodes
 * that it comes after. An executable graph is a copy of a graph with the nodes
 * in such an order that launching it is a loop. A stream that is being captured
 * hands its work over instead of doing it (host.h, simt_capture_ops).
 *
 *   node.c         nodes: adding, copying, dropping, running them
 *   capture.c      streams whose work becomes nodes
 *   graph.c        the host's functions about graphs and what they consist of
 *   graph_nodes.c  ... and about each kind of node
 */
#ifndef SIMT_HOST_GRAPH_H
#define SIMT_HOST_GRAPH_H

#include "host/host.h"

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
    bool passed;      /* in this launch; some node comes after it */
    uint64_t end;     /* in this launch; timeline.c: what comes after it */
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

/* ---- node.c ---------------------------------------------------------- */

static inline int no_memory(void)
{
    return simt_error(cudaErrorMemoryAllocation);
}

static inline int invalid(void)
{
    return simt_error(cudaErrorInvalidValue);
}

/* Makes room for n pointers in *array, a pointer to pointers. */
bool graph_grow(void *array, size_t n);

/* A new node behind these; the caller fills in its work. Null without memory.
 */
struct CUgraphNode_st *graph_add(struct CUgraph_st *g,
                                 enum cudaGraphNodeType type,
                                 const cudaGraphNode_t *after, size_t n);
/* Takes back the newest node. */
void graph_take_back(struct CUgraph_st *g);
/* With all that it holds; null: nothing. */
void graph_drop_node(struct CUgraphNode_st *node);
void graph_drop(struct CUgraph_st *g);

/* A copy in an order in which it can be run; null with the error kept. */
struct CUgraph_st *graph_copy(const struct CUgraph_st *g);
/* The copy of this node in g, or null. */
struct CUgraphNode_st *graph_copy_of(const struct CUgraph_st *g,
                                     const struct CUgraphNode_st *node);

/* It becomes an allocation node; p->dptr is its address. */
int graph_note_alloc(struct CUgraphNode_st *node,
                     struct cudaMemAllocNodeParams *p, const void *site);

int graph_run(const struct CUgraph_st *g, cudaStream_t stream);
/* Conditions have their first values again, where they ask for it. */
void graph_set_conditions(const struct CUgraph_st *g);

/* ---- capture.c ------------------------------------------------------- */

/* A node for work of this stream. Null: it is to be done now if *result is -1,
 * else that is the error. */
struct CUgraphNode_st *capture_node(cudaStream_t stream,
                                    enum cudaGraphNodeType type,
                                    const char *call, const void *site,
                                    int *result);

/* The launch with these parameters becomes the node's work, and is not done. */
int capture_kernel(struct CUgraphNode_st *node,
                   const struct cudaKernelNodeParams *p);

#endif
