/*
 * Why it works: `atomic` makes load, add and store one step, so no addition
 * is lost. work() is called before it, not in it, so the threads work at the
 * same time and only the additions take turns. The barrier lets nobody pass
 * until the last thread has added; it also orders every addition before every
 * look, so the plain read of sum after it is no race. And nobody writes sum
 * any more, so all see the same.
 *
 * Another way: `reduction(+ : sum)` on one parallel region, and a second
 * region for the looking. The end of a region is a barrier too, but the team
 * is called together twice.
 */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);

#pragma omp single nowait
        team = omp_get_num_threads();
#pragma omp atomic
        sum += amount;
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
