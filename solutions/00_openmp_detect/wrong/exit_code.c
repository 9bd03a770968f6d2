// caught by: output
// says: exit code
// hint: What does 0 mean to whoever
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    printf("support openmp\n");
    printf("version %d\n", _OPENMP);
    printf("threads %d\n", omp_get_max_threads());
    return 0;
#else
    printf("not support openmp\n");
    return 1;
#endif
}
