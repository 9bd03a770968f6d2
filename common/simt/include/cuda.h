/*
 * cuda.h - the driver interface: types and constants only, for programs that
 * include it and do not use it. A function of it (cuInit() and so on) is
 * refused by the compiler.
 */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H
#pragma GCC system_header
#include "simt_hide.h"

#include "cuda_runtime_api.h"
#include <stdint.h>

#define CUDA_VERSION CUDART_VERSION
#define CUDAAPI

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct simt_array *CUarray;
typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_UNKNOWN = 999,
} CUresult;
typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
} CUdevice_attribute;

#ifdef __cplusplus
extern "C" {
#endif
#define SIMT_DRIVER(name) \
    CUresult name() SIMT_UNSUPPORTED("the driver interface (" #name ") is");
#ifdef __cplusplus
#undef SIMT_DRIVER
#define SIMT_DRIVER(name)                                                   \
    CUresult name(...) SIMT_UNSUPPORTED("the driver interface (" #name ") " \
                                                                       "is");
#endif
SIMT_DRIVER(cuInit)
SIMT_DRIVER(cuDriverGetVersion)
SIMT_DRIVER(cuDeviceGet)
SIMT_DRIVER(cuDeviceGetCount)
SIMT_DRIVER(cuDeviceGetName)
SIMT_DRIVER(cuDeviceGetAttribute)
SIMT_DRIVER(cuDeviceComputeCapability)
SIMT_DRIVER(cuDeviceTotalMem)
SIMT_DRIVER(cuCtxCreate)
SIMT_DRIVER(cuCtxDestroy)
SIMT_DRIVER(cuCtxSynchronize)
SIMT_DRIVER(cuCtxGetCurrent)
SIMT_DRIVER(cuCtxSetCurrent)
SIMT_DRIVER(cuModuleLoad)
SIMT_DRIVER(cuModuleLoadData)
SIMT_DRIVER(cuModuleLoadDataEx)
SIMT_DRIVER(cuModuleGetFunction)
SIMT_DRIVER(cuModuleGetGlobal)
SIMT_DRIVER(cuModuleUnload)
SIMT_DRIVER(cuMemAlloc)
SIMT_DRIVER(cuMemFree)
SIMT_DRIVER(cuMemcpyHtoD)
SIMT_DRIVER(cuMemcpyDtoH)
SIMT_DRIVER(cuMemcpyDtoD)
SIMT_DRIVER(cuMemCreate)
SIMT_DRIVER(cuMemMap)
SIMT_DRIVER(cuMemAddressReserve)
SIMT_DRIVER(cuLaunchKernel)
SIMT_DRIVER(cuStreamCreate)
SIMT_DRIVER(cuStreamSynchronize)
SIMT_DRIVER(cuGetErrorName)
SIMT_DRIVER(cuGetErrorString)
SIMT_DRIVER(cuGetProcAddress)
#undef SIMT_DRIVER
#ifdef __cplusplus
}
#endif

#include "simt_show.h"
#endif
