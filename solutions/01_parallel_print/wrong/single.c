// caught by: output
// says: one thread printed
// hint: which gives it to one thread
#include <stdio.h>

int main(void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
