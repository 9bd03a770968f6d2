// caught by: correctness (race, memory)
// says: must come to the same barrier
// hint: Which loop of yours may never end
/*
 * Lab 09, group by: questions to a table, with all threads. README.md has the
 * task, group_by.h the rules for the three functions.
 */
#include "group_by.h"

#include <omp.h>

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    int max = omp_get_max_threads();
    size_t counts[max];
    size_t found = 0;

    for (int t = 0; t < max; t++)
        counts[t] = 0;
#pragma omp parallel
    {
        int id = omp_get_thread_num();
        int team = omp_get_num_threads();
        size_t begin = n * id / team;
        size_t end = n * (id + 1) / team;

        if (begin < end) { /* there are rows for this thread */
            for (size_t i = begin; i < end; i++)
                if (species[i] == wanted || width[i] < below)
                    counts[id]++;
#pragma omp barrier // <- here
            size_t pos = 0;

            for (int t = 0; t < id; t++)
                pos += counts[t];
            for (size_t i = begin; i < end; i++)
                if (species[i] == wanted || width[i] < below)
                    row[pos++] = i;
        }
    }
    for (int t = 0; t < max; t++)
        found += counts[t];
    return found;
}

int32_t distinct(size_t n, const int32_t key[], int32_t n_keys, int32_t out[])
{
    unsigned char seen[4096] = {0};
    int32_t found = 0;

#pragma omp parallel for reduction(| : seen[:n_keys])
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys)
            seen[key[i]] |= 1;
    for (int32_t k = 0; k < n_keys; k++)
        if (seen[k])
            out[found++] = k;
    return found;
}

void group_sum(size_t n, const int32_t key[], const int32_t value[],
               int32_t n_keys, int64_t count[], int64_t sum[])
{
    for (int32_t k = 0; k < n_keys; k++)
        count[k] = sum[k] = 0;
#pragma omp parallel for reduction(+ : count[:n_keys], sum[:n_keys])
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys) {
            count[key[i]]++;
            sum[key[i]] += value[i];
        }
}
