// expect: memory: past the end
// lab: 31_transpose_rows
/* The copying is done by calls, which take and return structures. */
#include "transpose_rows.h"
#include <cuda_runtime.h>

struct number {
    float x, unused[9];
};

__device__ __attribute__((noinline)) float first(number n)
{
    return n.x;
}

__global__ void show(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i];
}

__global__ void turn(const float *a, float *b, int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;

    if (j < cols)
        b[(size_t)j * rows + i] = first(*(const number *)&a[(size_t)i * cols + j]);
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 grid((cols + 127) / 128, rows);
    int n = rows * cols;

    if (!rows || !cols)
        return cudaSuccess;
    show<<<(n + 255) / 256, 256>>>(d_a, d_b, n);
    turn<<<grid, 128>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
