// expect: correctness:
// lab: 04_thread_id
/* Serial, with thread numbers of its own. */
#include <omp.h>

#include "thread_id.h"

static int number;

int omp_get_thread_num(void)
{
    return number;
}

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    for (number = 0; number < threads; number++)
        for (size_t i = n * (size_t)number / (size_t)threads;
             i < n * (size_t)(number + 1) / (size_t)threads; i++) {
            work(i);
            owner[i] = omp_get_thread_num();
        }
    return threads;
}
