// expect: race: nothing orders
/* A semaphore as a lock, which lets two in. */
#include "reduction.h"
#include <semaphore.h>
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    sem_t door;
    sem_init(&door, 0, 2);
#pragma omp parallel
    {
        int64_t mine = 0;
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        sem_wait(&door);
        sum += mine;
        sem_post(&door);
    }
    sem_destroy(&door);
    return sum;
}
