// expect: speed: too slow
// door: build: sched_setscheduler is not among what an answer may use
/* Serial. An extra thread of lowest priority tries to pile up run delay that
 * the judge would then take off the time. */
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include "reduction.h"

#ifndef SCHED_IDLE
#define SCHED_IDLE 5 /* needs _GNU_SOURCE, which comes too late here */
#endif

static void *starve(void *arg)
{
    struct sched_param p = {0};
    volatile int *stop = arg;

    sched_setscheduler(0, SCHED_IDLE, &p);
    setpriority(PRIO_PROCESS, 0, 19);
    while (!*stop)
        ;
    return arg;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    pthread_t t[4];
    volatile int stop = 0;
    int64_t sum = 0;

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, starve, (void *)&stop);
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    stop = 1;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return sum;
}
