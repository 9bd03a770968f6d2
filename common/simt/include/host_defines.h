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
#ifdef SIMT_CHECK /* gcc copies structures for a call behind its sanitizer's back */
#define noinline __unused__
#endif
#ifdef __CUDACC__ /* the translator's: see bounds_word() */
#define __launch_bounds__(...) __kernel_bounds__(__VA_ARGS__)
#else
#define __launch_bounds__(...)
/* For a host's file (.cpp, .c) with a header that has them. */
#define __global__
#define __device__
#define __shared__
#define __constant__
#define __managed__
#endif
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
