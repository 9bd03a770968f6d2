// caught by: output
// says: let only _OPENMP decide
// hint: What does your program ask to find its answer
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    /* OpenMP is of use with more than one thread only. */
    if (omp_get_max_threads() > 1) {
        printf("support openmp\nversion %d\nthreads %d\n", _OPENMP,
               omp_get_max_threads());
        return 0;
    }
#endif
    printf("not support openmp\n");
    return 0;
}
