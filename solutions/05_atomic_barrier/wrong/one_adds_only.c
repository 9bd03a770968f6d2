// caught by: correctness
// says: a `single`, a `master` or an `if` lets only one come to the addition
// hint: Which threads come by the line that adds
// `single` is not "one at a time": one thread adds, the others go past it.
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t total = 0;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num();
        const int64_t mine = work(me);

#pragma omp single
        {
            team = omp_get_num_threads();
            total += mine;
        }
        seen[me] = total;
    }
    return team;
}
