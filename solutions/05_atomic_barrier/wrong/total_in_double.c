// caught by: correctness
// says: the total that thread
// hint: how many digits does it keep
// A double has room for larger numbers than an int, but not for all digits of
// an int64_t.
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    double sum = 0;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);

#pragma omp single nowait
        team = omp_get_num_threads();
#pragma omp atomic
        sum += (double)amount;
#pragma omp barrier
        seen[k] = (int64_t)sum;
    }
    return team;
}
