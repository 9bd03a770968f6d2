/*
 * transpose_columns.h - the contract of lab 32: transpose a matrix, with
 * neighbouring threads reading neighbouring elements.
 * Source: article 8, section 2 of its examples, "矩阵转置" (matrix transpose),
 * step 2.
 */
#ifndef TRANSPOSE_COLUMNS_H
#define TRANSPOSE_COLUMNS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * d_b = d_a, transposed: d_b[j * rows + i] = d_a[i * cols + j] for
 * i = 0 .. rows-1 and j = 0 .. cols-1.
 *   d_a         rows x cols, row by row, without gaps
 *   d_b         cols x rows, likewise; does not overlap d_a
 *   rows, cols  0 .. 65535, with rows * cols <= 2^28; 0 is no error
 * Both are in the device's memory, aligned to 256 bytes: the host must not
 * touch them. Returns 0 (cudaSuccess) or the cudaError_t of the first call that
 * failed, and need not wait for the kernel to end, nor take that error away
 * from cudaGetLastError().
 */
int transpose(const float *d_a, float *d_b, int rows, int cols);

#ifdef __cplusplus
}
#endif
#endif
