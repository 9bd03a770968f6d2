// caught by: output
// says: the lines of the other build were compiled
// hint: What exactly do you ask the preprocessor for
#include <stdio.h>
#ifdef OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef OPENMP
    printf("support openmp\n");
    printf("version %d\n", OPENMP);
    printf("threads %d\n", omp_get_max_threads());
#else
    printf("not support openmp\n");
#endif
    return 0;
}
