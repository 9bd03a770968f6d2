/* Threads made by hand, as many as OpenMP offers. */
#include "reduction.h"

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

struct piece {
    const int32_t *from, *to;
    int64_t sum;
    pthread_t id;
};

static void *add_up(void *arg)
{
    struct piece *p = arg;
    int64_t sum = 0;

    for (const int32_t *q = p->from; q < p->to; q++)
        sum += *q;
    p->sum = sum;
    return NULL;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    size_t team = (size_t)omp_get_max_threads(), made = 1;
    struct piece *piece = malloc(team * sizeof *piece);
    int64_t sum = 0;

    if (!piece)
        abort();
    for (size_t t = 0; t < team; t++) {
        piece[t].from = a + n * t / team;
        piece[t].to = a + n * (t + 1) / team;
    }
    while (made < team &&
           !pthread_create(&piece[made].id, NULL, add_up, &piece[made]))
        made++;
    add_up(&piece[0]);
    for (size_t t = made; t < team; t++) /* those that could not be made */
        add_up(&piece[t]);
    for (size_t t = 0; t < team; t++) {
        if (t > 0 && t < made)
            pthread_join(piece[t].id, NULL);
        sum += piece[t].sum;
    }
    free(piece);
    return sum;
}
