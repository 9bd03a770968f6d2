// caught by: correctness (speed)
// says: It was the thread that called parallel_for(), and it had not started all of the others yet
// hint: Which step of yours makes one wait for another
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct share {
    pthread_t thread;
    size_t from, to;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *work(void *p)
{
    const struct share *s = p;

    for (size_t i = s->from; i < s->to; i++)
        s->body(i, s->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    size_t many, at = 0, ready = 0;
    struct share *share;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    if (n == 0)
        return 0;
    many = (size_t)threads < n ? (size_t)threads : n;
    share = malloc(many * sizeof *share);
    if (!share)
        return ENOMEM;
    while (ready < many && !error) {
        struct share *s = &share[ready];

        *s = (struct share){.from = at, .body = body, .arg = arg};
        at += n / many + (ready < n % many);
        s->to = at;
        if (ready == 0)
            work(s); /* this thread's own, and nobody else is there yet */
        else
            error = pthread_create(&s->thread, NULL, work, s);
        ready += !error;
    }
    for (size_t k = 1; k < ready; k++)
        pthread_join(share[k].thread, NULL);
    free(share);
    return error;
}
