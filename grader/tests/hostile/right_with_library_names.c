// expect: right:
/* Helpers with names that the C library, the kit and OpenMP have, too: nobody
 * else takes them for theirs. */
#include "reduction.h"

int64_t read(const int32_t *a, size_t from, size_t to);
int64_t recv(int64_t a, int64_t b);
size_t dlsym(size_t n, size_t part);
size_t section, alias, constructor = 4;

int64_t read(const int32_t *a, size_t from, size_t to)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = from; i < to; i++)
        sum += a[i];
    return sum;
}

int64_t recv(int64_t a, int64_t b)
{
    return a + b;
}

size_t dlsym(size_t n, size_t part)
{
    return n / constructor * part;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    __asm__ volatile("" ::: "memory");
    return recv(read(a, 0, dlsym(n, 3)), read(a, dlsym(n, 3), n));
}
