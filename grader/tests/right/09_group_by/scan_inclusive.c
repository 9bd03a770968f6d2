/* A row goes where the sum up to it says. */
#include "group_by.h"

#include <stdlib.h>

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    size_t found = 0;

    if (n == 0) /* gcc's code for a scan of nothing crashes */
        return 0;
#pragma omp parallel for reduction(inscan, + : found)
    for (size_t i = 0; i < n; i++) {
        found += species[i] == wanted || width[i] < below;
#pragma omp scan inclusive(found)
        if (species[i] == wanted || width[i] < below)
            row[found - 1] = i;
    }
    return found;
}

int32_t distinct(size_t n, const int32_t key[], int32_t n_keys, int32_t out[])
{
    unsigned char there[4096] = {0};
    int32_t found = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys) {
#pragma omp atomic write
            there[key[i]] = 1;
        }
    for (int32_t k = 0; k < n_keys; k++)
        if (there[k])
            out[found++] = k;
    return found;
}

struct group {
    int64_t count, sum;
};

void group_sum(size_t n, const int32_t key[], const int32_t value[],
               int32_t n_keys, int64_t count[], int64_t sum[])
{
    for (int32_t k = 0; k < n_keys; k++)
        count[k] = sum[k] = 0;
#pragma omp parallel
    {
        struct group *g = calloc((size_t)n_keys, sizeof *g);

        if (!g)
            abort();
#pragma omp for
        for (size_t i = 0; i < n; i++)
            if (key[i] >= 0 && key[i] < n_keys) {
                g[key[i]].count += 1;
                g[key[i]].sum += value[i];
            }
#pragma omp critical
        for (int32_t k = 0; k < n_keys; k++) {
            count[k] += g[k].count;
            sum[k] += g[k].sum;
        }
        free(g);
    }
}
