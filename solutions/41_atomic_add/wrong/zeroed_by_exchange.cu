// caught by: race (correctness, memory)
// says: cudaMemset()
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
        atomicExch(count, 0);
    int lane = threadIdx.x % 32, x = i < n ? a[i] : 1, base = 0;
    unsigned even = __ballot_sync(0xffffffff, x % 2 == 0);

    if (lane == 0 && even)
        base = atomicAdd(count, __popc(even));
    base = __shfl_sync(0xffffffff, base, 0);
    if (x % 2 == 0)
        out[base + __popc(even & ((1u << lane) - 1))] = x;
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    if (n == 0)
        return cudaMemset(d_count, 0, sizeof *d_count);
    pick_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_a, n, d_out,
                                                          d_count);
    return cudaGetLastError();
}
