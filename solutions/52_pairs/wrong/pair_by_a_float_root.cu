// caught by: correctness (traffic, race, memory)
// hint: Which type has the root
#include "pairs.h"

#include <cuda_runtime.h>

#define WORDS 8
#define THREADS 256

__device__ bool correlated(int dot, int power_a, int power_b)
{
    return (long long)(dot * dot) * 201224641 >
           (long long)(power_a * power_b) * 26224641;
}

/* A thread for each pair: column col has the pairs col * (col - 1) / 2 and on.
 */
__global__ void pairs_kernel(const int *rank, const int *power, int all,
                             struct pair *pair, int room, int *count)
{
    int k = blockIdx.x * THREADS + threadIdx.x, lane = threadIdx.x % 32;
    /* BUG: from 2^24 on a float has no room for all numbers */
    int col = (int)((sqrtf(8.0f * k + 1) + 1) / 2);
    int row = k - col * (col - 1) / 2, dot = 0, place = 0;

    for (int w = 0; w < WORDS && k < all; w++)
        dot = __dp4a(rank[row * WORDS + w], rank[col * WORDS + w], dot);
    unsigned vote = __ballot_sync(
        0xffffffff, k < all && correlated(dot, power[row], power[col]));
    if (lane == 0 && vote != 0)
        place = atomicAdd(count, __popc(vote));
    place =
        __shfl_sync(0xffffffff, place, 0) + __popc(vote & ((1u << lane) - 1));
    if ((vote >> lane & 1) && place < room)
        pair[place] = {row, col, dot};
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int all = n < 2 ? 0 : (int)((long long)n * (n - 1) / 2);
    cudaError_t error = cudaMemsetAsync(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || all == 0)
        return error;
    pairs_kernel<<<(unsigned)(all - 1) / THREADS + 1, THREADS>>>(
        (const int *)d_rank, d_power, all, d_pair, room, d_count);
    return cudaGetLastError();
}
