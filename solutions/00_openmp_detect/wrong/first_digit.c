// caught by: output
// says: OMP_NUM_THREADS
// hint: What does yours count | How many are these
// Reads the variable itself, and of that the first digit.
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void)
{
#ifdef _OPENMP
    const char *wish = getenv("OMP_NUM_THREADS");

    printf("support openmp\n");
    printf("version %d\n", _OPENMP);
    printf("threads %d\n", wish && *wish > '0' && *wish <= '9'
                               ? *wish - '0'
                               : omp_get_num_procs());
#else
    printf("not support openmp\n");
#endif
    return 0;
}
