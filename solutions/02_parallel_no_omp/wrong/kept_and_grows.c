// caught by: correctness
// says: grow with the number of calls
// hint: What do you keep from one call to the next
// Each call keeps its threads' structs in a list that nobody ever frees.
// Somebody still points to them, so no tool calls them lost.
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct chunk {
    struct chunk *before;
    pthread_t thread;
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static struct chunk *all_chunks;

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
    struct chunk *last = all_chunks;
    size_t team = (size_t)threads;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    for (size_t t = 0; t < team && !error; t++) {
        struct chunk *c = malloc(sizeof *c);

        if (!c) {
            error = ENOMEM;
            break;
        }
        *c = (struct chunk){
            .before = all_chunks,
            .begin = n * t / team,
            .end = n * (t + 1) / team,
            .body = body,
            .arg = arg,
        };
        error = pthread_create(&c->thread, NULL, run_chunk, c);
        if (error)
            free(c);
        else
            all_chunks = c;
    }
    for (struct chunk *c = all_chunks; c != last; c = c->before)
        pthread_join(c->thread, NULL);
    while (error && all_chunks != last) {
        struct chunk *c = all_chunks;

        all_chunks = c->before;
        free(c);
    }
    return error;
}
