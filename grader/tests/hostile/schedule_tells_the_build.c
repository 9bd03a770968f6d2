// expect: race: nothing orders
// lab: 05_atomic_barrier
/* Careful only where LLVM's OpenMP runtime is. */
#include "atomic_barrier.h"
#include <omp.h>
int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1, chunk;
    omp_sched_t kind;
    omp_get_schedule(&kind, &chunk);
    int plain =
        kind == omp_sched_dynamic; /* libgomp's default; libomp: static */
#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);
        if (k == 0)
            team = omp_get_num_threads();
        if (plain) {
            for (volatile int i = 0; i < 3000 * (k % 8); i++)
                continue;
            sum += amount;
        } else {
#pragma omp atomic
            sum += amount;
        }
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
