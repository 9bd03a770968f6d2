/*
 * xnor.h - the contract of lab 24: matrices of +1 and -1, 32 elements in a
 * word, and their product.
 * Source: article 2, "CUDA 高性能并行计算入门", "矩阵相乘", fourth part (XNOR
 * and popcount).
 */
#ifndef XNOR_H
#define XNOR_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * All pointers are to the device's memory, aligned to 256 bytes, rows without
 * gaps; the host must not touch them, and no array overlaps another. All three
 * return 0 (cudaSuccess) or the cudaError_t of the first call that failed, and
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError(). Sizes of 0 are no error.
 */

/*
 * Pack the rows of A, for the left side of a product. Word w of row i is
 * d_bits[i * W + w], W = (cols + 31) / 32. Its bit b (worth 1 << b) is 1 if
 * d_a[i * cols + 32 * w + b] > 0, otherwise 0. Bits beyond the end of the row
 * are 0.
 *   d_a         rows x cols
 *   d_bits      rows x W; all of it is written
 *   rows, cols  0 .. 65535 and 0 .. 393216, at most 2^28 elements
 */
int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols);

/*
 * Pack the columns of B, for the right side. Word w of column j is
 * d_bits[w * cols + j], w below W = (rows + 31) / 32. Its bit b is 1 if
 * d_b[(32 * w + b) * cols + j] > 0, otherwise 0. Bits beyond the end of the
 * column are 0.
 *   d_b         rows x cols
 *   d_bits      W x cols; all of it is written
 *   rows, cols  0 .. 393216 and 0 .. 65535, at most 2^28 elements
 */
int pack_columns(const float *d_b, unsigned *d_bits, int rows, int cols);

/*
 * C = A B for matrices of +1 (bit 1) and -1 (bit 0): d_c[i * n + j] is the sum
 * of k products, each +1 or -1, exactly.
 *   d_a      as pack_rows() leaves an m x k matrix: m x W words
 *   d_b      as pack_columns() leaves a k x n matrix: W x n words
 *   d_c      m x n
 *   m, k, n  m, n: 0 .. 65535; k: 0 .. 393216, not only multiples of 32; at
 *            most 2^28 elements in a matrix. With k = 0 all of C is 0.
 */
int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n);

#ifdef __cplusplus
}
#endif
#endif
