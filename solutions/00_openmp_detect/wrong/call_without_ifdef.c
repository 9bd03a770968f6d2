// caught by: build
// says: omp_get_max_threads
// hint: Which of your lines may that build not see
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
