// caught by: output
// says: When it began to print
// hint: Which line of yours says how many threads
// Two threads do the loop. The four that come afterwards do nothing.
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(2) schedule(static, 2)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
#pragma omp parallel num_threads(4)
    {
        volatile int here = 1; /* for show */
        (void)here;
    }
    return 0;
}
