/* The threads have small stacks, wait until all are there, and do every
 * team'th index; those that could start go home if one could not. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum { STACK = 256 << 10 };

struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    enum { CLOSED, OPEN, GO_HOME } state;
    size_t n, team, next_number;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run(void *p)
{
    struct gate *g = p;
    size_t me;
    int state;

    pthread_mutex_lock(&g->mutex);
    me = g->next_number++;
    while (g->state == CLOSED)
        pthread_cond_wait(&g->opened, &g->mutex);
    state = g->state;
    pthread_mutex_unlock(&g->mutex);
    for (size_t i = me; state == OPEN && i < g->n; i += g->team)
        g->body(i, g->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct gate g = {
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .opened = PTHREAD_COND_INITIALIZER,
        .n = n,
        .team = (size_t)threads,
        .body = body,
        .arg = arg,
    };
    pthread_attr_t attributes;
    pthread_t *id;
    int made = 0, error;

    if (threads < 1)
        return EINVAL;
    id = calloc((size_t)threads, sizeof *id);
    if (!id)
        return ENOMEM;
    error = pthread_attr_init(&attributes);
    if (error) {
        free(id);
        return error;
    }
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    while (made < threads && !error) {
        error = pthread_create(&id[made], &attributes, run, &g);
        made += !error;
    }
    pthread_attr_destroy(&attributes);
    pthread_mutex_lock(&g.mutex);
    g.state = error ? GO_HOME : OPEN;
    pthread_cond_broadcast(&g.opened);
    pthread_mutex_unlock(&g.mutex);
    while (made > 0)
        pthread_join(id[--made], NULL);
    pthread_cond_destroy(&g.opened);
    pthread_mutex_destroy(&g.mutex);
    free(id);
    return error;
}
