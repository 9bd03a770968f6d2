// caught by: correctness (speed)
// says: waited in vain for the others to come. All had been started: look for a lock
// hint: Which step of yours makes one wait for another
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run_chunk(void *p)
{
    const struct chunk *c = p;

    pthread_mutex_lock(&lock); /* to be safe */
    for (size_t i = c->begin; i < c->end; i++)
        c->body(i, c->arg);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    size_t team, started = 0;
    struct chunk *chunks;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    team = (size_t)threads;
    chunks = malloc(team * sizeof *chunks);
    if (!chunks)
        return ENOMEM;
    for (size_t t = 0; t < team; t++) {
        chunks[t].begin = n * t / team;
        chunks[t].end = n * (t + 1) / team;
        chunks[t].body = body;
        chunks[t].arg = arg;
        error = pthread_create(&chunks[t].thread, NULL, run_chunk, &chunks[t]);
        if (error)
            break;
        started++;
    }
    for (size_t t = 0; t < started; t++)
        pthread_join(chunks[t].thread, NULL);
    free(chunks);
    return error;
}
