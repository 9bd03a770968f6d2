/* A block is one warp and has a tile of 32 columns by 64 rows; its lanes keep
 * the columns in registers. Tiles are found without a root: by going through
 * the columns of tiles. The two powers come out of the rank numbers. */
#include "pairs.h"

#include <cuda_runtime.h>

#define ROWS 64

__global__ void compare(const int *rank, int n, struct pair *pair, int room,
                        int *count)
{
    __shared__ int rows[ROWS * 8], cols[32 * 9];
    int lane = threadIdx.x, tile = blockIdx.x, j = 0, mine[8], power = 0;

    while (tile >= j / 2 + 1) {
        tile -= j / 2 + 1;
        j++;
    }
    int first_row = ROWS * tile, first_col = 32 * j, col = first_col + lane;
    for (int k = lane; k < ROWS * 8; k += 32)
        rows[k] = 8 * first_row + k < 8 * n ? rank[8 * first_row + k] : 0;
    for (int k = lane; k < 32 * 8; k += 32)
        cols[k / 8 * 9 + k % 8] =
            8 * first_col + k < 8 * n ? rank[8 * first_col + k] : 0;
    __syncwarp();
    for (int k = 0; k < 8; k++) {
        mine[k] = cols[lane * 9 + k];
        power = __dp4a(mine[k], mine[k], power);
    }
    for (int r = 0; r < ROWS && first_row + r < n; r++) {
        int dot = 0, other = 0, place = 0;

        for (int k = 0; k < 8; k++) {
            dot = __dp4a(rows[8 * r + k], mine[k], dot);
            other = __dp4a(rows[8 * r + k], rows[8 * r + k], other);
        }
        unsigned long long left = (unsigned)(dot * dot), right = power * other;
        unsigned vote =
            __ballot_sync(0xffffffff, first_row + r < col && right > 0 &&
                                          left * 201224641 >= right * 26224641);
        if (vote == 0)
            continue;
        int leader = __ffs(vote) - 1;
        if (lane == leader)
            place = atomicAdd(count, __popc(vote));
        place = __shfl_sync(0xffffffff, place, leader);
        place += __popc(vote & ~(~0u << lane));
        if ((vote & 1u << lane) && place < room)
            pair[place] = {first_row + r, col, dot};
    }
}

int pairs(const signed char *d_rank, const int *, int n, struct pair *d_pair,
          int room, int *d_count)
{
    int tiles = 0;
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    for (int j = 0; 32 * j < n; j++)
        tiles += j / 2 + 1;
    if (error == cudaSuccess && tiles > 0) {
        compare<<<tiles, 32>>>((const int *)d_rank, n, d_pair, room, d_count);
        error = cudaGetLastError();
    }
    return error;
}
