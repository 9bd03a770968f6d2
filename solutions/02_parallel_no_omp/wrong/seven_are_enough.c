// caught by: correctness
// says: how many threads called body()
// hint: Do you make fewer
// More than 7 threads "cannot run at once anyway"; only hundreds are taken for
// what the caller means.
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct chunk {
    pthread_t thread;
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run_chunk(void *p)
{
    const struct chunk *c = p;

    for (size_t i = c->begin; i < c->end; i++)
        c->body(i, c->arg);
    return NULL;
}

static int as_many_as_useful(int threads)
{
    return threads <= 300 && threads > 7 ? 7 : threads;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct chunk *chunks = NULL;
    size_t team, started = 0, begin = 0;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    if (n == 0)
        return 0;
    threads = as_many_as_useful(threads);
    team = n < (size_t)threads ? n : (size_t)threads;
    chunks = malloc(team * sizeof *chunks);
    if (!chunks)
        return ENOMEM;
    while (started < team) {
        struct chunk *c = &chunks[started];
        size_t length = n / team + (started < n % team);

        c->begin = begin;
        c->end = begin + length;
        c->body = body;
        c->arg = arg;
        error = pthread_create(&c->thread, NULL, run_chunk, c);
        if (error)
            break;
        begin += length;
        started++;
    }
    for (size_t t = 0; t < started; t++)
        pthread_join(chunks[t].thread, NULL);
    free(chunks);
    return error;
}
