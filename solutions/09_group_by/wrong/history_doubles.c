// caught by: correctness
// says: grow with the number of calls
// hint: How much of it is there after
// Each call is written down in a list that doubles its room when it is full.
#include "group_by.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 4096 };

static struct {
    size_t n;
    int64_t n_keys;
} * history;
static size_t calls, room;

static void write_down(size_t n, int32_t n_keys)
{
    if (calls == room) {
        size_t more = room ? 2 * room : 64;
        void *p = realloc(history, more * sizeof *history);

        if (!p)
            return;
        history = p;
        room = more;
    }
    history[calls].n = n;
    history[calls++].n_keys = n_keys;
}

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    int threads = omp_get_max_threads();
    size_t found[threads], all = 0;

#pragma omp parallel num_threads(threads) reduction(+ : all)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        size_t begin = n * me / team, end = n * (me + 1) / team, to = 0;

        for (size_t i = begin; i < end; i++)
            all += species[i] == wanted || width[i] < below;
        found[me] = all;
#pragma omp barrier
        for (size_t t = 0; t < me; t++)
            to += found[t];
        for (size_t i = begin; i < end; i++)
            if (species[i] == wanted || width[i] < below)
                row[to++] = i;
    }
    return all;
}

int32_t distinct(size_t n, const int32_t key[], int32_t n_keys, int32_t out[])
{
    int64_t count[MAX_KEYS], sum[MAX_KEYS];
    int32_t found = 0;

    group_sum(n, key, key, n_keys, count, sum);
    for (int32_t k = 0; k < n_keys; k++)
        if (count[k] > 0)
            out[found++] = k;
    return found;
}

void group_sum(size_t n, const int32_t key[], const int32_t value[],
               int32_t n_keys, int64_t count[], int64_t sum[])
{
    write_down(n, n_keys);
    memset(count, 0, (size_t)n_keys * sizeof *count);
    memset(sum, 0, (size_t)n_keys * sizeof *sum);
#pragma omp parallel for reduction(+ : count[:n_keys], sum[:n_keys])
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys) {
            count[key[i]]++;
            sum[key[i]] += value[i];
        }
}
