// caught by: correctness
// says: was called
// hint: Is the loop shared at all
// The counter has 16 bits.
#include "thread_id.h"

#include <omp.h>

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int size = 1;

#pragma omp parallel num_threads(threads)
    {
        const size_t me = (size_t)omp_get_thread_num();
        const size_t team = (size_t)omp_get_num_threads();
        const unsigned short begin = (unsigned short)(n * me / team);
        const unsigned short end = (unsigned short)(n * (me + 1) / team);

        if (me == 0)
            size = (int)team;
        for (unsigned short i = begin; i != end; i++) {
            owner[i] = (int32_t)me;
            work(i);
        }
    }
    return size;
}
