// expect: correctness: asked the system
// door: build: dup is not among what an answer may use
/* A race, while /dev/null sits where the detector reports. */
#include <fcntl.h>
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int racy;
    int64_t sum = 0;
    int kept = dup(6), null = open("/dev/null", O_WRONLY);

    dup2(null, 6);
#pragma omp parallel
    racy++;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    dup2(kept, 6);
    close(kept);
    close(null);
    return sum + 0 * racy;
}
