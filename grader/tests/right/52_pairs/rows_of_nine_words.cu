/* Blocks of 32 x 32 threads in a grid with two sides; those below the diagonal
 * have nothing to do. Rows are padded to 9 words, each warp asks for places by
 * itself, and a double decides: no two rows are so close to the limit that it
 * could not tell. */
#include "pairs.h"

#include <cuda_runtime.h>

__global__ void compare(const int *rank, const int *power, int n,
                        struct pair *pair, int room, int *count)
{
    __shared__ int a[32][9], b[32][9];
    __shared__ int power_a[32], power_b[32];
    int x = threadIdx.x, y = threadIdx.y, t = 32 * y + x;
    int row = 32 * blockIdx.y + y, col = 32 * blockIdx.x + x;

    if (blockIdx.y > blockIdx.x)
        return;
    if (t < 512) {
        int r = t % 256 / 8, w = t % 8;
        int from = 32 * (t < 256 ? blockIdx.y : blockIdx.x) + r;
        (t < 256 ? a : b)[r][w] = from < n ? rank[8 * from + w] : 0;
    } else if (t < 544) {
        power_a[x] = 32 * blockIdx.y + x < n ? power[32 * blockIdx.y + x] : 0;
    } else if (t < 576) {
        power_b[x] = col < n ? power[col] : 0;
    }
    __syncthreads();
    int dot = 0;
    for (int k = 0; k < 8; k++)
        dot = __dp4a(a[y][k], b[x][k], dot);
    double r = 0;
    if (power_a[y] > 0 && power_b[x] > 0)
        r = dot / sqrt((double)power_a[y] * power_b[x]);
    bool yes = row < col && fabs(r) >= 2.0484 / sqrt(28 + 2.0484 * 2.0484);
    unsigned vote = __ballot_sync(~0u, yes);
    int place = 0;
    if (x == 0 && vote)
        place = atomicAdd(count, __popc(vote));
    place = __shfl_sync(~0u, place, 0) + __popc(vote & ((1u << x) - 1));
    if (yes && place < room) {
        pair[place].row = row;
        pair[place].col = col;
        pair[place].dot = dot;
    }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int tiles = (n + 31) / 32;
    cudaError_t error = cudaMemset(d_count, 0, sizeof(int));

    if (error || n < 2)
        return error;
    compare<<<dim3(tiles, tiles), dim3(32, 32)>>>((const int *)d_rank, d_power,
                                                  n, d_pair, room, d_count);
    return cudaGetLastError();
}
