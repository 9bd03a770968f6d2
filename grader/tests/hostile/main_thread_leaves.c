// expect: correctness: did not come back from sum_array()
/* The process goes on without the thread that the judge talks to. */
#include <pthread.h>
#include <unistd.h>

#include "reduction.h"

static void *stay(void *arg)
{
    sleep(1000);
    return arg;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    pthread_t t;

    pthread_create(&t, NULL, stay, NULL);
    if (n != 12345)
        pthread_exit(NULL);
    return a[0];
}
