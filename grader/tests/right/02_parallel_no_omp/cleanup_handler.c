/* A handler for a thread that is cancelled, which none is. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "parallel_no_omp.h"

struct part {
    pthread_t id;
    size_t begin, end;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void over(void *part)
{
    ((struct part *)part)->begin = ((struct part *)part)->end;
}

static void *run(void *p)
{
    struct part *part = p;

    pthread_cleanup_push(over, part);
    for (size_t i = part->begin; i < part->end; i++)
        part->body(i, part->arg);
    pthread_cleanup_pop(1);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    int error = 0, begun = 0;
    struct part *part;

    if (threads < 1)
        return EINVAL;
    if (n == 0)
        return 0;
    if ((size_t)threads > n)
        threads = (int)n;
    part = calloc((size_t)threads, sizeof *part);
    if (!part)
        return ENOMEM;
    for (size_t next = 0; begun < threads && !error; begun++) {
        size_t some = n / (size_t)threads + ((size_t)begun < n % (size_t)threads);

        part[begun] = (struct part){.begin = next,
                                    .end = next + some,
                                    .body = body,
                                    .arg = arg};
        next += some;
        error = pthread_create(&part[begun].id, NULL, run, &part[begun]);
        if (error)
            break;
    }
    for (int k = 0; k < begun; k++)
        pthread_join(part[k].id, NULL);
    free(part);
    return error;
}
