/* Tiles of 64 rows: a thread keeps 4 rows and 4 columns in registers, 16 apart,
 * so that neighbours have neighbouring columns. The tiles' numbers go along
 * the rows, and a search finds the row. */
#include "pairs.h"

#include <cuda_runtime.h>

#define TILE 64
#define EACH 4
#define SIDE 16

__global__ void compare(const signed char *rank, const int *power, int n,
                        struct pair *pair, int room, int *count, int tiles)
{
    __shared__ int rows[8][TILE + 4], cols[8][TILE + 4];
    __shared__ int row_power[TILE], col_power[TILE], row_of_tile;
    const int *words = reinterpret_cast<const int *>(rank);
    int tid = threadIdx.x, tx = tid % SIDE, ty = tid / SIDE, lane = tid % 32;
    int dot[EACH][EACH] = {}, t = blockIdx.x;

    if (tid == 0) {
        int low = 0, high = tiles; /* row i begins with i * tiles - ... */
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (middle * tiles - middle * (middle - 1) / 2 <= t)
                low = middle;
            else
                high = middle;
        }
        row_of_tile = low;
    }
    __syncthreads();
    int i = row_of_tile, j = t - (i * tiles - i * (i - 1) / 2) + i;
    for (int k = tid; k < TILE * 8; k += SIDE * SIDE) {
        rows[k % 8][k / 8] = TILE * i + k / 8 < n ? words[TILE * 8 * i + k] : 0;
        cols[k % 8][k / 8] = TILE * j + k / 8 < n ? words[TILE * 8 * j + k] : 0;
    }
    if (tid < TILE) {
        row_power[tid] = TILE * i + tid < n ? power[TILE * i + tid] : 0;
        col_power[tid] = TILE * j + tid < n ? power[TILE * j + tid] : 0;
    }
    __syncthreads();
    for (int k = 0; k < 8; k++)
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++)
                dot[r][c] = __dp4a(rows[k][ty + SIDE * r],
                                   cols[k][tx + SIDE * c], dot[r][c]);
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++) {
            int row = ty + SIDE * r, col = tx + SIDE * c, place = 0;
            long long left = dot[r][c], right = row_power[row];
            bool yes =
                TILE * i + row < TILE * j + col &&
                left * left * 201224641 > right * col_power[col] * 26224641;
            unsigned vote = __ballot_sync(0xffffffffu, yes);

            if (vote != 0 && lane == 31)
                place = atomicAdd(count, __popc(vote));
            place = __shfl_sync(0xffffffffu, place, 31);
            place += __popc(vote & ((1u << lane) - 1));
            if (yes && place < room)
                pair[place] = {TILE * i + row, TILE * j + col, dot[r][c]};
        }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int tiles = (n + TILE - 1) / TILE;
    cudaError_t error = cudaMemsetAsync(d_count, 0, sizeof *d_count, 0);

    if (error != cudaSuccess || tiles == 0)
        return error;
    compare<<<tiles *(tiles + 1) / 2, SIDE * SIDE>>>(d_rank, d_power, n, d_pair,
                                                     room, d_count, tiles);
    return cudaGetLastError();
}
