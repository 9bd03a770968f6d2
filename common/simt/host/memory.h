/*
 * memory.h - between memory.c, api.c and texture.c.
 */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include "base/device.h"
#include "include/cuda_runtime_api.h"

enum { SIMT_DEVICES_MAX = 8 };

bool simt_is_device(int device);
size_t simt_device_memory(int device); /* bytes that it has */
bool simt_refuses(int device); /* what SIMT_REFUSE_... asks for */

/* Keep an error that the caller returns, so that somebody has seen it. */
int simt_api_error(int error);

/* At least one byte. Returns 0 or cudaErrorMemoryAllocation, which is not
 * kept. */
int simt_memory_take(void **p, size_t bytes, enum simt_space space, int device,
                     unsigned flags, const void *site);
void simt_memory_reset(int device); /* frees everything */
size_t simt_memory_used(int device);
/* Whether a caller's arrays are device memory, too: the judge's. */
bool simt_memory_of_caller(void);

/* ---- streams and events: api.c --------------------------------------------
 */

/* A list says which handles are valid, so that a wrong one is an error. */
struct CUstream_st {
    struct CUstream_st *next;
    unsigned flags;
    int priority;
    unsigned long long id;
    int device;
    const void *site; /* that made it; null: its device has been reset */
    uint64_t last;    /* timeline.c: what was asked of it last */
    unsigned asked;   /* simt_waits + 1 then; 0: or it has been queried since */
    /* graph.c: the capture that its work goes to, the nodes that its next work
     * comes after */
    struct simt_capture *capture;
    cudaGraphNode_t *after;
    size_t after_n;
};
struct CUevent_st {
    struct CUevent_st *next;
    unsigned flags;
    int device;
    const void *site; /* as above */
    bool recorded;
    long long nanoseconds;
    uint64_t last; /* timeline.c: what it comes after */
    unsigned asked; /* its stream's, then */
    unsigned long long capture; /* recorded in it; 0: in none */
    cudaGraphNode_t *after;
    size_t after_n;
};
extern struct CUstream_st *simt_streams;
extern bool simt_had_streams; /* some may be destroyed */
bool simt_is_stream(cudaStream_t stream);
int simt_device_of(cudaStream_t stream);

/* Not one of those that are always there. */
static inline bool simt_is_own(cudaStream_t stream)
{
    return stream && stream != cudaStreamLegacy &&
           stream != cudaStreamPerThread;
}

int simt_launch_array(const void *function, dim3 grid, dim3 block, void **args,
                      size_t shared, cudaStream_t stream, bool cooperative);

/* ---- graphs ---------------------------------------------------------------
 */

/* For the calls that take a stream: while simt_captures is not 0 they ask these
 * first, and return what they get unless it is -1. */
int simt_capture_copy(cudaStream_t stream, const struct cudaMemcpy3DParms *p,
                      const char *call, const void *site);
int simt_capture_set(cudaStream_t stream, const struct cudaMemsetParams *p,
                     const char *call, const void *site);
int simt_capture_host(cudaStream_t stream, cudaHostFn_t function, void *data);
int simt_capture_alloc(cudaStream_t stream, void **p, size_t bytes,
                       const void *site);
int simt_capture_free(cudaStream_t stream, void *p);
int simt_capture_record(cudaStream_t stream, cudaEvent_t event);
int simt_capture_event(cudaStream_t stream, cudaEvent_t event);

/* Errors (kept) of calls that a capture forbids, or 0: work of the default
 * stream; waiting for a stream, null: for all. */
int simt_capture_implicit(void);
int simt_capture_wait(cudaStream_t stream);
void simt_capture_leave(cudaStream_t stream);

/* The stream that the next copy or setting of this thread belongs to; without
 * it, to the default stream. */
void simt_on_stream(cudaStream_t stream);

/* Bytes that cudaMemcpy() and its relatives have copied. */
extern uint64_t simt_copied;

/* What nodes do. */
int simt_copy_3d(const struct cudaMemcpy3DParms *p, const char *call,
                 const void *site);
int simt_set(const struct cudaMemsetParams *p, const char *call,
             const void *site);
struct cudaMemcpy3DParms simt_flat_copy(void *dst, const void *src,
                                        size_t bytes, enum cudaMemcpyKind kind);

/* Memory of an allocation node has its address from the beginning to the end,
 * but is there only between being taken and being freed. */
enum simt_graph_memory {
    SIMT_GRAPH_MADE,
    SIMT_GRAPH_TAKEN,
    SIMT_GRAPH_GONE,
};
int simt_graph_memory(void *p, enum simt_graph_memory what, const void *site);

/* cudaArray_t: rows of a device allocation. */
struct simt_array {
    char *data;
    size_t width, height, depth; /* elements, rows, slices or layers; 0: 1D.. */
    size_t element, pitch, slice; /* bytes */
    unsigned flags;
    int format[5]; /* cudaChannelFormatDesc */
};

#endif
