/*
 * atomic_add.h - the contract of lab 41: many threads change one number.
 * Source: article 7, "Numba 的 CUDA 示例(4/4):原子和互斥", section "原子"
 * (atomics), its example of a data race and what mends it.
 */
#ifndef ATOMIC_ADD_H
#define ATOMIC_ADD_H

#ifdef __cplusplus
extern "C" {
#endif

/* All pointers are to the device's memory, arrays aligned to 256 bytes: the host
 * must not touch them. Both functions return 0 (cudaSuccess) or the cudaError_t
 * of the first call that failed, and need not wait for the kernel to end, nor
 * take that error away from cudaGetLastError(). */

/*
 * Launches `blocks` blocks of `threads` threads. Each thread adds 1 to
 * *d_counter, on top of what is in it when the call begins.
 *   blocks, threads  as the launch takes them; if it refuses them (no block,
 *                    2000 threads), its error is returned
 */
int count_up(int *d_counter, int blocks, int threads);

/*
 * Collects the even numbers among d_a[0] .. d_a[n-1], in any order.
 *   d_a      n numbers, any int values
 *   n        0 .. 2^30
 *   d_out    room for n numbers; the even ones come to its beginning, each as
 *            often as d_a has it. Nothing is written behind them.
 *   d_count  how many there are; holds anything when the call begins
 */
int pick_even(const int *d_a, int n, int *d_out, int *d_count);

#ifdef __cplusplus
}
#endif
#endif
