// caught by: output
// says: 8 threads
// hint: Which line of yours says how many threads
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(8)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
