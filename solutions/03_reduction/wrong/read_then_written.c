// caught by: race
// says: threads come late
// hint: an atomic read and an atomic write
// What does not divide is added first, by an atomic read and an atomic write;
// what another thread adds between the two is lost.
#include <omp.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
    {
        size_t team = (size_t)omp_get_num_threads(), part = n / team;
        const int32_t *from = a + (size_t)omp_get_thread_num() * part;
        int64_t mine = 0, rest = 0, before;

#pragma omp master
        {
            for (size_t i = team * part; i < n; i++)
                rest += a[i];
#pragma omp atomic read
            before = sum;
#pragma omp atomic write
            sum = before + rest;
        }
        for (size_t i = 0; i < part; i++)
            mine += from[i];
#pragma omp atomic
        sum += mine;
    }
    return sum;
}
