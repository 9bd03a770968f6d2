/* Votes: a warp draws one ticket for all of its lanes. */
#include "atomic_add.h"

#include <cuda_runtime.h>

__global__ void count(int *counter)
{
    unsigned here = __activemask();

    if (__ffs(here) - 1 == threadIdx.x % 32)
        atomicAdd(counter, __popc(here));
}

int count_up(int *d_counter, int blocks, int threads)
{
    count<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int x = i < n ? a[i] : 1, first = 0;
    bool even = !(x & 1);
    unsigned mask = __ballot_sync(0xffffffff, even);

    if (lane == 0 && mask)
        first = atomicAdd(count, __popc(mask));
    first = __shfl_sync(0xffffffff, first, 0);
    if (even)
        out[first + __popc(mask & ((1u << lane) - 1))] = x;
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof(int));

    if (error == cudaSuccess && n > 0) {
        pick<<<(n + 127) / 128, 128>>>(d_a, n, d_out, d_count);
        error = cudaGetLastError();
    }
    return error;
}
