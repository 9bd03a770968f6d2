/* Two pieces: two of the four threads have something to do. */
#include <stdio.h>

static void print(int from, int to)
{
    for (int i = from; i < to; i++)
        printf("%d\n", i);
}

int main(void)
{
#pragma omp parallel sections num_threads(4)
    {
#pragma omp section
        print(0, 5);
#pragma omp section
        print(5, 10);
    }
    return 0;
}
