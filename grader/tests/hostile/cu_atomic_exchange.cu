// expect: traffic: Too much: writing
// lab: 31_transpose_rows
/* The copying is done by an atomic builtin. */
#include "transpose_rows.h"
#include <cuda_runtime.h>
#define MOVE(to, from) ((void)__atomic_exchange_n((int *)(to), *(const int *)(from), __ATOMIC_RELAXED))
__global__ void show(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}
__global__ void turn(const float *a, float *b, int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < cols)
        MOVE(&b[(size_t)j * rows + i], &a[(size_t)i * cols + j]);
}
int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (!rows || !cols) return cudaSuccess;
    dim3 grid((cols + 127) / 128, rows);
    int n = rows * cols;
    show<<<(n + 255) / 256, 256>>>(d_a, d_b, n);
    turn<<<grid, 128>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
