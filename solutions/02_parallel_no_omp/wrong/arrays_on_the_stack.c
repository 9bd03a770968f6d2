// caught by: correctness (race, memory, speed)
// says: finds the stack full
// hint: How large is the stack
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>

struct part {
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run(void *p)
{
    const struct part *part = p;

    for (size_t i = part->begin; i < part->end; ++i)
        part->body(i, part->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    if (threads < 1)
        return EINVAL;

    struct part part[threads];
    pthread_t id[threads];
    int started = 0, error = 0;
    size_t begin = 0;

    if (n < (size_t)threads)
        threads = (int)n;
    for (int t = 0; t < threads; t++) {
        /* what is left, shared by those that are left */
        size_t mine = (n - begin) / (size_t)(threads - t);

        part[t].begin = begin;
        part[t].end = begin + mine;
        part[t].body = body;
        part[t].arg = arg;
        begin += mine;
        error = pthread_create(&id[t], NULL, run, &part[t]);
        if (error)
            break;
        started++;
    }
    for (int t = 0; t < started; t++)
        pthread_join(id[t], NULL);
    return error;
}
