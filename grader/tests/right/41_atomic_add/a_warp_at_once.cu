/* A warp asks for all its lanes at once. */
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
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned even = __ballot_sync(~0u, i < n && a[i] % 2 == 0);
    int place = 0;

    if (lane == 0 && even)
        place = atomicAdd(count, __popc(even));
    place = __shfl_sync(~0u, place, 0);
    if (even >> lane & 1)
        out[place + __popc(even & ((1u << lane) - 1))] = a[i];
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
