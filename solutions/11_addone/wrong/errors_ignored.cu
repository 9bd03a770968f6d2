// caught by: correctness
// says: 40000
// hint: Which of your calls notices
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

    if (n == 0)
        return cudaSuccess;
    if (cudaMalloc(&d_a, bytes) != cudaSuccess)
        return cudaSuccess; /* "cannot be helped" */
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    add_one_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n);
    cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return cudaSuccess;
}
