/* A flag for each row first, then the flags are counted by parts. If there is
 * no memory for the flags, nothing can be said. */
#include "group_by.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Room for this many threads; more are not asked for. */
enum { SLOTS = 1024, MAX_KEYS = 4096 };

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    int teams = omp_get_max_threads();
    char *flag = malloc(n + 1);
    size_t *ends = calloc((size_t)teams + 1, sizeof *ends), all = 0;

    if (!flag || !ends) {
        free(flag);
        free(ends);
        return 0;
    }
#pragma omp parallel num_threads(teams)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        size_t begin = n / team * me, count = 0;
        size_t end = me + 1 == team ? n : begin + n / team, to = 0;

        for (size_t i = begin; i < end; i++)
            count += (size_t)(flag[i] = species[i] == wanted ||
                                        width[i] < below);
        ends[me] = count;
#pragma omp barrier
        for (size_t t = 0; t < me; t++)
            to += ends[t];
        for (size_t i = begin; i < end; i++)
            if (flag[i])
                row[to++] = i;
        if (me + 1 == team)
            all = to;
    }
    free(flag);
    free(ends);
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
