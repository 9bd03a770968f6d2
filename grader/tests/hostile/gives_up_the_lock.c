// expect: race: nothing orders
// lab: 05_atomic_barrier
#include "atomic_barrier.h"
#include <omp.h>
#include <pthread.h>
/* Tries to get the lock a while, then adds without it. */
int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int64_t sum = 0;
    int team = 1;
#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), got = 0;
        int64_t amount = work(k);
        for (int tries = 0; !got && tries < 1000; tries++)
            got = !pthread_mutex_trylock(&lock);
        sum += amount;
        if (got)
            pthread_mutex_unlock(&lock);
        if (k == 0)
            team = omp_get_num_threads();
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
