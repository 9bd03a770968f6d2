// Rank numbers go out through shared memory, in rows of nine words; blocks go
// from tile to tile.
#include "ranks.h"

#include <cuda_runtime.h>

#define COLS 30
#define THREADS 64

__global__ void kernel(const int *x, int n, int *rank, int *power)
{
    __shared__ alignas(8) int in[THREADS * COLS];
    __shared__ int out[THREADS * 9];
    int t = threadIdx.x;

    for (int first = blockIdx.x * THREADS; first < n;
         first += gridDim.x * THREADS) {
        int rows = n - first < THREADS ? n - first : THREADS;

        for (int i = t; i < rows * COLS; i += THREADS)
            in[i] = x[first * COLS + i];
        __syncthreads();
        if (t < rows) {
            int row[COLS], number[32], sum = 0;

            for (int k = 0; k < COLS; k += 2) {
                int2 two = *(const int2 *)&in[t * COLS + k];

                row[k] = two.x;
                row[k + 1] = two.y;
            }
            number[30] = number[31] = 0;
            for (int k = 0; k < COLS; k++) {
                number[k] = -COLS;
                for (int other = 0; other < COLS; other++)
                    number[k] += (row[other] < row[k]) + (row[other] <= row[k]);
                sum += number[k] * number[k];
            }
            for (int w = 0; w < 8; w++)
                out[9 * t + w] =
                    (int)((unsigned)(number[4 * w] & 255) |
                          (unsigned)(number[4 * w + 1] & 255) << 8 |
                          (unsigned)(number[4 * w + 2] & 255) << 16 |
                          (unsigned)(number[4 * w + 3] & 255) << 24);
            power[first + t] = sum;
        }
        __syncthreads();
        for (int i = t; i < 8 * rows; i += THREADS)
            rank[8 * first + i] = out[i / 8 * 9 + i % 8];
    }
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    int device, processors;
    cudaError_t error = cudaGetDevice(&device);

    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&processors,
                                       cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess || n == 0)
        return error;
    kernel<<<8 * processors, THREADS>>>(d_x, n, (int *)d_rank, d_power);
    return cudaGetLastError();
}
