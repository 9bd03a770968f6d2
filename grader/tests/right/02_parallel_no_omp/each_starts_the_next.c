/* A thread starts the one after it, does its part, and waits for that one. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>

struct link {
    size_t n, team, me;
    void (*body)(size_t i, void *arg);
    void *arg;
    int error;
};

static void *go(void *p)
{
    struct link *mine = p, next = *mine;
    pthread_t thread;
    size_t end = mine->n / mine->team * (mine->me + 1);
    size_t i = mine->n / mine->team * mine->me;
    int more = 0;

    if (++next.me < mine->team) {
        mine->error = pthread_create(&thread, NULL, go, &next);
        more = mine->error == 0;
    } else {
        end = mine->n;
    }
    for (; i < end; i++)
        mine->body(i, mine->arg);
    if (more) {
        pthread_join(thread, NULL);
        mine->error = next.error;
    }
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct link first = {n, (size_t)threads, 0, body, arg, 0};

    if (threads < 1)
        return EINVAL;
    if (n == 0)
        return 0;
    if (first.team > n)
        first.team = n;
    go(&first);
    return first.error;
}
