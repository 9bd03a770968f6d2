// caught by: race (correctness, memory, traffic)
// says: Some threads go on to the next round before
// hint: Which lanes leave the round before the vote
#include "pairs.h"

#include <cuda_runtime.h>

#define WORDS 8 /* of a row: 32 bytes */
#define SIDE 32 /* of a tile */
#define WARPS 8 /* SIDE * WORDS == 32 * WARPS: a word for each thread */
#define ALL 0xffffffffu

/* The rule; equality only happens with a power of 0. */
__device__ bool correlated(int dot, int p, int q)
{
    return (long long)(dot * dot) * 201224641 > (long long)(p * q) * 26224641;
}

/* A block for each tile of 32 x 32 of the upper triangle. */
__global__ void pairs_kernel(const int *rank, const int *power, int n,
                             struct pair *pair, int room, int *count)
{
    __shared__ int rows[SIDE][WORDS], cols[WORDS][SIDE + 4];
    __shared__ int row_power[SIDE], col_power[SIDE];
    int lane = threadIdx.x, warp = threadIdx.y, tid = warp * 32 + lane;
    int t = blockIdx.x;
    int j = (int)((sqrt(8.0 * t + 1) - 1) / 2);
    int i = t - j * (j + 1) / 2;
    int r = tid / WORDS, k = tid % WORDS;
    int row0 = i * SIDE, col0 = j * SIDE, col = col0 + lane;
    int mine[WORDS];

    rows[r][k] = row0 + r < n ? rank[(row0 + r) * WORDS + k] : 0;
    cols[k][r] = col0 + r < n ? rank[(col0 + r) * WORDS + k] : 0;
    if (warp == 0)
        row_power[lane] = row0 + lane < n ? power[row0 + lane] : 0;
    if (warp == 1)
        col_power[lane] = col < n ? power[col] : 0;
    __syncthreads();

    /* the lane's column in registers */
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        mine[w] = cols[w][lane];

    for (int s = warp; s < SIDE; s += WARPS) {
        int row = row0 + s, dot = 0, place = 0;

#pragma unroll
        for (int w = 0; w < WORDS; w++)
            dot = __dp4a(rows[s][w], mine[w], dot);

        if (row >= col)
            continue;

        bool hit = correlated(dot, row_power[s], col_power[lane]);
        unsigned vote = __ballot_sync(ALL, hit);

        if (vote == 0)
            continue;
        if (lane == 0)
            place = atomicAdd(count, __popc(vote));
        place = __shfl_sync(ALL, place, 0);
        place += __popc(vote & ((1u << lane) - 1));
        if (hit && place < room)
            pair[place] = {row, col, dot};
    }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int side = (n + SIDE - 1) / SIDE;
    cudaError_t error = cudaMemsetAsync(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess)
        return error;
    if (n < 2)
        return cudaSuccess;
    pairs_kernel<<<side * (side + 1) / 2, dim3(32, WARPS)>>>(
        (const int *)d_rank, d_power, n, d_pair, room, d_count);
    return cudaGetLastError();
}
