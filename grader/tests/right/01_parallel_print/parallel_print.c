/* By thread number, with functions that exist with OpenMP only. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        int threads = omp_get_num_threads();

        for (int i = omp_get_thread_num(); i < 10; i += threads)
            printf("%d\n", i);
    }
    return 0;
}
