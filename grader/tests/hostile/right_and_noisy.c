// expect: right:
// door: build: signal is not among what an answer may use
/* Prints, leaves a signal handler, keeps a file open, changes the number of
 * threads (to as many as there are) and the locale: odd, and right. */
#include <fcntl.h>
#include <locale.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    int before = omp_get_max_threads();

    if (n < 100) {
        printf("WARNING: \033[31mn = %zu\n==1==ERROR: x", n);
        fprintf(stderr, "FAIL: n = %zu\n", n);
        signal(SIGPIPE, SIG_IGN);
        setlocale(LC_ALL, "");
        if (n == 7 && open("/dev/null", O_RDONLY) < 0)
            return -1;
    }
    omp_set_dynamic(0);
    omp_set_num_threads(before);
#pragma omp parallel num_threads(before)
    {
        int64_t mine = 0;

#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
#pragma omp critical
        sum += mine;
    }
    return sum;
}
