// caught by: traffic
// says: One thread after the other
// hint: how many elements does each of
// One thread goes through the whole matrix.
#include "addone.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add_one_kernel(float *a, int n)
{
    for (int i = 0; i < n; i++)
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
        add_one_kernel<<<1, 1>>>(d_a, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return error;
}
