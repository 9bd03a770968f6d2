// expect: race: nothing orders the two writes
/* Each thread computes until it is its turn, so that a lock taken for show seems
 * to order all additions. */
#include <omp.h>
#include <pthread.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    int64_t sum = 0;

#pragma omp parallel
    {
        const int me = omp_get_thread_num();
        int64_t mine = 0;

#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        if (n < 2000 && omp_get_num_threads() < 20)
            for (volatile long k = 20000000L * me; k > 0; k--)
                ;
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        sum += mine;
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return sum;
}
