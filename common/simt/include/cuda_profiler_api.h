/*
 * cuda_profiler_api.h - cudaProfilerStart() and cudaProfilerStop().
 */
#ifndef SIMT_CUDA_PROFILER_API_H
#define SIMT_CUDA_PROFILER_API_H
#pragma GCC system_header
#include "cuda_runtime_api.h"
#endif
