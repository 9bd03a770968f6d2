/* A barrier of C11's parts: who comes last says so to the first, and each wakes
 * the next. */
#include <omp.h>
#include <stdbool.h>
#include <threads.h>

#include "atomic_barrier.h"

struct meeting {
    mtx_t mutex;
    cnd_t complete;
    int missing;
    int64_t total;
};

static int64_t add_and_wait(struct meeting *m, int64_t amount)
{
    int64_t total;

    mtx_lock(&m->mutex);
    m->total += amount;
    m->missing--;
    while (m->missing > 0)
        cnd_wait(&m->complete, &m->mutex);
    total = m->total;
    cnd_signal(&m->complete);
    mtx_unlock(&m->mutex);
    return total;
}

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    struct meeting m = {.missing = -1};
    int team = 0;

    mtx_init(&m.mutex, mtx_plain);
    cnd_init(&m.complete);
#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();

#pragma omp single
        m.missing = team = omp_get_num_threads();
        seen[k] = add_and_wait(&m, work(k));
    }
    cnd_destroy(&m.complete);
    mtx_destroy(&m.mutex);
    return team;
}
