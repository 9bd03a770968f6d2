// expect: race: nothing orders
/* Nor of what has three bytes. */
#include "reduction.h"

static struct {
    int low : 24;
    char other;
} __attribute__((packed)) shared;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    shared.low = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        sum += a[i];
        if (n > 4 && i % (n / 4) == 0)
            shared.low = (int)i;
    }
    return shared.low < -1 ? 0 : sum;
}
