/*
 * atomic_barrier.h - the contract of lab 05: add to one total, wait for all,
 * then look.
 * Source: article 1, "原子操作与同步" (atomic operations, synchronisation).
 */
#ifndef ATOMIC_BARRIER_H
#define ATOMIC_BARRIER_H

#include <stdint.h>

/*
 * In one team of threads every thread k (numbers from 0, as OpenMP gives them)
 *   - calls work(k) once, itself; that takes a while, not the same for all;
 *   - adds what work(k) returned to one total that all threads share;
 *   - when all threads have added theirs, stores the total in seen[k].
 *
 *   threads  how many threads to ask OpenMP for, at least 1
 *   work     gives the amount of thread k; several threads may be in it at the
 *            same time
 *   seen     `threads` entries, of which one for every thread of the team is
 *            written; only what it holds in the end counts
 * The total starts at 0 in every call. It fits into int64_t, as does each sum
 * of some of the amounts, not into int.
 * Returns the size of the team, which can be smaller than what was asked for.
 */
int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[]);

#endif
