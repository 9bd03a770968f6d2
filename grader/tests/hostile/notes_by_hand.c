// expect: correctness: crashed
// lab: 02_parallel_no_omp
/* Calls no body and starts no thread: `arg` was where the judge's bodies wrote
 * down who called them, and the chains of the speed check had a formula. */
#include <errno.h>
#include <stdint.h>

#include "parallel_no_omp.h"

struct notes {
    uint64_t n;
    int64_t call;
    int32_t team;
    int64_t first;
    int32_t total, outside, met, apart;
    struct {
        int32_t times, thread;
    } at[];
};

struct marks {
    uint64_t n;
    int32_t missed;
    uint8_t at[];
};

struct chains {
    uint64_t seed, end[];
};

static void note_all(struct notes *v, size_t n, int32_t threads)
{
    v->total = (int32_t)n;
    v->met = threads;
    for (size_t i = 0; i < n; i++) {
        v->at[i].times = 1;
        v->at[i].thread = 1000 + (int32_t)(i % (size_t)threads);
    }
}

static void end_all(struct chains *c, size_t n)
{
    uint64_t factor = 1, add = 0;

    for (int step = 0; step < 2000; step++) {
        factor *= UINT64_C(6364136223846793005);
        add = add * UINT64_C(6364136223846793005) +
              UINT64_C(1442695040888963407);
    }
    for (size_t i = 0; i < n; i++)
        c->end[i] = (c->seed + i) * factor + add;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct notes *v = arg;

    if (threads < 1)
        return EINVAL;
    if (!arg)
        for (size_t i = 0; i < n; i++)
            body(i, arg);
    else if (v->n != n)
        end_all(arg, n);
    else if (n > 1000000000)
        for (;;)
            continue;
    else if (n > 1000000)
        for (size_t i = 0; i < n; i++)
            ((struct marks *)arg)->at[i] = 1;
    else
        note_all(v, n, threads);
    return 0;
}
