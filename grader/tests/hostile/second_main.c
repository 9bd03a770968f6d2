// expect: build: main
// door: correctness: the sum of
#include "reduction.h"

#undef main
int main(void)
{
    return 0;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
