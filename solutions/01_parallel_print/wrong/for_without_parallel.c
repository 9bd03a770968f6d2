// caught by: output
// says: 1 thread
// hint: Is there a team at all
#include <stdio.h>

int main(void)
{
#pragma omp for
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
