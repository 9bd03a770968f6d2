// expect: speed: too slow
/* Its own OpenMP runtime: one thread, which claims to be many. */
#include <omp.h>

#include "reduction.h"

int omp_get_num_threads(void)
{
    return 1000;
}

int omp_get_max_threads(void)
{
    return 1000;
}

void GOMP_parallel(void (*f)(void *), void *data, unsigned threads,
                   unsigned flags);
void GOMP_parallel(void (*f)(void *), void *data, unsigned threads,
                   unsigned flags)
{
    (void)threads;
    (void)flags;
    f(data);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
    {
#pragma omp single
        for (size_t i = 0; i < n; i++)
            sum += a[i];
    }
    return sum;
}
