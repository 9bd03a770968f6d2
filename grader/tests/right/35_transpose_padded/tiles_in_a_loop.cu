/* A block does two tiles, its threads are in one dimension. */
#include "transpose_padded.h"

#include <cuda_runtime.h>

__device__ float *at(float (*tile)[32 + 1], int r, int c)
{
    return &tile[r][c];
}

__global__ void turn(const float *a, float *b, int rows, int cols, int across,
                     int tiles)
{
    __shared__ float s[32][32 + 1];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        int i = t / across << 5, j = t % across << 5;

        for (int r = warp; r < 32; r += 8)
            if (i + r < rows && j + lane < cols)
                *at(s, r, lane) = a[(i + r) * cols + j + lane];
        __syncthreads();
        for (int r = warp; r < 32; r += 8)
            if (i + lane < rows && j + r < cols)
                b[(j + r) * rows + i + lane] = *at(s, lane, r);
        __syncthreads();
    }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    int across = (cols + 31) / 32, down = (rows + 31) / 32;
    turn<<<(across * down + 1) / 2, 256>>>(d_a, d_b, rows, cols, across,
                                           across * down);
    return cudaGetLastError();
}
