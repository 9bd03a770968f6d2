// caught by: output
// says: OMP_NUM_THREADS
// hint: What does yours count
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    printf("support openmp\n");
    printf("version %d\n", _OPENMP);
    printf("threads %d\n", omp_get_num_procs());
#else
    printf("not support openmp\n");
#endif
    return 0;
}
