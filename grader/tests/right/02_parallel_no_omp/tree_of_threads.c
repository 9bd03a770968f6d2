/*
 * Each thread starts up to two others, as a heap is a tree, does its own part and
 * joins them: 400 threads are there at once, and each has called malloc(), for
 * which the C library reserves addresses by thread.
 */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct part {
    size_t me, team, n;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *work(void *p)
{
    const struct part *mine = p;
    struct part *child[2] = {NULL, NULL};
    pthread_t thread[2];
    int error = 0;

    for (int k = 0; k < 2; k++) {
        size_t next = 2 * mine->me + 1 + (size_t)k;

        if (next >= mine->team || error)
            continue;
        child[k] = malloc(sizeof *child[k]);
        if (!child[k]) {
            error = ENOMEM;
            continue;
        }
        *child[k] = *mine;
        child[k]->me = next;
        error = pthread_create(&thread[k], NULL, work, child[k]);
        if (error) {
            free(child[k]);
            child[k] = NULL;
        }
    }
    for (size_t i = mine->me; i < mine->n; i += mine->team)
        mine->body(i, mine->arg);
    for (int k = 0; k < 2; k++) {
        void *result;

        if (!child[k])
            continue;
        pthread_join(thread[k], &result);
        if (result && !error)
            error = (int)(size_t)result;
        free(child[k]);
    }
    return (void *)(size_t)error;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct part first = {0, n < (size_t)threads ? n : (size_t)threads, n, body,
                         arg};

    if (threads < 1)
        return EINVAL;
    if (n == 0)
        return 0;
    return (int)(size_t)work(&first);
}
