// caught by: correctness
// says: grow with the number of calls
// hint: from one call to the next
// The threads' sums are kept apart, in a table that is made once for each size.
#include <omp.h>
#include <stdlib.h>

#include "reduction.h"

enum { STEP = 16 }; /* 16 * 8 bytes: a cache line, and the next one */

static int64_t **table;
static size_t tables;

static int64_t *table_for(size_t n, size_t team)
{
    if (n >= tables) {
        table = realloc(table, (n + 1) * sizeof *table);
        if (!table)
            abort();
        for (; tables <= n; tables++)
            table[tables] = NULL;
    }
    /* BUG: as many tables as there are sizes */
    if (!table[n])
        table[n] = malloc(team * STEP * sizeof **table);
    if (!table[n])
        abort();
    return table[n];
}

int64_t sum_array(const int32_t *a, size_t n)
{
    size_t team = (size_t)omp_get_max_threads();
    int64_t *part = n < 1 << 20 ? table_for(n, 1024) : malloc(team * STEP * 8);
    int64_t sum = 0;

    for (size_t t = 0; t < team; t++)
        part[t * STEP] = 0;
#pragma omp parallel
    {
        int64_t own = 0;

#pragma omp for
        for (size_t i = 0; i < n; i++)
            own += a[i];
        part[(size_t)omp_get_thread_num() * STEP] = own;
    }
    for (size_t t = 0; t < team; t++)
        sum += part[t * STEP];
    if (n >= 1 << 20)
        free(part);
    return sum;
}
