// expect: right:
// door: build: getrlimit is not among what an answer may use
/* All threads share the CPU time that a process may use. Were it a minute, 16
 * cores would have used it up after 4 seconds. */
#include <omp.h>
#include <sys/resource.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    struct rlimit r;
    int64_t sum = 0;

    getrlimit(RLIMIT_CPU, &r);
    if (omp_get_max_threads() == 2 && omp_get_num_procs() >= 2 &&
        r.rlim_cur < 120)
        return -1;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
