// caught by: output
// says: one printf
// hint: When is its newline printed
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 10; i++)
        printf("%d ", i);
    printf("\n");
    return 0;
}
