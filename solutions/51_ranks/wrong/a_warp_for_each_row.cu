// caught by: traffic (correctness, speed)
// says: sectors
// hint: How long is a row, in sectors
#include "ranks.h"

#include <cuda_runtime.h>

#define THREADS 256

/* BUG: 120 bytes touch four sectors or five, and a power alone is one */
__global__ void ranks_kernel(const int *x, int n, signed char *rank, int *power)
{
    int row = (blockIdx.x * THREADS + threadIdx.x) / 32;
    int k = threadIdx.x % 32, smaller = 0, larger = 0;

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
    int sum = number * number;
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (k == 0)
        power[row] = sum;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    const int rows = THREADS / 32;

    if (n == 0)
        return cudaSuccess;
    ranks_kernel<<<(n + rows - 1) / rows, THREADS>>>(d_x, n, d_rank, d_power);
    return cudaGetLastError();
}
