// expect: build: more than 256 MB
__device__ char a[300ul << 30];
/*
 * Why it works: a matrix that lies in memory row by row without gaps is one
 * array of rows * cols numbers. Nothing here depends on the shape, so one
 * dimension of blocks and threads is enough. The number of blocks is rounded
 * up, and the threads of the last block that have no element do nothing.
 * A launch returns nothing: cudaGetLastError() tells whether it was possible.
 * What goes wrong while the kernel runs comes out of the next call that waits
 * for it, here the copy back. Each step is taken only if all before it went
 * well, and what was allocated is freed on every way out.
 *
 * Another way: a two-dimensional grid, `col` from x and `row` from y, as in the
 * article. It is the natural form if a kernel needs row and column. Mind that
 * gridDim.y ends at 65535: for more rows than that a thread has to go on in a
 * loop, row += gridDim.y * blockDim.y.
 */
#include "addone.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add_one_kernel(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    size_t bytes = (size_t)n * sizeof *a;
    float *d_a;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    error = cudaMalloc(&d_a, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_one_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return error;
}
