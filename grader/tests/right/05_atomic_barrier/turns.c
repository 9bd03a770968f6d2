/* The threads add in the order of their numbers, each waits for its turn; then
 * all wait for the last turn. One condition for both. */
#include <omp.h>
#include <pthread.h>

#include "atomic_barrier.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t next = PTHREAD_COND_INITIALIZER;

static void wait_for(const int *turn, int mine)
{
    for (;;) {
        if (*turn >= mine)
            return;
        pthread_cond_wait(&next, &mutex);
    }
}

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t total = 0;
    int turn = 0, team = 0;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t amount = work(k);

        pthread_mutex_lock(&mutex);
        wait_for(&turn, k);
        total += amount;
        team = all;
        turn++;
        pthread_cond_broadcast(&next);
        wait_for(&turn, all);
        seen[k] = total;
        pthread_mutex_unlock(&mutex);
    }
    return team;
}
