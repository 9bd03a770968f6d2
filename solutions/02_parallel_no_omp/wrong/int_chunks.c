// caught by: correctness
// says: fit into its type
// hint: which type has each
// A part's beginning and length are ints: from 2^31 indices on they are not
// what they should be.
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct chunk {
    pthread_t thread;
    int begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run_chunk(void *p)
{
    const struct chunk *c = p;

    for (int i = c->begin; i < c->end; i++)
        c->body((size_t)i, c->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct chunk *chunks;
    int length, started = 0, error = 0;

    if (threads < 1)
        return EINVAL;
    chunks = malloc((size_t)threads * sizeof *chunks);
    if (!chunks)
        return ENOMEM;
    length = (int)(n / (size_t)threads);
    while (started < threads) {
        struct chunk *c = &chunks[started];

        c->begin = started * length;
        c->end = started == threads - 1 ? (int)n : c->begin + length;
        c->body = body;
        c->arg = arg;
        error = pthread_create(&c->thread, NULL, run_chunk, c);
        if (error)
            break;
        started++;
    }
    for (int t = 0; t < started; t++)
        pthread_join(chunks[t].thread, NULL);
    free(chunks);
    return error;
}
