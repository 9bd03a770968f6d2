/*
 * dot_shuffle.h - the contract of lab 46: a dot product down to one number,
 * with shuffles within warps and one atomic per block.
 * Source: article 7 (numba: atomics and mutex), section "互斥点乘", brought up
 * to date.
 */
#ifndef DOT_SHUFFLE_H
#define DOT_SHUFFLE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * *d_c = d_a[0] * d_b[0] + ... + d_a[n-1] * d_b[n-1].
 *   d_a, d_b  n floats each, in the device's memory; at addresses that 256
 *             divides, so that four floats at a time may be read
 *   n         0 .. 2^30; 0 gives 0
 *   d_c       one float in the device's memory; holds anything when the call
 *             begins
 * How many blocks and threads there are is yours to choose.
 * The numbers that are tried are small, whole ones and halves, and all sums of
 * products are exact in a float: the result must be, too, in whatever order it
 * is added up.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int dot(const float *d_a, const float *d_b, int n, float *d_c);

#ifdef __cplusplus
}
#endif
#endif
