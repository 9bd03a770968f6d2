/*
 * transpose_padded.h - the contract of lab 35: transposition through a tile
 * of shared memory without bank conflicts.
 */
#ifndef TRANSPOSE_PADDED_H
#define TRANSPOSE_PADDED_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * d_b[j * rows + i] = d_a[i * cols + j], for 0 <= i < rows, 0 <= j < cols.
 *   d_a         rows x cols numbers in the device's memory, row by row
 *   d_b         cols x rows numbers in the device's memory; not d_a
 *   rows, cols  0 .. 65535 each, rows * cols at most 2^30
 * Both begin at an address that is a multiple of 256.
 * Returns 0 (cudaSuccess) or the cudaError_t of the launch; need not wait for
 * the kernel to end.
 */
int transpose(const float *d_a, float *d_b, int rows, int cols);

#ifdef __cplusplus
}
#endif
#endif
