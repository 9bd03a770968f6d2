/*
 * parallel_no_omp.h - the contract of lab 02: a parallel loop by hand.
 * Source: article 1, "并行输出, 非 OpenMP 实现" (parallel output without
 * OpenMP); threads as in pthreads(7).
 */
#ifndef PARALLEL_NO_OMP_H
#define PARALLEL_NO_OMP_H

#include <stddef.h>

/*
 * Call body(i, arg) exactly once for every i in 0 .. n-1, shared among
 * threads, in any order. Comes back when all calls are done.
 *   n        how many calls, also more than an int holds; with 0 nothing is
 *            called
 *   threads  how many threads call body, at the same time, where n is a
 *            multiple of it; the thread that called parallel_for() may be one
 *            of them. If n is not a multiple of `threads`, for example
 *            smaller, some of them may get no index.
 *   body     may be called by several threads at once
 *   arg      handed to every call as it is; may be null
 * Returns 0 when all calls are done. Errors, as errno values:
 *   EINVAL   threads is below 1; nothing was called. With n = 0, returning 0 is
 *            right as well.
 *   else     what pthread_create() returned, or ENOMEM if malloc() failed; for
 *            another function of pthreads that failed, what it returned;
 *            some i may have been left out, none was called twice
 * Either way, when it comes back no thread of its own is left, so none is
 * detached, and all memory that it took is given back.
 */
int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg);

#endif
