/*
 * Why it works: one factor is converted before the multiplication, so the
 * product is computed in 64 bits. A double holds every int32_t exactly, and
 * the root of a number below 2^31 that is no square is at least 1e-5 away from
 * every integer, far more than sqrt() can be off, so cutting off the fraction
 * is right. The last bit of a number says whether it is odd, also below zero.
 *
 * The indices are dealt out in chunks of 1024, like cards: thread 0, thread 1,
 * ..., thread 0 again. So every thread gets its share of both halves, and it
 * does not matter which one is dearer. With one chunk per thread (what
 * `schedule(static)` alone means) the threads with the cheap half would be done
 * early and wait.
 *
 * Another way: schedule(dynamic, 1024). Threads fetch their next chunk when
 * they are done with the last one. That is also even when a core is slower
 * than the others, or when dear elements stand anywhere. Each fetch costs some
 * time, so the chunks must not be too small: with one element per fetch the
 * fetching takes longer than the work.
 */
#include <math.h>

#include "mix.h"

int64_t square(int32_t x)
{
    return (int64_t)x * x;
}

int64_t root(int32_t x)
{
    return (int64_t)sqrt((double)x);
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

#pragma omp parallel for schedule(static, 1024) reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        count += result & 1;
    }
    return count;
}
