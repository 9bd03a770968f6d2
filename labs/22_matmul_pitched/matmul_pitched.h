/*
 * matmul_pitched.h - the contract of lab 22: matrices whose rows begin where
 * the memory likes them to.
 * Source: article 2, "CUDA 高性能并行计算入门", second part of "矩阵相乘"
 * (matrix multiplication); CUDA C++ Programming Guide, "Device Memory" (pitch).
 */
#ifndef MATMUL_PITCHED_H
#define MATMUL_PITCHED_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * C = A B as in lab 21, on matrices in the device's memory whose rows have gaps
 * between them: row i of A begins a_pitch * i *bytes* behind d_a.
 *   d_a, d_b, d_c  A, m x k; B, k x n; C, m x n; C does not overlap the others
 *   a_pitch, ...   bytes from one row to the next: a multiple of
 *                  sizeof(float), and at least a row's k or n floats
 *   m, k, n        0 .. 65535, with at most 2^30 bytes in a matrix; 0 is no
 *                  error. With k = 0 all of C is 0.
 * The gaps of C must stay as they are. Returns 0 (cudaSuccess) or the
 * cudaError_t of the first call that failed, and need not wait for the kernel
 * to end, nor take that error away from cudaGetLastError().
 */
int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n);

/*
 * C = A B with matrices in the *host's* memory, row by row, without gaps.
 * Allocates rows with a pitch as cudaMallocPitch() does, copies them, calls
 * matmul_pitched(), copies C back, and frees what it allocated, in any case.
 * Returns 0, or the first cudaError_t; what is in c is then of no interest.
 * More than the device has memory is cudaErrorMemoryAllocation. If C has no
 * element, nothing is to be done.
 */
int matmul(const float *a, const float *b, float *c, int m, int k, int n);

#ifdef __cplusplus
}
#endif
#endif
