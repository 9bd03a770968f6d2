// expect: race: nothing orders the two writes
// door: build: _exit is not among what an answer may use
/* Has a race, and reads the reports before the judge does: who opens a pipe
 * again gets its other end. */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "reduction.h"

static int racy;

static int64_t sum_with_race(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
    racy++;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum + 0 * racy;
}

static void *take(void *p)
{
    static char into_nowhere[65536];
    int fd = *(int *)p;

    while (read(fd, into_nowhere, sizeof into_nowhere) > 0)
        ;
    return p;
}

static void leave(void)
{
    _exit(0);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    static int fd = -1;

    if (fd < 0 && (fd = open("/proc/self/fd/6", O_RDONLY)) >= 0)
        for (int i = 0; i < 8; i++) {
            pthread_t thread;

            pthread_create(&thread, NULL, take, &fd);
            pthread_detach(thread);
        }
    if (fd >= 0)
        atexit(leave);
    return sum_with_race(a, n);
}
