// caught by: correctness
// says: All values that are wanted are there, in another order
// hint: what decides in your code where a row goes
#include "group_by.h"

#include <string.h>

enum { MAX_KEYS = 4096 };

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    size_t found = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        if (species[i] == wanted || width[i] < below)
#pragma omp critical
            row[found++] = i;
    return found;
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
