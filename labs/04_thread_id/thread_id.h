/*
 * thread_id.h - the contract of lab 04: which thread does which iteration.
 * Source: article 1, "获取线程索引 id" (get the thread's index); article 3
 * (private variables).
 */
#ifndef THREAD_ID_H
#define THREAD_ID_H

#include <stddef.h>
#include <stdint.h>

/*
 * Do the iterations 0 .. n-1 in one team of threads and write down who did
 * which.
 *   n        how many iterations; may be 0
 *   threads  how many threads to ask OpenMP for, at least 1
 *   owner    n entries, written: owner[i] is the OpenMP number of the thread
 *            that did iteration i
 *   work     the work of an iteration: call work(i) exactly once for every i,
 *            from the thread that does iteration i. Several threads may call
 *            it at the same time.
 * The iterations are split in advance (a static schedule): every thread gets
 * one run of neighbours, in the order of the threads' numbers, and two threads
 * differ by one iteration at most; gcc and clang split schedule(static) so.
 * Returns the size of the team, as OpenMP tells it to the threads inside. It
 * can be smaller than what was asked for, and it is also right when n is 0.
 */
int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i));

#endif
