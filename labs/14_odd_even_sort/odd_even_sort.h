/*
 * odd_even_sort.h - the contract of lab 14: bubble sort for many threads.
 * Source: article 5, which lists it: bubble sort with CUDA.
 *
 * Both functions sort in place, smallest number first. d_a is in the device's
 * memory: the host must not touch it. Both return 0 (cudaSuccess) or the
 * cudaError_t of the first call that failed, and need not wait for the kernels
 * to end, nor take that error away from cudaGetLastError(). Device memory that
 * a function allocates is free again when it returns.
 */
#ifndef ODD_EVEN_SORT_H
#define ODD_EVEN_SORT_H

#ifdef __cplusplus
extern "C" {
#endif

/* The most numbers that sort_block() takes: two for each of 1024 threads. */
#define SORT_BLOCK_MAX 2048

/*
 * Sort d_a[0] .. d_a[n-1] with one launch of one block, in shared memory: each
 * number is read from global memory once and written there once.
 *   n  0 .. SORT_BLOCK_MAX; for more numbers nothing is done, and the result
 *      is 1, cudaErrorInvalidValue
 */
int sort_block(int *d_a, int n);

/*
 * Sort d_a[0] .. d_a[n-1] with as many blocks as it takes and one launch per
 * phase, at most n launches. A phase may compare pairs of neighbours, or sort or
 * merge pieces in shared memory.
 *   n  0 or more; for 0 and 1 nothing need be launched
 */
int odd_even_sort(int *d_a, int n);

#ifdef __cplusplus
}
#endif
#endif
