// caught by: output
// says: OMP_NUM_THREADS
// hint: Which line of yours says how many threads
#include <stdio.h>

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
