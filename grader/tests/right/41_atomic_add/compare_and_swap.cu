/* The addition by hand, from compare and swap. */
#include "atomic_add.h"

#include <cuda_runtime.h>

__device__ int add(int *to, int x)
{
    int old = *(volatile int *)to, seen;

    do {
        seen = old;
        old = atomicCAS(to, seen, seen + x);
    } while (old != seen);
    return old;
}

__global__ void count(int *counter)
{
    __shared__ int all;

    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    atomicAdd(&all, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        add(counter, all);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int x = a[i];
    if ((x & 1) == 0) {
        unsigned place = atomicInc((unsigned *)count, 0xffffffffu);
        out[place] = x;
    }
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
