// caught by: correctness
// says: one too many: if your code counts the threads
// hint: what is in the counter before the first one
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int size = 1;

#pragma omp parallel num_threads(threads) reduction(+ : size)
    {
        const int me = omp_get_thread_num();

        size += 1;
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = me;
        }
    }
    return size;
}
