// caught by: correctness (race)
// says: detached
// hint: that it is gone
// The threads are counted down and not joined. Who counts last has still to
// end, and to leave its stack, when parallel_for() comes back.
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct team {
    pthread_mutex_t mutex;
    pthread_cond_t all_done;
    int at_work;
    void (*body)(size_t i, void *arg);
    void *arg;
};

struct chunk {
    struct team *team;
    size_t begin, end;
};

static void *run_chunk(void *p)
{
    struct chunk *c = p;
    struct team *team = c->team;

    for (size_t i = c->begin; i < c->end; i++)
        team->body(i, team->arg);
    free(c);
    pthread_mutex_lock(&team->mutex);
    if (--team->at_work == 0)
        pthread_cond_signal(&team->all_done);
    pthread_mutex_unlock(&team->mutex);
    return NULL;
}

static int start(struct team *team, size_t begin, size_t end)
{
    struct chunk *c = malloc(sizeof *c);
    pthread_t thread;
    int error;

    if (!c)
        return ENOMEM;
    *c = (struct chunk){team, begin, end};
    pthread_mutex_lock(&team->mutex);
    team->at_work++;
    pthread_mutex_unlock(&team->mutex);
    error = pthread_create(&thread, NULL, run_chunk, c);
    if (!error) {
        pthread_detach(thread);
        return 0;
    }
    free(c);
    pthread_mutex_lock(&team->mutex);
    team->at_work--;
    pthread_mutex_unlock(&team->mutex);
    return error;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct team team = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0,
                        body, arg};
    size_t all = (size_t)threads;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    for (size_t t = 0; t < all && !error; t++)
        error = start(&team, n * t / all, n * (t + 1) / all);
    pthread_mutex_lock(&team.mutex);
    while (team.at_work > 0)
        pthread_cond_wait(&team.all_done, &team.mutex);
    pthread_mutex_unlock(&team.mutex);
    return error;
}
