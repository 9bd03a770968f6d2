// caught by: correctness (race, memory, speed)
// says: by more than
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct visit {
    pthread_t thread;
    size_t i;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run(void *p)
{
    struct visit *v = p;

    v->body(v->i, v->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct visit *visits;
    size_t started;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    visits = malloc(n * sizeof *visits + 1);
    if (!visits)
        return ENOMEM;
    for (started = 0; started < n && !error; started++) {
        visits[started] = (struct visit){0, started, body, arg};
        error = pthread_create(&visits[started].thread, NULL, run,
                               &visits[started]);
    }
    started -= error != 0;
    for (size_t i = 0; i < started; i++)
        pthread_join(visits[i].thread, NULL);
    free(visits);
    return error;
}
