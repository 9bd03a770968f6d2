/* Threads of C11; they take pieces from a counter. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

struct loop {
    atomic_size_t next;
    size_t n, piece;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static int take_pieces(void *p)
{
    struct loop *l = p;
    size_t i;

    while ((i = atomic_fetch_add(&l->next, l->piece)) < l->n) {
        size_t end = l->n - i < l->piece ? l->n : i + l->piece;
        for (; i < end; i++)
            l->body(i, l->arg);
    }
    return 0;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct loop l = {.n = n, .body = body, .arg = arg};
    int made = 0, error = 0;
    thrd_t *id;

    if (threads < 1)
        return EINVAL;
    if (n < (size_t)threads)
        threads = (int)n;
    if (n == 0)
        return 0;
    l.piece = n / (size_t)threads / 16 + 1;
    if (n < 64 * (size_t)threads)
        l.piece = 1;
    id = malloc((size_t)threads * sizeof *id);
    if (!id)
        return ENOMEM;
    for (; made < threads && !error; made += !error)
        if (thrd_create(&id[made], take_pieces, &l) != thrd_success)
            error = EAGAIN;
    while (made > 0)
        thrd_join(id[--made], NULL);
    free(id);
    return error;
}
