// caught by: output
// says: 8 threads
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(8)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
