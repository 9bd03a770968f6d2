/* The caller does the last part itself, so one thread less is made. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    size_t lo, hi;
    void (*f)(size_t, void *);
    void *arg;
} Part;

static void do_part(const Part *p)
{
    size_t i = p->lo;
    while (i < p->hi)
        p->f(i++, p->arg);
}

static void *entry(void *p)
{
    do_part((Part *)p);
    pthread_exit(NULL);
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    if (threads <= 0)
        return EINVAL;
    size_t team = (size_t)threads;
    if (team > n)
        team = n;
    if (team == 0)
        return 0;
    Part *part = calloc(team, sizeof(Part));
    pthread_t *id = calloc(team, sizeof(pthread_t));
    int error = part && id ? 0 : ENOMEM;
    size_t made = 0;
    for (size_t t = 0; !error && t < team; t++) {
        part[t] =
            (Part){n / team * t + (t < n % team ? t : n % team),
                   n / team * (t + 1) + (t + 1 < n % team ? t + 1 : n % team),
                   body, arg};
        if (t + 1 == team)
            do_part(&part[t]);
        else if ((error = pthread_create(&id[t], NULL, entry, part + t)) == 0)
            made++;
    }
    while (made > 0)
        pthread_join(id[--made], NULL);
    free(id);
    free(part);
    return error;
}
