// caught by: output
// says: "10"
// hint: Which is the last number that your loop prints
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i <= 10; i++)
        printf("%d\n", i);
    return 0;
}
