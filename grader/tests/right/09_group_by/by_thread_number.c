/* Parts by thread number, tables from malloc, joined by atomic additions. */
#include "group_by.h"

#include <omp.h>
#include <stdlib.h>

size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[])
{
    enum { PIECES = 64 };
    size_t found[PIECES + 1] = {0};

#pragma omp parallel for
    for (int p = 0; p < PIECES; p++)
        for (size_t i = n * p / PIECES; i < n * (p + 1) / PIECES; i++)
            if (species[i] == wanted || width[i] < below)
                found[p + 1]++;
    for (int p = 0; p < PIECES; p++)
        found[p + 1] += found[p];
#pragma omp parallel for
    for (int p = 0; p < PIECES; p++) {
        size_t to = found[p];

        for (size_t i = n * p / PIECES; i < n * (p + 1) / PIECES; i++)
            if (species[i] == wanted || width[i] < below)
                row[to++] = i;
    }
    return found[PIECES];
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

void group_sum(size_t n, const int32_t key[], const int32_t value[],
               int32_t n_keys, int64_t count[], int64_t sum[])
{
    int32_t end = n_keys;

    for (int32_t k = 0; k < end; k++)
        count[k] = sum[k] = 0;
#pragma omp parallel
    {
        size_t me = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t *reduction = calloc(2 * (size_t)end, sizeof(int64_t));
        int64_t *min_reduction = reduction + end;
        size_t i = n / all * me, stop = me + 1 == all ? n : i + n / all;

        while (i < stop) {
            if ((uint32_t)key[i] < (uint32_t)end) {
                ++reduction[key[i]];
                min_reduction[key[i]] += value[i];
            }
            i++;
        }
        for (int32_t k = 0; k < end; k++) {
#pragma omp atomic
            count[k] += reduction[k];
#pragma omp atomic
            sum[k] += min_reduction[k];
        }
        free(reduction);
    }
}
