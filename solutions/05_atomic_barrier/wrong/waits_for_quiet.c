// caught by: correctness
// says: did not wait for it
// hint: keeps it back until all have added
// Waits until the total has not changed for 40 ms, and takes that for the end.
#include "atomic_barrier.h"

#include <omp.h>
#include <unistd.h>

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t total = 0;
    int size = 1;

#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num();
        const int64_t mine = work(me);
        int64_t last, now;

        if (me == 0)
            size = omp_get_num_threads();
#pragma omp atomic
        total += mine;
#pragma omp atomic read
        now = total;
        for (int quiet = 0; quiet < 5; quiet++) {
            last = now;
            usleep(8000);
#pragma omp atomic read
            now = total;
            if (now != last)
                quiet = 0;
        }
        seen[me] = now;
    }
    return size;
}
