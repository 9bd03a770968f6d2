// caught by: build
// says: omp_get_max_threads
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int threads = omp_get_max_threads();

#ifdef _OPENMP
    printf("support openmp\n");
    printf("version %d\n", _OPENMP);
    printf("threads %d\n", threads);
#else
    printf("not support openmp\n");
#endif
    return 0;
}
