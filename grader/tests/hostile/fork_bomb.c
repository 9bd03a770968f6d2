// expect: correctness: start, trace or signal a process
// door: build: fork is not among what an answer may use
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    for (;;)
        if (fork() < 0)
            return n ? a[0] : 0;
}
