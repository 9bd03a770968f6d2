/*
 * host.h - what the files of the host's functions share. Each works on what
 * base/ knows of memory, devices, streams and errors; those that use others of
 * this room say so here, in the order in which they may:
 *
 *   ends.c      whose memory the ends of a copy are, and whether it fits
 *   copy.c, arrays.c, symbols.c, set.c   copies and settings
 *   allocate.c  memory taken and given back; graph_memory.c what graphs hold
 *   devices.c   devices, limits, errors, memory pools
 *   kernels.c   what is known of kernels; launch.c launches
 *   streams.c   streams and events
 *   texture.c   arrays, textures, surfaces
 *   capture.c   streams whose work becomes nodes; graph.c graphs of nodes
 */
#ifndef SIMT_HOST_H
#define SIMT_HOST_H

#include "base/device.h"
#include "base/handles.h"
#include "include/cuda_runtime_api.h"

/* ---- capturing ------------------------------------------------------- */

/*
 * What becomes of the work of streams while some stream is being captured. The
 * calls that take a stream ask this first and return what they get unless it is
 * -1, which says that the work is to be done now. Null: nothing is captured.
 */
struct simt_capture_ops {
    int (*launch)(const struct simt_launch *l);
    int (*copy)(cudaStream_t stream, const struct cudaMemcpy3DParms *p,
                const char *call, const void *site);
    int (*set)(cudaStream_t stream, const struct cudaMemsetParams *p,
               const char *call, const void *site);
    int (*host)(cudaStream_t stream, cudaHostFn_t function, void *data);
    int (*alloc)(cudaStream_t stream, void **p, size_t bytes, const void *site);
    int (*free)(cudaStream_t stream, void *p);
    int (*record)(cudaStream_t stream, cudaEvent_t event);
    int (*event)(cudaStream_t stream, cudaEvent_t event);
    /* Errors (kept) of calls that a capture forbids, or 0: work of the default
     * stream; waiting for a stream, null: for all. */
    int (*implicit)(void);
    int (*wait)(cudaStream_t stream);
    /* the stream is being destroyed */
    void (*leave)(cudaStream_t stream);
};
extern const struct simt_capture_ops *simt_capturing;

#define CAPTURED(call)           \
    do {                         \
        if (simt_capturing) {    \
            int captured = call; \
                                 \
            if (captured >= 0)   \
                return captured; \
        }                        \
    } while (0)

/* ---- copies and settings --------------------------------------------- */

/* The stream that the next copy or setting of this thread belongs to; without
 * it, to the default stream. */
void simt_on_stream(cudaStream_t stream);

/* What nodes do. */
int simt_copy_3d(const struct cudaMemcpy3DParms *p, const char *call,
                 const void *site);
int simt_set(const struct cudaMemsetParams *p, const char *call,
             const void *site);
struct cudaMemcpy3DParms simt_flat_copy(void *dst, const void *src,
                                        size_t bytes, enum cudaMemcpyKind kind);

/* cudaArray_t: rows of a device allocation. */
struct simt_array {
    char *data;
    size_t width, height, depth; /* elements, rows, slices or layers; 0: 1D.. */
    size_t element, pitch, slice; /* bytes */
    unsigned flags;
    int format[5]; /* cudaChannelFormatDesc */
};

/* Whether the name of a function of the host says so. */
bool simt_is_async(const char *call);

/* ---- memory of graphs ------------------------------------------------ */

/* Memory of an allocation node has its address from the beginning to the end,
 * but is there only between being taken and being freed. */
enum simt_graph_memory {
    SIMT_GRAPH_MADE,
    SIMT_GRAPH_TAKEN,
    SIMT_GRAPH_GONE,
};
int simt_graph_memory(void *p, enum simt_graph_memory what, const void *site);
/* Such memory is freed; between simt_memory_lock() and _unlock(). */
void simt_graph_free(struct simt_allocation *a, const void *site);

/* ---- kernels --------------------------------------------------------- */

int simt_launch_array(const void *function, dim3 grid, dim3 block, void **args,
                      size_t shared, cudaStream_t stream, bool cooperative);

/* Where a call launches that knows no line; simt_launch() takes it away. */
extern __thread const void *simt_launch_site;

/* Dynamic shared memory that launches of this kernel may ask for, in bytes:
 * SIMT_SHARED_DEFAULT or what cudaFuncSetAttribute() said. Null: of a kernel
 * whose address is not known. */
size_t simt_shared_limit(const void *function);

/* The most threads that its __launch_bounds__ let a block have. */
int simt_threads_limit(const void *function);

/* Launches from kernels that may wait at once. */
size_t simt_pending_limit(void);

#endif
