// caught by: race (correctness, memory, speed)
// says: and nothing orders
// hint: How many structs are there, and how many threads | does each thread see its own part
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    size_t n, team;
    void (*body)(size_t i, void *arg);
    void *arg;
} loop;

static void *run(void *p)
{
    size_t t = *(size_t *)p; // <- here

    for (size_t i = loop.n * t / loop.team; i < loop.n * (t + 1) / loop.team;
         i++)
        loop.body(i, loop.arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    pthread_t *thread;
    size_t t;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    loop.n = n;
    loop.team = (size_t)threads;
    loop.body = body;
    loop.arg = arg;
    thread = malloc(loop.team * sizeof *thread);
    if (!thread)
        return ENOMEM;
    for (t = 0; t < loop.team; t++) { // <- here
        error = pthread_create(&thread[t], NULL, run, &t);
        if (error)
            break;
    }
    while (t > 0)
        pthread_join(thread[--t], NULL); // <- here
    free(thread);
    return error;
}
