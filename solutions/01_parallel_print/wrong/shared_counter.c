// caught by: race (output)
#include <stdio.h>

int main(void)
{
    int i = 0;

#pragma omp parallel num_threads(4)
    while (i < 10)           // <- here
        printf("%d\n", i++); // <- here
    return 0;
}
