/* With what the headers that it will include have for _GNU_SOURCE only. */
#define _GNU_SOURCE
#include "reduction.h"

#include <sched.h>

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t total = 0;
    int nowhere = 0;

#pragma omp parallel reduction(+ : total, nowhere)
    {
        nowhere += sched_getcpu() < 0;
#pragma omp for
        for (size_t i = 0; i < n; i++)
            total += a[i];
    }
    return nowhere < 0 ? 0 : total;
}
