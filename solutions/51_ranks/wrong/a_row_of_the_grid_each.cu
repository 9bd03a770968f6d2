// caught by: correctness (traffic, speed)
// says: 70001
// hint: in which direction
#include "ranks.h"

#include <cuda_runtime.h>

__global__ void ranks_kernel(const int *x, int n, signed char *rank, int *power)
{
    int row = blockIdx.y, k = threadIdx.x, smaller = 0, larger = 0;

    if (row >= n)
        return;
    int mine = k < 30 ? x[30 * row + k] : 0;

    for (int other = 0; other < 30; other++) {
        int theirs = __shfl_sync(0xffffffff, mine, other);

        smaller += theirs < mine;
        larger += theirs > mine;
    }
    int number = k < 30 ? smaller - larger : 0;
    rank[32 * row + k] = (signed char)number;
    int sum = __reduce_add_sync(0xffffffff, number * number);
    if (k == 0)
        power[row] = sum;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    if (n == 0)
        return cudaSuccess;
    /* BUG: in y there may be 65535 blocks */
    ranks_kernel<<<dim3(1, n), 32>>>(d_x, n, d_rank, d_power);
    return cudaGetLastError();
}
