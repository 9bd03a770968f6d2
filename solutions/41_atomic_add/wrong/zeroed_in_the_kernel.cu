// caught by: race (correctness, memory)
// says: `*count
// hint: Does any block wait
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
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0)
        *count = 0; /* BUG: some have their tickets by now */
    if (i < n && a[i] % 2 == 0)
        out[atomicAdd(count, 1)] = a[i];
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    if (n == 0)
        return cudaMemset(d_count, 0, sizeof *d_count);
    pick_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_a, n, d_out,
                                                          d_count);
    return cudaGetLastError();
}
