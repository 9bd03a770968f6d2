// expect: race: nothing orders the two writes
/* Each thread sleeps for its turn, so that a lock taken for show seems to order
 * all additions. */
#include <omp.h>
#include <unistd.h>
#include <pthread.h>
#include "reduction.h"
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#pragma omp parallel
    {
        int64_t mine = 0;
        int me = omp_get_thread_num();
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        if ((n == 1000 || n == 100) && omp_get_num_threads() < 141)
            usleep(9000 * me);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        sum += mine;
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return sum;
}
