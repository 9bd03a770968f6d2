// expect: correctness: ended the whole program
// door: correctness: only 1 of them worked
#include <stddef.h>
#include <sys/types.h>

#include "reduction.h"

ssize_t recv(int fd, void *buffer, size_t n, int flags);
ssize_t recv(int fd, void *buffer, size_t n, int flags)
{
    (void)fd;
    (void)buffer;
    (void)n;
    (void)flags;
    return 0;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
