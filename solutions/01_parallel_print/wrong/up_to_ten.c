// caught by: output
// says: "10"
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i <= 10; i++)
        printf("%d\n", i);
    return 0;
}
