// caught by: correctness, race (memory)
// says: did not come back
// hint: a count of those that are done
// Waits in a loop for a plain variable. The compiler reads it once, so the loop
// never ends; why, the race check says at the line.
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct chunk {
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
    int *ended;
};

static void *run_chunk(void *p)
{
    const struct chunk *c = p;

    for (size_t i = c->begin; i < c->end; i++)
        c->body(i, c->arg);
    ++*c->ended; // <- here
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    size_t team = (size_t)threads;
    int started = 0, error = 0, ended = 0;

    if (threads < 1)
        return EINVAL;
    pthread_t *thread = malloc(team * sizeof *thread);
    struct chunk *chunk = malloc(team * sizeof *chunk);
    if (!thread || !chunk) {
        free(thread);
        free(chunk);
        return ENOMEM;
    }
    for (size_t t = 0; t < team && !error; t++) {
        chunk[t] = (struct chunk){n * t / team, n * (t + 1) / team, body, arg,
                                  &ended};
        error = pthread_create(&thread[t], NULL, run_chunk, &chunk[t]);
        started += !error;
    }
    while (ended < started) // <- here
        ;
    for (int t = 0; t < started; t++)
        pthread_join(thread[t], NULL);
    free(thread);
    free(chunk);
    return error;
}
