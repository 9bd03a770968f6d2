// expect: race: did not come through
// door: build: write is not among what an answer may use
/* Has a race; but first so much comes on the way of the reports that the judge
 * keeps no more. */
#include <string.h>
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

int64_t sum_array(const int32_t *a, size_t n)
{
    static char junk[64 << 10];
    static int done;

    memset(junk, '\n', sizeof junk);
    for (int i = 0; i < 8 && !done; i++)
        if (write(6, junk, sizeof junk) < 0)
            break;
    done = 1;
    return sum_with_race(a, n);
}
