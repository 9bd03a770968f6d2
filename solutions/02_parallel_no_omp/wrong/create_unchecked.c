// caught by: correctness
// says: does your code look at what it returns
// hint: Which threads do you join in that case
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

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    size_t team;
    struct chunk *chunks;

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
        pthread_create(&chunks[t].thread, NULL, run_chunk, &chunks[t]);
    }
    for (size_t t = 0; t < team; t++)
        pthread_join(chunks[t].thread, NULL);
    free(chunks);
    return 0;
}
