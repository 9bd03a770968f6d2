// caught by: memory
// hint: on which way out is it not given back
// Two allocations: where there is no memory for the second one, the first stays.
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void add_up(const long long *part, int n, long long *sum)
{
    long long all = 0;

    for (int i = 0; i < n; i++)
        all += part[i];
    *sum = all;
}

__global__ void sum_kernel(const int *a, int n, long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        sum[blockIdx.x] = part[0];
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess || n == 0)
        return error;
    long long *d_part, *d_total;
    int blocks = (n - 1) / THREADS + 1;

    error = cudaMalloc(&d_part, blocks * sizeof *d_part);
    if (error != cudaSuccess)
        return error;
    error = cudaMalloc(&d_total, sizeof *d_total);
    if (error != cudaSuccess)
        return error;
    sum_kernel<<<blocks, THREADS>>>(d_a, n, d_part);
    error = cudaGetLastError();
    if (error == cudaSuccess) {
        add_up<<<1, 1>>>(d_part, blocks, d_total);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(d_sum, d_total, sizeof *d_sum,
                           cudaMemcpyDeviceToDevice);
    cudaFree(d_part);
    cudaFree(d_total);
    return error;
}
