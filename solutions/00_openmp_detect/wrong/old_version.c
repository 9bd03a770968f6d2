// caught by: output
// says: _OPENMP
// hint: Where did you get the version's number from
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    printf("support openmp\n");
    printf("version 201307\n"); /* as an old page on the web shows it */
    printf("threads %d\n", omp_get_max_threads());
#else
    printf("not support openmp\n");
#endif
    return 0;
}
