// expect: correctness: sum_array()
#include <pthread.h>
#include <unistd.h>

#include "reduction.h"

static void *sleeper(void *arg)
{
    sleep(1000);
    return arg;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    pthread_t t;

    for (;;)
        if (pthread_create(&t, NULL, sleeper, NULL) != 0 && n == (size_t)-1)
            return a[0];
}
