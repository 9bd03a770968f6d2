/*
 * Lab 05, atomic_barrier: everyone adds, everyone waits, everyone looks.
 * README.md has the task, atomic_barrier.h the rules for add_and_look().
 */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

    /* TODO: let a team of `threads` threads do what stands below, each with
     * its own number k. Two threads must not change sum at the same time, and
     * nobody may look before all have added: README.md, "Background", has a
     * line for each. team is the size of the team, as in lab 04. */
    (void)threads;
    int k = 0;
    int64_t amount = work(k);
    sum += amount;
    seen[k] = sum;
    return team;
}
