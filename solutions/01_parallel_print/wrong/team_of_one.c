// caught by: output
// says: or one of a single thread
// hint: Which line of yours says how many threads | Is there a team at all
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
