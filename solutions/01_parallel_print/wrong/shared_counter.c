// caught by: race (output)
// hint: where is it declared
#include <stdio.h>

int main(void)
{
    int i = 0;

#pragma omp parallel num_threads(4)
    while (i < 10)           // <- here
        printf("%d\n", i++); // <- here
    return 0;
}
