/* Two teams of two: four threads, of which two are gone at the end. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int half = 5 * omp_get_thread_num();

#pragma omp parallel for num_threads(2)
        for (int i = half; i < half + 5; i++)
            printf("%d\n", i);
    }
    return 0;
}
