// caught by: output
// says: for the regions that begin behind it
// hint: how many threads there shall be
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp parallel
    {
        /* The team is there already. */
        omp_set_num_threads(4);
#pragma omp for
        for (int i = 0; i < 10; i++)
            printf("%d\n", i);
    }
    return 0;
}
