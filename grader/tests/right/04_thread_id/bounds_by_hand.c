/* No omp for: each thread computes where its run begins and ends. */
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int size;

#pragma omp parallel num_threads(threads) shared(size)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t all = (size_t)omp_get_num_threads();
        size_t more = n % all, each = n / all;
        size_t i = me * each + (me < more ? me : more);

        for (size_t k = each + (me < more); k > 0; k--, i++) {
            work(i);
            owner[i] = (int32_t)me;
        }
#pragma omp master
        size = (int)all;
    }
    return size;
}
