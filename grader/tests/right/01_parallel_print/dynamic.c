/* Whichever thread is free takes the next number. */
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
