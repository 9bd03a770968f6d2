// caught by: output
// says: omp_get_num_threads()
// hint: in a program without a parallel region
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    printf("support openmp\n");
    printf("version %d\n", _OPENMP);
    printf("threads %d\n", omp_get_num_threads());
#else
    printf("not support openmp\n");
#endif
    return 0;
}
