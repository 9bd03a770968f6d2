/*
 * mutex.h - the contract of lab 44: one block at a time.
 * Source: article 7 (Numba: atomics and mutex), section "使用互斥锁锁定资源".
 */
#ifndef MUTEX_H
#define MUTEX_H

#ifdef __cplusplus
extern "C" {
#endif

enum { TOP = 32 };

/*
 * d_top[0] .. d_top[TOP-1] = the largest TOP numbers of d_a[0] .. d_a[n-1], the
 * largest first. Equal ones are there as often as in d_a. With fewer than TOP
 * numbers, the rest is -1.
 *   d_a     n numbers in the device's memory, aligned to 256 bytes,
 *           0 .. 2^31 - 1
 *   n       0 .. 2^30
 *   d_top   TOP numbers in the device's memory; hold anything when the call
 *           begins
 *   blocks  1 .. 65535: how many blocks share the work, for n = 0 as well
 * The blocks put what they have found into d_top itself, one block at a time:
 * each takes the lock, once, and gives it back.
 * A call follows another one without anything done to the lock in between.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int largest(const int *d_a, int n, int *d_top, int blocks);

#ifdef __cplusplus
}
#endif
#endif
