// expect: correctness: descriptor that is not its own
// door: build: write is not among what an answer may use
#include <string.h>
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    char junk[200];
    int64_t sum = 0;

    memset(junk, '{', sizeof junk);
    for (int fd = 3; fd < 64; fd++)
        if (write(fd, junk, sizeof junk) < 0)
            continue;
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
