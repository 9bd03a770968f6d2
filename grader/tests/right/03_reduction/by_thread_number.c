/* Parts by thread number; each sum in a cache line of its own. */
#include "reduction.h"

#include <omp.h>
#include <stdlib.h>

struct padded {
    int64_t value;
    char rest[120];
};

int64_t sum_array(const int32_t *a, size_t n)
{
    int team = 1;
    struct padded *slot =
        calloc((size_t)omp_get_max_threads(), sizeof(struct padded));
    int64_t total = 0;

    if (!slot) { /* no memory: alone */
        while (n > 0)
            total += a[--n];
        return total;
    }
#pragma omp parallel
    {
        const int id = omp_get_thread_num(), count = omp_get_num_threads();
        const size_t per = n / (size_t)count;
        const int32_t *p = a + per * (size_t)id;
        const int32_t *end = id == count - 1 ? a + n : p + per;
        int64_t sum = 0;

        while (p != end)
            sum += *p++;
        slot[id].value = sum;
        if (id == 0)
            team = count;
    }
    for (int t = 0; t < team; t++)
        total += slot[t].value;
    free(slot);
    return total;
}
