/*
 * cuda_runtime.h - CUDA for the CPU device: what every .cu file includes,
 * knowingly or not.
 */
#ifndef SIMT_CUDA_RUNTIME_H
#define SIMT_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* programs ask for it */
#pragma GCC system_header
#include "simt_hide.h"

/* libstdc++ has std::string compiled already. Check mode looks into what a
 * kernel does with one: there it is compiled with the program. */
#if defined __cplusplus && defined SIMT_CHECK
#include <cstddef>
#ifdef _GLIBCXX_EXTERN_TEMPLATE
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif

#include "cuda_runtime_api.h"
#include "texture_types.h"

#ifdef __cplusplus
/* As in nvcc's: no <stdio.h>, <assert.h>, or <stdint.h>. */
#include <new>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device_atomic_functions.h"
#include "device_functions.h"
#include "device_launch_parameters.h"
#include "math_functions.h"
#include "simt_launch.h"
#include "surface_functions.h"
#include "texture_fetch_functions.h"

/* ---- host functions with types --------------------------------------- */

#define SIMT_HOST \
    static inline __attribute__((always_inline, artificial, unused)) cudaError_t

template <class T> SIMT_HOST cudaMalloc(T **p, size_t bytes)
{
    return cudaMalloc((void **)p, bytes);
}
template <class T>
SIMT_HOST cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)p, pitch, width, height);
}
template <class T>
SIMT_HOST cudaMallocHost(T **p, size_t bytes, unsigned flags = 0)
{
    return cudaHostAlloc((void **)p, bytes, flags);
}
SIMT_HOST cudaMallocHost(void **p, size_t bytes, unsigned flags)
{
    return cudaHostAlloc(p, bytes, flags);
}
template <class T> SIMT_HOST cudaHostAlloc(T **p, size_t bytes, unsigned flags)
{
    return cudaHostAlloc((void **)p, bytes, flags);
}
template <class T>
SIMT_HOST cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}
template <class T>
SIMT_HOST cudaMallocManaged(T **p, size_t bytes,
                            unsigned flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)p, bytes, flags);
}
template <class T>
SIMT_HOST cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync((void **)p, bytes, stream);
}
template <class T>
SIMT_HOST cudaMallocAsync(T **p, size_t bytes, cudaMemPool_t pool,
                          cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)p, bytes, pool, stream);
}
template <class T>
SIMT_HOST cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool,
                                  cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)p, bytes, pool, stream);
}

namespace simt
{
template <class T> SIMT_INLINE const void *address_of(const T &symbol)
{
    return &reinterpret_cast<const volatile char &>(symbol) -
           static_cast<const volatile char *>(nullptr) +
           static_cast<const char *>(nullptr);
}
} // namespace simt

template <class T>
SIMT_HOST cudaMemcpyToSymbol(const T &symbol, const void *src, size_t bytes,
                             size_t offset = 0,
                             cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol(simt::address_of(symbol), src, bytes, offset,
                              kind);
}
template <class T>
SIMT_HOST cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t bytes,
                               size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(dst, simt::address_of(symbol), bytes, offset,
                                kind);
}
template <class T>
SIMT_HOST cudaMemcpyToSymbolAsync(const T &symbol, const void *src,
                                  size_t bytes, size_t offset = 0,
                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                  cudaStream_t stream = 0)
{
    return cudaMemcpyToSymbolAsync(simt::address_of(symbol), src, bytes, offset,
                                   kind, stream);
}
template <class T>
SIMT_HOST cudaMemcpyFromSymbolAsync(
    void *dst, const T &symbol, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return cudaMemcpyFromSymbolAsync(dst, simt::address_of(symbol), bytes,
                                     offset, kind, stream);
}
template <class T, class S>
SIMT_HOST cudaGetSymbolAddress(S **p, const T &symbol)
{
    return cudaGetSymbolAddress((void **)p, simt::address_of(symbol));
}
template <class T> SIMT_HOST cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    return cudaGetSymbolSize(bytes, simt::address_of(symbol));
}

SIMT_HOST cudaMemPrefetchAsync(const void *p, size_t bytes,
                               cudaMemLocation location, unsigned,
                               cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(p, bytes,
                                location.type == cudaMemLocationTypeDevice
                                    ? location.id
                                    : cudaCpuDeviceId,
                                stream);
}
SIMT_HOST cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice,
                        cudaMemLocation location)
{
    return cudaMemAdvise(p, bytes, advice,
                         location.type == cudaMemLocationTypeDevice
                             ? location.id
                             : cudaCpuDeviceId);
}
SIMT_HOST cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

/* ---- graphs: as CUDA 11 and 13 spell some calls ---------------------- */

SIMT_HOST cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                               cudaGraphNode_t *, char *, size_t)
{
    return cudaGraphInstantiate(exec, graph, 0);
}
SIMT_HOST cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                              cudaGraphNode_t *node,
                              cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info = {};
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    if (node)
        *node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}
SIMT_HOST cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *after,
                           const cudaGraphEdgeData *, size_t n,
                           cudaGraphNodeParams *params)
{
    return cudaGraphAddNode(node, graph, after, n, params);
}
SIMT_HOST
cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                         unsigned long long *id = 0, cudaGraph_t *graph = 0,
                         const cudaGraphNode_t **after = 0, size_t *n = 0)
{
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, after, n);
}
SIMT_HOST cudaStreamGetCaptureInfo(cudaStream_t stream,
                                   cudaStreamCaptureStatus *status,
                                   unsigned long long *id, cudaGraph_t *graph,
                                   const cudaGraphNode_t **after,
                                   const cudaGraphEdgeData **edges, size_t *n)
{
    if (edges)
        *edges = nullptr;
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, after, n);
}
SIMT_HOST cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                              cudaGraphNode_t *after,
                                              const cudaGraphEdgeData *,
                                              size_t n, unsigned flags = 0)
{
    return cudaStreamUpdateCaptureDependencies(stream, after, n, flags);
}
SIMT_INLINE void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                         unsigned value)
{
    simt_set_condition(handle, value);
}

/* ---- kernels as arguments -------------------------------------------- */

template <class... P>
SIMT_HOST cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                void (*kernel)(P...))
{
    return cudaFuncGetAttributes(attributes,
                                 reinterpret_cast<const void *>(kernel));
}
template <class... P>
SIMT_HOST cudaFuncSetAttribute(void (*kernel)(P...),
                               cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel),
                                attribute, value);
}
template <class... P>
SIMT_HOST cudaFuncSetCacheConfig(void (*kernel)(P...), cudaFuncCache config)
{
    return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel),
                                  config);
}
template <class... P>
SIMT_HOST cudaFuncSetSharedMemConfig(void (*kernel)(P...),
                                     cudaSharedMemConfig config)
{
    return cudaFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel),
                                      config);
}
template <class... P>
SIMT_HOST
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(P...),
                                              int block_size, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(kernel), block_size, shared);
}
template <class... P>
SIMT_HOST cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, void (*kernel)(P...), int block_size, size_t shared,
    unsigned flags)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void *>(kernel), block_size, shared,
        flags);
}
template <class... P>
SIMT_HOST cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared,
                                                    void (*kernel)(P...),
                                                    int blocks, int block_size)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        shared, reinterpret_cast<const void *>(kernel), blocks, block_size);
}

/* The block size with the most resident threads; the largest of those. */
template <class T, class Shared>
SIMT_HOST
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel,
                                               Shared shared, int limit = 0)
{
    cudaFuncAttributes attributes;
    int device = 0, sms = 0, most = 0;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error == cudaSuccess &&
        (error = cudaGetDevice(&device)) == cudaSuccess)
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount,
                                       device);
    if (limit <= 0 || limit > attributes.maxThreadsPerBlock)
        limit = attributes.maxThreadsPerBlock;
    *grid = *block = 0;
    for (int size = limit; error == cudaSuccess && size > 0;
         size = (size - 1) / warpSize * warpSize) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, size, shared(size));
        if (blocks * size > most) {
            most = blocks * size;
            *block = size;
            *grid = blocks * sms;
        }
    }
    return error;
}
template <class T, class Shared>
SIMT_HOST cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, T kernel, Shared shared, int limit = 0, unsigned = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel,
                                                          shared, limit);
}
template <class T>
SIMT_HOST cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel,
                                             size_t shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [shared](int) { return shared; }, limit);
}
template <class T>
SIMT_HOST
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T kernel,
                                            size_t shared = 0, int limit = 0,
                                            unsigned = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared,
                                              limit);
}

namespace simt
{
/* __launch_bounds__(most) */
SIMT_INLINE void bounded(int most)
{
    if (blockDim.x * blockDim.y * blockDim.z > static_cast<unsigned>(most))
        simt_exceeds(most);
}

/* So that a kernel can be launched from its address as well. */
template <class... P>
int launch_known(const void *function, const struct simt_launch *how,
                 void **args);
template <class... P>
SIMT_INLINE const void *
register_kernel(void (*kernel)(P...), const char *name = nullptr, int most = 0)
{
    const void *function = reinterpret_cast<const void *>(kernel);
    simt_register_kernel(function, name, launch_known<P...>, most);
    return function;
}

template <class... P>
constexpr auto known_kernel(void (*kernel)(P...)) -> void (*)(P...)
{
    if (!__builtin_is_constant_evaluated())
        register_kernel(kernel);
    return kernel;
}

template <size_t... I, class... P>
cudaError_t launch_array(config cfg, void (*kernel)(P...), void **args,
                         std::index_sequence<I...>, const char *file = "",
                         int line = 0)
{
    (void)args;
    const void *function = reinterpret_cast<const void *>(kernel);
    site at = {cfg, simt_kernel_name(function), file, line, function};
    pointer_body<P...> body(at.function);
    return static_cast<cudaError_t>(
        run<kept<P>...>(at, body, *static_cast<std::decay_t<P> *>(args[I])...));
}
template <class... P>
cudaError_t launch_with_attributes(const cudaLaunchConfig_t *launch,
                                   void (*kernel)(P...), void **args)
{
    int cooperative, error = simt_read_attributes(launch, &cooperative);
    if (error)
        return static_cast<cudaError_t>(error);
    config cfg(launch->gridDim, launch->blockDim, launch->dynamicSmemBytes,
               launch->stream);
    cfg.cooperative = cooperative != 0;
    return launch_array(cfg, kernel, args, std::index_sequence_for<P...>());
}
template <class... P>
int launch_known(const void *function, const struct simt_launch *how,
                 void **args)
{
    config cfg(dim3(how->grid.x, how->grid.y, how->grid.z),
               dim3(how->block.x, how->block.y, how->block.z), how->shared,
               static_cast<cudaStream_t>(how->stream));
    cfg.cooperative = how->cooperative;
    return launch_array(cfg, (void (*)(P...))function, args,
                        std::index_sequence_for<P...>());
}
} // namespace simt

template <class... P>
SIMT_HOST cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                           void **args, size_t shared = 0,
                           cudaStream_t stream = 0,
                           const char *file = __builtin_FILE(),
                           int line = __builtin_LINE())
{
    return simt::launch_array(simt::config(grid, block, shared, stream), kernel,
                              args, std::index_sequence_for<P...>(), file,
                              line);
}
template <class... P>
SIMT_HOST cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid,
                                      dim3 block, void **args,
                                      size_t shared = 0,
                                      cudaStream_t stream = 0,
                                      const char *file = __builtin_FILE(),
                                      int line = __builtin_LINE())
{
    simt::config cfg(grid, block, shared, stream);
    cfg.cooperative = true;
    return simt::launch_array(cfg, kernel, args,
                              std::index_sequence_for<P...>(), file, line);
}
template <class... P, class... A>
SIMT_HOST cudaLaunchKernelEx(const cudaLaunchConfig_t *launch,
                             void (*kernel)(P...), A &&...args)
{
    return [&](P... p) {
        void *array[] = {(void *)&p..., nullptr};
        return simt::launch_with_attributes(launch, kernel, array);
    }(std::forward<A>(args)...);
}

#endif
#include "simt_show.h"
#endif
