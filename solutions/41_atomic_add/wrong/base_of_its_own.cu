// caught by: race, correctness (traffic)
// says: sets `base` in one thread only, and each thread has a `base` of its own
// hint: how many variables of the name that the finding says
/* Thread 0 reserves places for its block; the others never hear of them. */
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
    __shared__ int even; /* in this block */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = -1, base = 0;

    if (threadIdx.x == 0)
        even = 0;
    __syncthreads();
    if (i < n && a[i] % 2 == 0)
        mine = atomicAdd(&even, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(count, even);
    __syncthreads();
    if (mine >= 0)
        out[base + mine] = a[i];
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error; /* a launch of no blocks would be an error */
    pick_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_a, n, d_out,
                                                          d_count);
    return cudaGetLastError();
}
