// caught by: correctness
// says: 8500000 x 1
// Blocks of 128 rows: gridDim.y ends at 65535 of them.
#include "addone.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add_one_kernel(float *a, int rows, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int i = row * cols + col;

    if (row < rows && col < cols)
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
        add_one_kernel<<<dim3((cols + 7) / 8, (rows + 127) / 128), dim3(8, 128)>>>(d_a, rows,
                                                                  cols);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return error;
}
