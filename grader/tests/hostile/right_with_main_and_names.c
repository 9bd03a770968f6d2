// expect: right:
/* A student's own main() for trying things out, and names that the kit uses
 * as well: none of it is wrong. */
#include <stdio.h>

#include "reduction.h"

int arena[3], request, reply, invoke, find_function, mark_buffers, judge;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    const int32_t a[] = {1, 2, 3};

    printf("%d\n", (int)sum_array(a, 3));
    return 0;
}
