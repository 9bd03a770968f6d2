/*
 * vector_add.h - the contract of lab 12: one thread per element, and any
 * number of elements for a fixed number of threads.
 * Source: article 8, section 1 of its examples, "矢量相加" (vector addition).
 *
 * The arrays of both functions are in the device's memory, aligned to 256 bytes,
 * and do not overlap: the host must not touch them. Both return 0 (cudaSuccess)
 * or the cudaError_t of the first call that failed, and need not wait for the
 * kernel to end, nor take that error away from cudaGetLastError().
 */
#ifndef VECTOR_ADD_H
#define VECTOR_ADD_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * d_c[i] = d_a[i] + d_b[i] for i = 0 .. n-1, any floats, without a loop: a
 * thread has one element, or up to four neighbours (a float4).
 *   n  0 .. 2^30; 0 is no error
 */
int vector_add(const float *d_a, const float *d_b, float *d_c, int n);

/*
 * The same by exactly `blocks` blocks of 256 threads, whatever n is: a thread
 * goes on to its next element until there is none left.
 *   n       0 .. 2^30; with n = 0 the threads find nothing to do
 *   blocks  1 .. 65535; for 0 the launch fails, which gives
 *           cudaErrorInvalidConfiguration (CUDA 13: cudaErrorInvalidValue)
 */
int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks);

#ifdef __cplusplus
}
#endif
#endif
