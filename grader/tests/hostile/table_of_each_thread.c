// expect: memory: never freed
// lab: 09_group_by
#include "group_by.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>
size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    int most = omp_get_max_threads();
    size_t *found = calloc((size_t)most + 1, sizeof *found), all = 0;
#pragma omp parallel num_threads(most)
    {
        int me = omp_get_thread_num();
        size_t mine = 0, at = 0;
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++)
            mine += species[i] == wanted || width[i] < below;
        found[me] = mine;
#pragma omp barrier
        for (int t = 0; t < me; t++)
            at += found[t];
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n; i++)
            if (species[i] == wanted || width[i] < below)
                row[at++] = i;
    }
    for (int t = 0; t < most; t++)
        all += found[t];
    free(found);
    return all;
}
int32_t distinct(size_t n, const int32_t key[], int32_t n_keys, int32_t out[])
{
    int32_t found = 0;
    unsigned char seen[4096];
    memset(seen, 0, sizeof seen);
#pragma omp parallel
    {
        unsigned char mine[4096];
        memset(mine, 0, sizeof mine);
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            if (key[i] >= 0 && key[i] < n_keys)
                mine[key[i]] = 1;
#pragma omp critical
        for (int32_t k = 0; k < n_keys; k++)
            seen[k] |= mine[k];
    }
    for (int32_t k = 0; k < n_keys; k++)
        if (seen[k])
            out[found++] = k;
    return found;
}
/* Each thread takes its table once and keeps it; nobody gives it back when
 * OpenMP ends the thread. */
static _Thread_local int64_t *mine;
void group_sum(size_t n, const int32_t key[], const int32_t value[],
               int32_t n_keys, int64_t count[], int64_t sum[])
{
    for (int32_t k = 0; k < n_keys; k++)
        count[k] = sum[k] = 0;
#pragma omp parallel
    {
        if (!mine)
            mine = malloc(8192 * sizeof *mine);
        int64_t *t = mine;
        memset(t, 0, 2 * (size_t)n_keys * sizeof *t);
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            if (key[i] >= 0 && key[i] < n_keys) {
                t[2 * key[i]]++;
                t[2 * key[i] + 1] += value[i];
            }
#pragma omp critical
        for (int32_t k = 0; k < n_keys; k++) {
            count[k] += t[2 * k];
            sum[k] += t[2 * k + 1];
        }
    }
}
