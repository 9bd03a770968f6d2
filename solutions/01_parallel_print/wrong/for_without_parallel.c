// caught by: output
// says: So nobody makes a team
// hint: Is there a team at all
#include <stdio.h>

int main(void)
{
#pragma omp for
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
