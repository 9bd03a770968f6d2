/*
 * Why it works: the compiler defines _OPENMP exactly when it translates the
 * pragmas, so the preprocessor takes one half of the file or the other. All
 * that needs the OpenMP library, the header and the call, stands in the half
 * that is only there with -fopenmp; so the other build also links.
 *
 * Another way: keep main() free of #ifdef and write, without OpenMP,
 * `static int omp_get_max_threads(void) { return 1; }` near the top. Larger
 * programs do that, and have one place that knows.
 */
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
#else
    printf("not support openmp\n");
#endif
    return 0;
}
