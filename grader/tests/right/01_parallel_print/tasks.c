/* One thread makes a task for each number, and all four do them. */
#include <stdio.h>

int main(void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(i)
        printf("%d\n", i);
    }
    return 0;
}
