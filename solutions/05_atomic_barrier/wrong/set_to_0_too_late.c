// caught by: correctness, race
// says: sets the total
// hint: it sets the variable
// The total is a static variable, and thread 0 sets it to 0. If the others do
// not wait for that, what they have added before is lost.
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    static int64_t sum;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);

        if (k == 0) { // no barrier behind it
            sum = 0;
            team = omp_get_num_threads();
        }
#pragma omp atomic
        sum += amount;
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
