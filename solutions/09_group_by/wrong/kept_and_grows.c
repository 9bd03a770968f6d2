// caught by: correctness
// says: grow with the number of calls
// hint: How much of it is there after
// Each call's counts stay in a list that nobody ever frees.
#include "group_by.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 4096 };

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    static struct counts {
        struct counts *before;
        size_t found[];
    } *all_counts;
    int threads = omp_get_max_threads();
    struct counts *c = malloc(sizeof *c + threads * sizeof *c->found);
    size_t all = 0;

    if (!c)
        abort();
    c->before = all_counts;
    all_counts = c;
#pragma omp parallel num_threads(threads) reduction(+ : all)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        size_t begin = n * me / team, end = n * (me + 1) / team, to = 0;

        for (size_t i = begin; i < end; i++)
            all += species[i] == wanted || width[i] < below;
        c->found[me] = all;
#pragma omp barrier
        for (size_t t = 0; t < me; t++)
            to += c->found[t];
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
    memset(count, 0, (size_t)n_keys * sizeof *count);
    memset(sum, 0, (size_t)n_keys * sizeof *sum);
#pragma omp parallel for reduction(+ : count[:n_keys], sum[:n_keys])
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys) {
            count[key[i]]++;
            sum[key[i]] += value[i];
        }
}
