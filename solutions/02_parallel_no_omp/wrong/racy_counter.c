// caught by: race (correctness, speed)
// hint: What keeps two of them from changing it at once
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct loop {
    size_t n, next;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run(void *p)
{
    struct loop *l = p;

    while (l->next < l->n)          // <- here
        l->body(l->next++, l->arg); // <- here
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct loop loop = {n, 0, body, arg};
    pthread_t *thread;
    int started = 0, error = 0;

    if (threads < 1)
        return EINVAL;
    thread = malloc((size_t)threads * sizeof *thread);
    if (!thread)
        return ENOMEM;
    while (started < threads && !error)
        error = pthread_create(&thread[started++], NULL, run, &loop);
    if (error)
        started--;
    for (int t = 0; t < started; t++)
        pthread_join(thread[t], NULL);
    free(thread);
    return error;
}
