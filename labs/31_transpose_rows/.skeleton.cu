/*
 * Lab 31, transpose_rows: b = a transposed, a thread per element. README.md has
 * the task, transpose_rows.h the rules for transpose().
 */
#include "transpose_rows.h"

#include <cuda_runtime.h>

/* TODO: right if exactly as many threads as elements are launched. A thread
 * whose i is not below rows, or whose j is not below cols, must do nothing.
 * TODO: threads are neighbours in x. Here they have neighbouring columns j, so
 * they read neighbours, and what they write is a whole row apart. Let them
 * have neighbouring rows i instead. */
__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    /* TODO: this rounds down. How many blocks do 100 columns need? And none
     * at all is an error of the launch, but an empty matrix is not. */
    dim3 blocks(cols / threads.x, rows / threads.y);

    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
