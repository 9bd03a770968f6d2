/* A mutex guards the next index; the body is called outside of it. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t mutex;
    size_t next, end, many;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static bool take(struct queue *q, size_t *begin, size_t *end)
{
    pthread_mutex_lock(&q->mutex);
    *begin = q->next;
    *end = q->end - q->next < q->many ? q->end : q->next + q->many;
    q->next = *end;
    pthread_mutex_unlock(&q->mutex);
    return *begin < *end;
}

static void *serve(void *p)
{
    size_t i, end;

    while (take(p, &i, &end))
        for (; i < end; i++)
            ((struct queue *)p)->body(i, ((struct queue *)p)->arg);
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct queue q = {
        .mutex = PTHREAD_MUTEX_INITIALIZER, .end = n, .body = body, .arg = arg};
    pthread_t *id;
    int made, error = 0;

    if (threads < 1)
        return EINVAL;
    if (n == 0)
        return 0;
    if ((size_t)threads > n)
        threads = (int)n;
    q.many = n / (size_t)threads / 8;
    if (q.many == 0)
        q.many = 1;
    id = malloc(sizeof(pthread_t) * (size_t)threads);
    if (!id)
        return ENOMEM;
    for (made = 0; made < threads; made++) {
        error = pthread_create(&id[made], NULL, &serve, &q);
        if (error != 0)
            break;
    }
    for (int t = 0; t < made; t++)
        pthread_join(id[t], NULL);
    pthread_mutex_destroy(&q.mutex);
    free(id);
    return error;
}
