// caught by: traffic
// says: reading 20000 numbers
// hint: Take lane 0 and lane 1
/* BUG: a thread's two numbers are neighbours, one by one */
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

__global__ void pick_kernel(const int *__restrict__ a, int n,
                            int *__restrict__ out, int *__restrict__ count)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i < n && a[i] % 2 == 0)
        out[atomicAdd(count, 1)] = a[i];
    if (i + 1 < n && a[i + 1] % 2 == 0)
        out[atomicAdd(count, 1)] = a[i + 1];
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pick_kernel<<<(n - 1) / (2 * THREADS) + 1, THREADS>>>(d_a, n, d_out,
                                                        d_count);
    return cudaGetLastError();
}
