/* A place for each thread, kept from call to call and made longer only when
 * more threads come. */
#include <omp.h>
#include <stdlib.h>

#include "reduction.h"

enum { APART = 8 };
static int64_t *place;
static int room;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    int team = omp_get_max_threads();

    if (team > room) {
        free(place);
        place = malloc((size_t)team * APART * sizeof *place);
        if (!place)
            abort();
        room = team;
    }
#pragma omp parallel num_threads(team) reduction(+ : sum)
    {
        int64_t own = 0;

#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            own += a[i];
        place[omp_get_thread_num() * APART] = own;
        sum += place[omp_get_thread_num() * APART];
    }
    return sum;
}
