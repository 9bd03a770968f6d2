// caught by: correctness
// says: in a loop
// hint: when a wait ends and not all threads have come
// A barrier of one's own. pthread_cond_wait() may come back although nobody has
// signalled; only a loop around it sees that not all have come.
#include <omp.h>
#include <pthread.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
    int64_t sum = 0;
    int came = 0, team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t amount = work(k);

        pthread_mutex_lock(&mutex);
        sum += amount;
        team = all;
        if (++came == all)
            pthread_cond_broadcast(&all_here);
        else
            pthread_cond_wait(&all_here, &mutex); // if, not while
        seen[k] = sum;
        pthread_mutex_unlock(&mutex);
    }
    pthread_cond_destroy(&all_here);
    pthread_mutex_destroy(&mutex);
    return team;
}
