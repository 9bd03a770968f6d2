/* All threads take the next few indices from one counter. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    atomic_size_t next;
    size_t n, grain;
    void (*body)(size_t, void *);
    void *arg;
};

static void *work(void *p)
{
    struct job *j = p;
    size_t begin;

    while ((begin = atomic_fetch_add(&j->next, j->grain)) < j->n) {
        size_t end = j->n - begin < j->grain ? j->n : begin + j->grain;

        for (size_t i = begin; i != end; ++i)
            j->body(i, j->arg);
    }
    return p;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct job job = {.n = n, .body = body, .arg = arg};
    int error = 0, started;

    if (threads < 1)
        return EINVAL;
    if ((size_t)threads > n)
        threads = (int)n;
    job.grain = n / ((size_t)threads * 16 + 1) + 1;
    if (job.grain > 1 && n / job.grain < (size_t)threads)
        job.grain = 1;
    pthread_t *id = malloc((size_t)threads * sizeof *id + 1);
    if (!id)
        return ENOMEM;
    for (started = 0; started < threads; started++)
        if ((error = pthread_create(id + started, NULL, work, &job)))
            break;
    while (started--)
        pthread_join(id[started], NULL);
    free(id);
    return error;
}
