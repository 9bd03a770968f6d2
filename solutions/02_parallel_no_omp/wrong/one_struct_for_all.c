// caught by: race (correctness, memory, speed)
// says: and nothing orders
// hint: How many structs are there, and how many threads
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct chunk {
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run(void *p)
{
    const struct chunk *c = p;

    for (size_t i = c->begin; i < c->end; i++) // <- here
        c->body(i, c->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct chunk c;
    pthread_t *thread;
    size_t t, team = (size_t)threads;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    thread = malloc(team * sizeof *thread);
    if (!thread)
        return ENOMEM;
    c.body = body;
    c.arg = arg;
    for (t = 0; t < team; t++) {
        c.begin = n * t / team; // <- here
        c.end = n * (t + 1) / team; // <- here
        error = pthread_create(&thread[t], NULL, run, &c);
        if (error)
            break;
    }
    while (t > 0)
        pthread_join(thread[--t], NULL);
    free(thread);
    return error;
}
