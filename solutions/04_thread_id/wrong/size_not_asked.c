// caught by: correctness
// says: OpenMP gives only 1
// hint: Which of these two numbers do you return
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
#pragma omp parallel for num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        work(i);
        owner[i] = omp_get_thread_num();
    }
    return threads;
}
