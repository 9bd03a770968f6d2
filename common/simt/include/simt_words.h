/*
 * simt_words.h - the translator sees __host__, which is empty for all others: a
 * function that is __host__ __device__ may call what only the host has. simtcc
 * includes this behind cuda_runtime.h.
 */
#pragma GCC system_header
#undef __host__
#define __host__ __host__
