/*
 * cuda_runtime_api.h - the host's functions. C and C++; C++ programs get more
 * comfortable forms of some of them from cuda_runtime.h.
 */
#ifndef SIMT_CUDA_RUNTIME_API_H
#define SIMT_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ /* programs ask for it */
#pragma GCC system_header
#include "simt_hide.h"

#include "driver_types.h"
#include "vector_functions.h"

#define CUDART_VERSION 12080
#ifndef __CUDART_API_VERSION
#define __CUDART_API_VERSION CUDART_VERSION
#endif

#ifdef __cplusplus
#define SIMT_DEFAULT(value) = value
extern "C" {
#else
#define SIMT_DEFAULT(value)
#endif

/* Never defined: whoever calls one is told by the compiler. */
#define SIMT_UNSUPPORTED(what) \
    __attribute__((error(what " not supported by the CPU device")))

/* ---- errors ---------------------------------------------------------- */

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

/* ---- devices --------------------------------------------------------- */

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags,
                           unsigned int flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                   int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
cudaError_t cudaSetValidDevices(int *devices, int n);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
                                      int device, int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* ---- memory ---------------------------------------------------------- */

cudaError_t cudaMalloc(void **p, size_t bytes);
cudaError_t cudaFree(void *p);
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width,
                            size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent);
cudaError_t cudaMallocHost(void **p, size_t bytes);
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaHostGetDevicePointer(void **device, void *host,
                                     unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t
cudaMallocManaged(void **p, size_t bytes,
                  unsigned int flags SIMT_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *p);

cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes,
                       enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes,
                            enum cudaMemcpyKind kind,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src,
                         size_t spitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src,
                              size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p,
                                  cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src,
                           int src_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src,
                                int src_device, size_t bytes,
                                cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src,
                               size_t bytes, size_t offset SIMT_DEFAULT(0),
                               enum cudaMemcpyKind kind
                                   SIMT_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(
    void *dst, const void *symbol, size_t bytes, size_t offset SIMT_DEFAULT(0),
    enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src,
                                    size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind,
                                    cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol,
                                      size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **p, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol);
cudaError_t cudaMemset(void *p, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width,
                         size_t height);
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width,
                              size_t height,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value,
                         struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
                              struct cudaExtent extent,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device,
                                 cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *p, size_t bytes,
                          enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_bytes,
                                     enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t bytes);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool,
                              const struct cudaMemPoolProps *props);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attr, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attr, void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool,
                                 const struct cudaMemAccessDesc *list,
                                 size_t n);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags,
                                 cudaMemPool_t pool,
                                 struct cudaMemLocation *location);

/* ---- arrays and textures --------------------------------------------- */

struct cudaChannelFormatDesc
cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);
cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height SIMT_DEFAULT(0),
                            unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent,
                              unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y,
                              const void *src, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x,
                                size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y,
                                const void *src, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y,
                                     const void *src, size_t pitch,
                                     size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t pitch,
                                  cudaArray_const_t src, size_t x, size_t y,
                                  size_t width, size_t height,
                                  enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DArrayToArray(
    cudaArray_t dst, size_t dx, size_t dy, cudaArray_const_t src, size_t sx,
    size_t sy, size_t width, size_t height,
    enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture);

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);

static __forceinline__ struct cudaPitchedPtr
make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr v = {p, pitch, xsize, ysize};
    return v;
}
static __forceinline__ struct cudaExtent
make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent v = {width, height, depth};
    return v;
}
static __forceinline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos v = {x, y, z};
    return v;
}

/* ---- streams and events ---------------------------------------------- */

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream,
                                         unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *data,
                                  unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *data);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, void *p,
                         size_t bytes SIMT_DEFAULT(0),
                         unsigned int flags SIMT_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventRecord(cudaEvent_t event,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event,
                                     cudaStream_t stream SIMT_DEFAULT(0),
                                     unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);

/* ---- kernels --------------------------------------------------------- */

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                  const void *function);
cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *function,
                                   enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *function,
                                       enum cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *function,
                                                          int block_size,
                                                          size_t shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_size, size_t shared,
    unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared,
                                                      const void *function,
                                                      int blocks,
                                                      int block_size);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **args, size_t shared SIMT_DEFAULT(0),
                             cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **args);
/* Whether the launch is cooperative; an error if it asks for clusters. */
int simt_read_attributes(const cudaLaunchConfig_t *config, int *cooperative);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **args,
                                        size_t shared SIMT_DEFAULT(0),
                                        cudaStream_t stream SIMT_DEFAULT(0));

/* ---- graphs ---------------------------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after,
    const cudaGraphEdgeData *edges, size_t n, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status);
cudaError_t cudaStreamGetCaptureInfo_v2(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status,
    unsigned long long *id SIMT_DEFAULT(0), cudaGraph_t *graph SIMT_DEFAULT(0),
    const cudaGraphNode_t **after SIMT_DEFAULT(0), size_t *n SIMT_DEFAULT(0));
cudaError_t
cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *after,
                                    size_t n,
                                    unsigned int flags SIMT_DEFAULT(0));
cudaError_t
cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t graph);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node,
                                     cudaGraphNode_t origin, cudaGraph_t copy);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags SIMT_DEFAULT(0));
cudaError_t
cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                              unsigned long long flags SIMT_DEFAULT(0));
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                              size_t *n);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                                  size_t *n);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                              cudaGraphNode_t *to, size_t *n);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                         cudaGraphNode_t *nodes, size_t *n);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                           cudaGraphNode_t *nodes, size_t *n);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 enum cudaGraphNodeType *type);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                     const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t n);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                        const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, size_t n);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int *enabled);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *after, size_t n,
                             struct cudaGraphNodeParams *params);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n,
                                   const struct cudaKernelNodeParams *params);
cudaError_t
cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                             const struct cudaKernelNodeParams *params);
cudaError_t
cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const struct cudaKernelNodeParams *params);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n,
                                   const struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *params);
cudaError_t
cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                             const struct cudaMemcpy3DParms *params);
cudaError_t
cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n,
                                     void *dst, const void *src, size_t bytes,
                                     enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t bytes,
                                           enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                               cudaGraphNode_t node, void *dst,
                                               const void *src, size_t bytes,
                                               enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n,
                                   const struct cudaMemsetParams *params);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams *params);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *params);
cudaError_t
cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const struct cudaMemsetParams *params);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t n,
                                 const struct cudaHostNodeParams *params);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams *params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *params);
cudaError_t
cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                               const struct cudaHostNodeParams *params);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t n);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node,
                                        cudaGraph_t graph,
                                        const cudaGraphNode_t *after, size_t n,
                                        cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *after, size_t n,
                                      cudaEvent_t event);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after, size_t n,
                                       cudaGraph_t child);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                            cudaGraph_t *graph);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n,
                                     struct cudaMemAllocNodeParams *params);
cudaError_t
cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                               struct cudaMemAllocNodeParams *params);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *after, size_t n,
                                    void *p);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value);
cudaError_t cudaGraphConditionalHandleCreate(
    cudaGraphConditionalHandle *handle, cudaGraph_t graph,
    unsigned int first SIMT_DEFAULT(0), unsigned int flags SIMT_DEFAULT(0));

/* ---- not here -------------------------------------------------------- */

#define SIMT_IPC SIMT_UNSUPPORTED("sharing memory between processes is")
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p) SIMT_IPC;
cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle,
                                 unsigned int flags) SIMT_IPC;
cudaError_t cudaIpcCloseMemHandle(void *p) SIMT_IPC;
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle,
                                  cudaEvent_t event) SIMT_IPC;
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event,
                                   cudaIpcEventHandle_t handle) SIMT_IPC;
#define SIMT_MIPMAPS SIMT_UNSUPPORTED("mipmapped memory is")
cudaError_t
cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                         const struct cudaChannelFormatDesc *desc,
                         struct cudaExtent extent, unsigned int levels,
                         unsigned int flags SIMT_DEFAULT(0)) SIMT_MIPMAPS;
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) SIMT_MIPMAPS;
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level,
                                       cudaMipmappedArray_t array,
                                       unsigned int n) SIMT_MIPMAPS;

#ifdef __cplusplus
}
#endif

#include "simt_show.h"
#endif
