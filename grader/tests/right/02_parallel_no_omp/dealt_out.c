/* Thread t does t, t + team, t + 2 team, ... */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct all {
    size_t n, team;
    void (*body)(size_t i, void *arg);
    void *arg;
    struct one {
        struct all *all;
        size_t me;
        pthread_t id;
    } one[];
};

static void *run(void *pointer)
{
    struct one *one = (struct one *)pointer;
    struct all *all = one->all;

    for (size_t i = one->me; i < all->n; i += all->team)
        (*all->body)(i, all->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct all *all;
    size_t t;
    int result = 0;

    if (threads < 1)
        return EINVAL;
    size_t team = n < (size_t)threads ? n : (size_t)threads;
    all = malloc(sizeof *all + team * sizeof all->one[0]);
    if (all == NULL)
        return ENOMEM;
    all->n = n;
    all->team = team;
    all->body = body;
    all->arg = arg;
    for (t = 0; t < team && result == 0; t++) {
        all->one[t].all = all;
        all->one[t].me = t;
        result = pthread_create(&all->one[t].id, NULL, run, &all->one[t]);
    }
    if (result)
        t--;
    while (t > 0)
        pthread_join(all->one[--t].id, NULL);
    free(all);
    return result;
}
