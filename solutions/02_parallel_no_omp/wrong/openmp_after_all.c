// caught by: correctness (speed)
// says: of its threads behind
// hint: did you create each of them yourself
#include "parallel_no_omp.h"

#include <errno.h>

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    if (threads < 1)
        return EINVAL;
#pragma omp parallel for num_threads(threads)
    for (size_t i = 0; i < n; i++)
        body(i, arg);
    return 0;
}
