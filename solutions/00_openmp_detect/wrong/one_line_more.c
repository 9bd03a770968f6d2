// caught by: output
// says: one line too many
// hint: Which of the printed lines
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
    printf("done\n");
#else
    printf("not support openmp\n");
#endif
    return 0;
}
