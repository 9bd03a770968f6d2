// caught by: output
// says: without -fopenmp
// hint: Which of your lines does it print all the same
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
    printf("support openmp\n");
#ifdef _OPENMP
    printf("version %d\n", _OPENMP);
    printf("threads %d\n", omp_get_max_threads());
#endif
    return 0;
}
