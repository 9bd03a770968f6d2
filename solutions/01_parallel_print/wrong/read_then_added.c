// caught by: race (output)
// says: how often the program prints
// hint: two steps that belong together
// Two atomic operations are not one: two threads may read the same number before
// either adds 1 to it.
#include <stdio.h>

int main(void)
{
    int next = 0;

#pragma omp parallel num_threads(4)
    for (;;) {
        int mine;

#pragma omp atomic read
        mine = next;
#pragma omp atomic
        next++;
        if (mine > 9)
            break;
        printf("%d\n", mine);
    }
    return 0;
}
