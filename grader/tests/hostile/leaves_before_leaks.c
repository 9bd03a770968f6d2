// expect: memory: never freed
// door: build: _exit is not among what an answer may use
/* Loses memory, and leaves in exit() before anybody looks for leaks. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reduction.h"

static void leave(void)
{
    _exit(0);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    static int known;
    char *lost = malloc(100);
    int64_t sum = 0;

    if (!known)
        known = atexit(leave) == 0;
    memset(lost, 1, 100);
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
