// caught by: memory (correctness)
// says: cannot touch
// hint: Whose memory does d_a point to
#include "odd_even_sort.h"

#include <cuda_runtime.h>
#include <algorithm>

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    std::sort(d_a, d_a + n);
    return cudaSuccess;
}

int odd_even_sort(int *d_a, int n)
{
    std::sort(d_a, d_a + n);
    return cudaSuccess;
}
