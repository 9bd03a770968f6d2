// caught by: output
// says: 4 times
// points: 0
// hint: which one shares the loop
#include <stdio.h>

int main(void)
{
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
