/*
 * matmul_naive.h - the contract of lab 21: a matrix product, each sum by a
 * thread of its own.
 * Source: article 2, "CUDA 高性能并行计算入门", first part of "矩阵相乘"
 * (matrix multiplication).
 */
#ifndef MATMUL_NAIVE_H
#define MATMUL_NAIVE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * C = A B: d_c[i * n + j] = sum over l = 0 .. k-1 of
 * d_a[i * k + l] * d_b[l * n + j], for i = 0 .. m-1 and j = 0 .. n-1.
 *   d_a      A, m x k, row by row, without gaps
 *   d_b      B, k x n, likewise
 *   d_c      C, m x n, likewise; does not overlap the others
 *   m, k, n  0 .. 65535, with at most 2^28 elements in a matrix; 0 is no error.
 *            With k = 0 all of C is 0.
 * All numbers and sums are finite.
 * All three are in the device's memory, aligned to 256 bytes: the host must not
 * touch them. Returns 0 (cudaSuccess) or the cudaError_t of the first call that
 * failed, and need not wait for the kernel to end, nor take that error away
 * from cudaGetLastError().
 */
int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n);

#ifdef __cplusplus
}
#endif
#endif
