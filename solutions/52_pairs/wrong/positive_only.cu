// caught by: correctness
// says: are missing
// hint: Which sign has the dot
#include "pairs.h"

#include <cuda_runtime.h>

#define TILE 32 /* rows, and lanes of a warp */
#define WARPS 8
#define STEPS (TILE / WARPS) /* rows of the tile for each warp */
#define WORDS 8              /* of a row, four rank numbers each */
#define ON_EDGE (TILE + 4)

__device__ bool correlated(int dot, int power_a, int power_b)
{
    /* BUG: as in the article, t >= and not |t| >= */
    return dot > 0 && (long long)(dot * dot) * 201224641 >
                          (long long)(power_a * power_b) * 26224641;
}

__global__ void pairs_kernel(const int *rank, const int *power, int n,
                             struct pair *pair, int room, int *count)
{
    __shared__ int rows[TILE][WORDS], cols[WORDS][ON_EDGE];
    __shared__ int row_power[TILE], col_power[TILE];
    int lane = threadIdx.x, warp = threadIdx.y, tile = blockIdx.x;
    int j = (int)((sqrt(8.0 * tile + 1) - 1) / 2);
    int first_row = (tile - j * (j + 1) / 2) * TILE, first_col = j * TILE;

    /* A thread brings one word of a row, and one of a column. */
    int r = warp * STEPS + lane / WORDS, w = lane % WORDS;
    rows[r][w] = first_row + r < n ? rank[(first_row + r) * WORDS + w] : 0;
    cols[w][r] = first_col + r < n ? rank[(first_col + r) * WORDS + w] : 0;
    if (warp == 0)
        row_power[lane] = first_row + lane < n ? power[first_row + lane] : 0;
    if (warp == 1)
        col_power[lane] = first_col + lane < n ? power[first_col + lane] : 0;
    __syncthreads();

    int mine[WORDS], dot[STEPS], found = 0;
    unsigned vote[STEPS];
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        mine[k] = cols[k][lane];
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        int row = warp + s * WARPS;

        dot[s] = 0;
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            dot[s] = __dp4a(rows[row][k], mine[k], dot[s]);
        bool yes = first_row + row < first_col + lane &&
                   correlated(dot[s], row_power[row], col_power[lane]);
        vote[s] = __ballot_sync(0xffffffff, yes);
        found += __popc(vote[s]);
    }

    int place = 0;
    if (lane == 0 && found > 0)
        place = atomicAdd(count, found);
    place = __shfl_sync(0xffffffff, place, 0);
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        int here = place + __popc(vote[s] & ((1u << lane) - 1));

        if ((vote[s] >> lane & 1) && here < room)
            pair[here] = {first_row + warp + s * WARPS, first_col + lane,
                          dot[s]};
        place += __popc(vote[s]);
    }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int side = (n + TILE - 1) / TILE, tiles = side * (side + 1) / 2;
    cudaError_t error = cudaMemsetAsync(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pairs_kernel<<<tiles, dim3(TILE, WARPS)>>>((const int *)d_rank, d_power, n,
                                               d_pair, room, d_count);
    return cudaGetLastError();
}
