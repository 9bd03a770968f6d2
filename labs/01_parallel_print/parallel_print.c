/*
 * Lab 01, parallel_print: print the numbers 0 to 9 with four threads.
 * README.md has the task. This file is the whole program.
 */
#include <stdio.h>

int main(void)
{
    /* TODO: share the rounds of this loop among exactly four threads, however
     * many OpenMP would take by itself. One line above the loop does it. Which
     * words make a team, share a loop, and say how large the team is, stands in
     * README.md under "Background". */
    for (int i = 0; i < 10; i++)
        printf("%d\n", i);
    return 0;
}
