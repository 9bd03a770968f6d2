// expect: right:
/* Prints, leaves a signal handler, keeps a file open, changes the number of
 * threads and the locale: odd, and right. */
#include <fcntl.h>
#include <locale.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t part[64] = {0}, sum = 0;

    if (n < 100) {
        printf("WARNING: \033[31mn = %zu\n==1==ERROR: x", n);
        fprintf(stderr, "FAIL: n = %zu\n", n);
        signal(SIGPIPE, SIG_IGN);
        setlocale(LC_ALL, "");
        if (n == 7 && open("/dev/null", O_RDONLY) < 0)
            return -1;
    }
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t mine = 0;

#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        part[me < all ? me : 0] = mine;
    }
    for (int t = 0; t < 64; t++)
        sum += part[t];
    return sum;
}
