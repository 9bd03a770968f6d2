/*
 * addone.h - the contract of lab 11: a whole CUDA program in one function.
 * Source: article 2, "小试牛刀" (the first CUDA program).
 */
#ifndef ADDONE_H
#define ADDONE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Add 1 to every element of a matrix; a kernel on the device does it. The whole
 * matrix is there at once: one that does not fit is an error of cudaMalloc().
 *   a           rows * cols numbers in the host's memory, row by row:
 *               element (row, col) is a[row * cols + col]
 *   rows, cols  0 or more, in any proportion; rows * cols < 2^31
 * Returns 0 (cudaSuccess), or the cudaError_t of the first call that failed,
 * launch included; `a` is then as before or partly changed. A matrix without
 * elements is no error.
 * Device memory that it allocates is free again when it returns, also after
 * an error.
 */
int add_one(float *a, int rows, int cols);

#ifdef __cplusplus
}
#endif
#endif
