// caught by: output (race)
// says: Who is inside keeps the others out
// hint: Which loop of yours may never end
/*
 * Lab 01, parallel_print: print the numbers 0 to 9 with four threads.
 */
#include <stdio.h>

int main(void)
{
    volatile int next = 0; /* the number that is to be printed next */

#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 10; i++) {
#pragma omp critical
        {
            while (next != i) // <- here
                ;
            printf("%d\n", i);
            next = i + 1;
        }
    }
    return 0;
}
