// caught by: output
// says: OMP_NUM_THREADS is not set
// hint: if nobody has set OMP_NUM_THREADS
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    printf("support openmp\n");
    printf("version %d\n", _OPENMP);
    const char *wanted = getenv("OMP_NUM_THREADS");
    printf("threads %s\n", wanted ? wanted : "47");
#else
    printf("not support openmp\n");
#endif
    return 0;
}
