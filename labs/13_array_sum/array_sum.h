/*
 * array_sum.h - the contract of lab 13: one number from many, on the device.
 * Source: article 5, which lists it: sum an array with CUDA and compare with
 * the CPU.
 */
#ifndef ARRAY_SUM_H
#define ARRAY_SUM_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * *d_sum = the sum of d_a[0] .. d_a[n-1].
 *   d_a    n numbers in the device's memory, aligned to 256 bytes, any int values
 *   n      0 .. 2^30; 0 gives 0
 *   d_sum  in the device's memory; holds anything when the call begins
 * The result is exact: it fits into a long long for every such n.
 * Each block adds up its numbers in a tree, in shared memory or by shuffles.
 * Several blocks share the numbers, at least 8 from 50000 numbers up. Device
 * memory that it allocates is free again when it returns, also after an error.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int array_sum(const int *d_a, int n, long long *d_sum);

#ifdef __cplusplus
}
#endif
#endif
