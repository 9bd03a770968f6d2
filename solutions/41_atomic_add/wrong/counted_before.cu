// caught by: traffic
// says: reading 20000 numbers
// hint: How often is each number read
/* BUG: a second look at all numbers, behind a barrier */
#include "atomic_add.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void count_kernel(int *counter)
{
    atomicAdd(counter, 1);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count_kernel<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    __shared__ int even, base;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        even = 0;
    __syncthreads();
    if (i < n && a[i] % 2 == 0)
        atomicAdd(&even, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        base = atomicAdd(count, even);
        even = 0;
    }
    __syncthreads();
    if (i < n && a[i] % 2 == 0)
        out[base + atomicAdd(&even, 1)] = a[i];
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pick_kernel<<<(n - 1) / (1 * THREADS) + 1, THREADS>>>(d_a, n, d_out,
                                                        d_count);
    return cudaGetLastError();
}
