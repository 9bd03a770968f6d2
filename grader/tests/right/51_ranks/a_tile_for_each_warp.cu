// Each warp has a tile of its own and waits for nobody else. A lane's rank
// numbers overwrite the numbers in it that they come from, and go out together.
#include "ranks.h"

#include <cuda_runtime.h>

#define COLS 30
#define WARPS 4

__global__ void rank_rows(const int *x, int n, uint4 *rank, int *power)
{
    extern __shared__ int tiles[];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int *tile = &tiles[32 * COLS * warp];
    int first = 32 * (WARPS * blockIdx.x + warp);
    int rows = first < n ? min(32, n - first) : 0;

    for (int i = lane; i < COLS * rows; i += 32)
        tile[i] = x[COLS * first + i];
    __syncwarp();

    int v[COLS], sum = 0;
    if (lane < rows)
        for (int k = 0; k < COLS / 2; k++) {
            int2 two = ((const int2 *)tile)[COLS / 2 * lane + k];

            v[2 * k] = two.x;
            v[2 * k + 1] = two.y;
        }
    __syncwarp();
    if (lane < rows) {
        unsigned word[8] = {0, 0, 0, 0, 0, 0, 0, 0};

        for (int k = 0; k < COLS; k++) {
            int smaller = 0, larger = 0;

            for (int m = 0; m < COLS; m++)
                if (v[m] < v[k])
                    smaller++;
                else if (v[m] > v[k])
                    larger++;
            sum += (smaller - larger) * (smaller - larger);
            word[k / 4] |= (unsigned)(unsigned char)(smaller - larger)
                           << 8 * (k % 4);
        }
        power[first + lane] = sum;
        /* halves of every other four rows change places: all banks at once */
        uint4 *out = (uint4 *)tile + 2 * lane;
        int turn = lane / 4 % 2;
        out[turn] = make_uint4(word[0], word[1], word[2], word[3]);
        out[1 - turn] = make_uint4(word[4], word[5], word[6], word[7]);
    }
    __syncwarp();
    for (int i = lane; i < 2 * rows; i += 32)
        rank[2 * first + i] = ((uint4 *)tile)[i ^ (i / 8 % 2)];
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    if (n == 0)
        return 0;
    rank_rows<<<(n - 1) / (32 * WARPS) + 1, 32 * WARPS,
                32 * COLS * WARPS * sizeof(int)>>>(d_x, n, (uint4 *)d_rank,
                                                   d_power);
    return cudaGetLastError();
}
