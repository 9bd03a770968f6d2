// caught by: correctness
// says: in a loop
// hint: what does it only believe
// All threads get the address of one struct, and each takes its part out of it
// before the next part is put in. But pthread_cond_wait() may come back although
// the thread has not taken anything yet.
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct offer {
    pthread_mutex_t mutex;
    pthread_cond_t taken;
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *run(void *p)
{
    struct offer *o = p;
    size_t begin, end;

    pthread_mutex_lock(&o->mutex);
    begin = o->begin;
    end = o->end;
    pthread_cond_signal(&o->taken);
    pthread_mutex_unlock(&o->mutex);
    for (size_t i = begin; i < end; i++)
        o->body(i, o->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct offer o = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0,
                      body, arg};
    size_t team = (size_t)threads, started = 0;
    pthread_t *id;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    id = malloc(team * sizeof *id);
    if (!id)
        return ENOMEM;
    pthread_mutex_lock(&o.mutex);
    while (started < team) {
        o.begin = n * started / team;
        o.end = n * (started + 1) / team;
        error = pthread_create(&id[started], NULL, run, &o);
        if (error)
            break;
        started++;
        pthread_cond_wait(&o.taken, &o.mutex); // and not asked: has it?
    }
    pthread_mutex_unlock(&o.mutex);
    for (size_t t = 0; t < started; t++)
        pthread_join(id[t], NULL);
    free(id);
    return error;
}
