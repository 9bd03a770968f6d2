/*
 * xnor_shared_row.h - the contract of lab 25: the product of matrices of +1 and
 * -1, a block keeps its row of A in shared memory. Source: article 2, "CUDA
 * 高性能并行计算入门", "矩阵相乘", fifth part (XNOR with shared memory).
 */
#ifndef XNOR_SHARED_ROW_H
#define XNOR_SHARED_ROW_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * C = A B, where a bit 1 is +1 and a bit 0 is -1: d_c[i * n + j] is the sum of
 * k products, each +1 or -1, exactly. With W = (k + 31) / 32 words of 32 bits:
 *   d_a      m x W words: bit b of d_a[i * W + w] is element (i, 32 * w + b)
 *   d_b      W x n words: bit b of d_b[w * n + j] is element (32 * w + b, j)
 *   d_c      m x n; does not overlap the others
 *   m, k, n  m, n: 0 .. 65535; k: 0 .. 393216, not only multiples of 32, so
 *            that W words take at most 48 KB; at most 2^28 elements in a
 *            matrix; 0 is no error. With k = 0 all of C is 0.
 * Bits of A's and B's last words that stand for no element are 0. All three are
 * in the device's memory, row by row without gaps, aligned to 256 bytes: the
 * host must not touch them. Returns 0 (cudaSuccess) or the cudaError_t of the
 * first call that failed, and need not wait for the kernel to end, nor take
 * that error away from cudaGetLastError().
 */
int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n);

#ifdef __cplusplus
}
#endif
#endif
