/*
 * Lab 03, reduction: add up an array with all threads. README.md has the task,
 * reduction.h the rules for sum_array().
 */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    /* TODO: share the work below among threads, so that every thread adds up
     * a part of its own and the parts are added in the end. One line above the
     * loop does it. README.md has the clause for that, under "Background".
     * The loop stops one short, too: the last number counts as well. */
    for (size_t i = 0; i + 1 < n; i++)
        sum += a[i];
    return sum;
}
