// expect: race: nothing orders
/* Nor of a structure's copy for a call. */
#include "reduction.h"

struct sums {
    int64_t v[4];
};
static struct sums shared;

__attribute__((noinline)) static int64_t get(struct sums s)
{
    return s.v[0];
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0, other = 0;

#pragma omp parallel reduction(+ : sum)
    {
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            sum += a[i];
#pragma omp single nowait
        shared.v[0] = (int64_t)n;
        if (get(shared) < 0)
#pragma omp atomic
            other++;
    }
    return sum + other;
}
