/* A warp has four rows, one after the other, and a lane has a number of each:
 * it sees the others by 30 shuffles, which are slow on the CPU device. */
#include "ranks.h"

#include <cuda_runtime.h>

#define COLS 30
#define FULL 0xffffffffu
#define ROWS 16 /* of a block: four for each of its four warps */

__global__ void ranks_kernel(const int *x, int n, unsigned *rank, int *power)
{
    __shared__ int tile[ROWS * COLS];
    const int lane = threadIdx.x % 32, first = blockIdx.x * ROWS;
    const int here = min(ROWS, n - first) * COLS;

    for (int i = threadIdx.x; i < here; i += blockDim.x)
        tile[i] = x[first * COLS + i];
    __syncthreads();

    unsigned word = 0; /* lane 8 * k + w has word w of the warp's row k, */
    int total = 0;     /* and lane k its power */
    for (int k = 0; k < 4; k++) {
        const int row = threadIdx.x / 32 * 4 + k;
        const bool some = first + row < n;
        const int mine = some && lane < COLS ? tile[row * COLS + lane] : 0;
        int r = 0;

        for (int c = 0; c < COLS; c++) {
            const int other = __shfl_sync(FULL, mine, c);

            r += (mine > other) - (mine < other);
        }
        if (lane >= COLS)
            r = 0;
        int sum = r * r;
        for (int d = 16; d; d /= 2)
            sum += __shfl_xor_sync(FULL, sum, d);
        if (lane == k)
            total = sum;

        unsigned four = r & 255u;
        four |= __shfl_down_sync(FULL, four, 1) << 8;
        four |= __shfl_down_sync(FULL, four, 2) << 16;
        four = __shfl_sync(FULL, four, lane % 8 * 4);
        if (lane / 8 == k)
            word = four;
    }
    const int begin = first + threadIdx.x / 32 * 4;
    if (begin + lane / 8 < n)
        rank[(begin + lane / 8) * 8 + lane % 8] = word;
    if (lane < 4 && begin + lane < n)
        power[begin + lane] = total;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    if (n == 0)
        return cudaSuccess;
    ranks_kernel<<<(n + ROWS - 1) / ROWS, 128>>>(d_x, n, (unsigned *)d_rank,
                                                 d_power);
    return cudaGetLastError();
}
