// expect: correctness: asked the system
// door: build: dup2 is not among what an answer may use
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    dup2(1, 3);
    return n ? a[0] : 0;
}
