// Eight threads a row: each ranks four numbers and stores them as one word.
#include "ranks.h"

#include <cuda_runtime.h>

#define ROWS 32

__global__ void rank_words(const int2 *x, int n, int *rank, int *power)
{
    __shared__ int2 tile[ROWS * 15];
    int first = blockIdx.x * ROWS, mine = threadIdx.x / 8, q = threadIdx.x % 8;
    int sum = 0;

    for (int i = threadIdx.x; i < 15 * ROWS; i += blockDim.x)
        if (15 * first + i < 15 * n)
            tile[i] = x[15 * first + i];
    __syncthreads();
    if (first + mine < n) {
        const int2 *row = &tile[15 * mine];
        int2 low = row[2 * q], high = q < 7 ? row[2 * q + 1] : low;
        char4 r = make_char4(0, 0, 0, 0);

        for (int k = 0; k < 15; k++) {
            int2 other = row[k];

            r.x += (other.x < low.x) - (other.x > low.x);
            r.x += (other.y < low.x) - (other.y > low.x);
            r.y += (other.x < low.y) - (other.x > low.y);
            r.y += (other.y < low.y) - (other.y > low.y);
            r.z += (other.x < high.x) - (other.x > high.x);
            r.z += (other.y < high.x) - (other.y > high.x);
            r.w += (other.x < high.y) - (other.x > high.y);
            r.w += (other.y < high.y) - (other.y > high.y);
        }
        if (q == 7)
            r.z = r.w = 0;
        ((char4 *)rank)[8 * (first + mine) + q] = r;
        sum = __dp4a(r, r, 0);
    }
    for (int step = 4; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step, 8);
    if (q == 0 && first + mine < n)
        power[first + mine] = sum;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    if (n > 0)
        rank_words<<<(n + ROWS - 1) / ROWS, 8 * ROWS>>>((const int2 *)d_x, n,
                                                        (int *)d_rank, d_power);
    return cudaGetLastError();
}
