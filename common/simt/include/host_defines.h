/*
 * host_defines.h - CUDA's qualifiers. __global__, __device__, __shared__,
 * __constant__ and __managed__ are no macros: the translator replaces them.
 */
#ifndef SIMT_HOST_DEFINES_H
#define SIMT_HOST_DEFINES_H
#pragma GCC system_header

#define __host__
#define __forceinline__ inline __attribute__((__always_inline__))
/* Empty, since the C++ library writes __attribute__((__noinline__)). */
#define __noinline__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __nv_pure__
#define __tile_static__
#define __align__(n) __attribute__((__aligned__(n)))
#define __builtin_align__(n) __attribute__((__aligned__(n)))
#define __device_builtin__
#define __cudart_builtin__
#define __annotate__(...)
#define __location__(...)
#define __thread__ __thread
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDART_DEVICE

#endif
