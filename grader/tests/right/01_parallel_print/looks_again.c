/* A smaller team behind the one that prints. */
#include <stdio.h>

int main(void)
{
    int failed = 0;

#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
#pragma omp parallel num_threads(2) reduction(| : failed)
    failed |= ferror(stdout);
    return failed;
}
