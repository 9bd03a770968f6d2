/* The program of lab 03: the sum of 0..99 as in the article, with 32 threads.
 */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>

#include "reduction.h"

int main(void)
{
    int32_t a[100];

    for (int i = 0; i < 100; i++)
        a[i] = i;
    omp_set_num_threads(32);
    printf("%" PRId64 "\n", sum_array(a, 100));
    return 0;
}
