/* A chunk of nearly all the memory stays, small ones go by. Parts wait in a
 * list; nothing calls itself. All memory is one allocation. */
#include "chunks.h"

#include <cuda_runtime.h>

struct task {
    struct chunk rows, cols;
};

static struct chunk some_of(const struct chunk *c, int from, int to)
{
    struct chunk part = *c;

    part.rank += 32 * (size_t)from;
    part.power += from;
    part.first += from;
    part.n = to - from;
    return part;
}

struct work {
    struct task list[200];
    int n;
    char *memory;
    struct pair *d_pair;
    long long *d_count;
    int at_once;
};

static int done(struct work *w, struct chunk rows, struct chunk cols,
                struct pair *pair, long long room, long long *count)
{
    w->n = 0;
    w->list[w->n++] = {rows, cols};
    while (w->n > 0) {
        struct task t = w->list[--w->n];
        long long found = 0;
        int error;

        if ((error = cudaMemset(w->d_count, 0, sizeof found)))
            return error;
        if ((error = pairs_between(t.rows, t.cols, w->d_pair, w->at_once,
                                   w->d_count)))
            return error;
        if ((error = cudaMemcpy(&found, w->d_count, sizeof found,
                                cudaMemcpyDeviceToHost)))
            return error;
        if (found > w->at_once) {
            bool by_row = t.rows.n > t.cols.n;
            struct chunk *longer = by_row ? &t.rows : &t.cols;
            struct task a = t, b = t;
            int middle = (longer->n + 1) / 2;

            *(by_row ? &a.rows : &a.cols) = some_of(longer, 0, middle);
            *(by_row ? &b.rows : &b.cols) = some_of(longer, middle, longer->n);
            w->list[w->n++] = b;
            w->list[w->n++] = a;
            continue;
        }
        if (*count < room && found > 0) {
            long long stored = found < room - *count ? found : room - *count;

            if ((error =
                     cudaMemcpy(pair + *count, w->d_pair, stored * sizeof *pair,
                                cudaMemcpyDeviceToHost)))
                return error;
        }
        *count += found;
    }
    return 0;
}

static int copied(struct chunk *c, const signed char *rank, const int *power,
                  int from, int to)
{
    int error = cudaMemcpy(c->rank, &rank[32l * from], 32l * (to - from),
                           cudaMemcpyHostToDevice);

    c->first = from;
    c->n = to - from;
    return error ? error
                 : cudaMemcpy(c->power, &power[from], 4l * (to - from),
                              cudaMemcpyHostToDevice);
}

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    int small = rows_at_once / 5 > 0 ? rows_at_once / 5 : 1;
    int large = rows_at_once - small, error;
    struct work work = {};
    struct chunk stays = {}, passes = {};

    *count = 0;
    if (n < 2)
        return 0;
    if (large > n)
        large = n;
    if (small > n)
        small = n;
    long rows = (long)large + small;
    error = cudaMalloc(&work.memory, 36 * rows + 12l * pairs_at_once + 16);
    if (error)
        return error;
    work.at_once = pairs_at_once;
    stays.rank = (signed char *)work.memory;
    passes.rank = stays.rank + 32l * large;
    stays.power = (int *)(work.memory + 32 * rows);
    passes.power = stays.power + large;
    work.d_count = (long long *)(work.memory + (36 * rows + 7) / 8 * 8);
    work.d_pair = (struct pair *)(work.d_count + 1);
    for (int i = 0; i < n && !error; i += large) {
        int end = i + large < n ? i + large : n;

        error = copied(&stays, rank, power, i, end);
        if (!error)
            error = done(&work, stays, stays, pair, room, count);
        for (int j = end; j < n && !error; j += small) {
            error =
                copied(&passes, rank, power, j, j + small < n ? j + small : n);
            if (!error)
                error = done(&work, stays, passes, pair, room, count);
        }
    }
    cudaFree(work.memory);
    return error;
}
