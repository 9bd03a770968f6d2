/*
 * Why it works: `parallel` makes a team of four threads, `for` shares the
 * rounds of the loop among them, so that each i belongs to one thread. The
 * loop variable is private to each thread. Number and newline go out in one
 * printf, which locks stdout while it runs, so no line is torn.
 *
 * Another way: `#pragma omp parallel num_threads(4)` with a block, and in it
 * `#pragma omp for schedule(dynamic)`: then each thread takes the next number
 * when it is done with the one before.
 */
#include <stdio.h>

int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
