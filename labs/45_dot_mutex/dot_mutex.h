/*
 * dot_mutex.h - the contract of lab 45: a dot product down to one number, the
 * blocks' sums added up under a lock.
 * Source: article 7 (numba: atomics and mutex), section "互斥点乘".
 */
#ifndef DOT_MUTEX_H
#define DOT_MUTEX_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * *d_c = d_a[0] * d_b[0] + ... + d_a[n-1] * d_b[n-1].
 *   d_a, d_b  n floats each, in the device's memory; at addresses that 256
 *             divides
 *   n         0 .. 2^30; 0 gives 0
 *   d_c       one float in the device's memory; holds anything when the call
 *             begins
 *   blocks    1 .. 65535: how many blocks share the work, for n = 0 as well.
 *             Each adds its sum to *d_c once, while it has the lock. An
 *             atomicAdd() may do that, but needs the lock all the same. Another
 *             kernel may clear *d_c before.
 * The numbers that are tried are small, whole ones and halves, and all sums of
 * products are exact in a float: the result must be, too, in whatever order it
 * is added up.
 * A call follows another one without anything done to the lock in between.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int dot(const float *d_a, const float *d_b, int n, float *d_c, int blocks);

#ifdef __cplusplus
}
#endif
#endif
