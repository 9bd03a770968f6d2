// caught by: output
// says: the macro's name, and not its value
// hint: What stands around
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>

#define TEXT(x) #x

int main(void)
{
    puts("support openmp");
    puts("version " TEXT(_OPENMP));
    printf("threads %d\n", omp_get_max_threads());
    return 0;
}
#else
int main(void)
{
    puts("not support openmp");
    return 0;
}
#endif
