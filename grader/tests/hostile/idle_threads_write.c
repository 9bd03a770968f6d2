// expect: output: bytes besides
// lab: 01_parallel_print
/* One thread prints all numbers. The three others are idle, and write a blank,
 * so that the kernel counts them as threads that wrote. */
#include <stdio.h>

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        printf("%s", " ");
        fflush(stdout);
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < 10; i++)
            printf("%d\n", i);
    }
    return 0;
}
