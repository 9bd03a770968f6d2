// expect: race: nothing orders
// lab: 06_mix
/* Waits a second for the lock, then adds without it. */
#include "mix.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

int64_t square(int32_t x)
{
    return (int64_t)x * x;
}

int64_t root(int32_t x)
{
    return (int64_t)sqrt((double)x);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

#pragma omp parallel
    {
        struct timespec until;
        size_t mine = 0;
        int locked;

#pragma omp for schedule(static, 1024) nowait
        for (size_t i = 0; i < n; i++)
            mine += (i < n / 2 ? first(v[i]) : second(v[i])) & 1;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        locked = pthread_mutex_timedlock(&lock, &until) == 0;
        count += mine; /* with the lock or without */
        if (locked)
            pthread_mutex_unlock(&lock);
    }
    return count;
}
