// caught by: traffic
// hint: for how many pairs does one
#include "pairs.h"

#include <cuda_runtime.h>

#define WORDS 8
#define THREADS 128

__device__ bool correlated(int dot, int power_a, int power_b)
{
    return (long long)(dot * dot) * 201224641 >
           (long long)(power_a * power_b) * 26224641;
}

/* BUG: as in the article: its row is in shared memory, but every later row is
 * read for this one alone */
__global__ void pairs_kernel(const int *rank, const int *power, int n,
                             struct pair *pair, int room, int *count)
{
    __shared__ int mine[WORDS];
    int row = blockIdx.x, lane = threadIdx.x % 32;

    if (threadIdx.x < WORDS)
        mine[threadIdx.x] = rank[row * WORDS + threadIdx.x];
    __syncthreads();
    for (int first = row + 1; first < n; first += THREADS) {
        int col = first + threadIdx.x, dot = 0, place = 0;

        for (int k = 0; k < WORDS && col < n; k++)
            dot = __dp4a(mine[k], rank[col * WORDS + k], dot);
        unsigned vote = __ballot_sync(
            0xffffffff, col < n && correlated(dot, power[row], power[col]));
        if (lane == 0 && vote != 0)
            place = atomicAdd(count, __popc(vote));
        place = __shfl_sync(0xffffffff, place, 0) +
                __popc(vote & ((1u << lane) - 1));
        if ((vote >> lane & 1) && place < room)
            pair[place] = {row, col, dot};
    }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    cudaError_t error = cudaMemsetAsync(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pairs_kernel<<<n, THREADS>>>((const int *)d_rank, d_power, n, d_pair, room,
                                 d_count);
    return cudaGetLastError();
}
