/* Few threads, two strides at once. */
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
    const int stride = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (; i < n; i += 2 * stride) {
        int x = a[i], y = i + stride < n ? a[i + stride] : 1;

        if (x % 2 == 0)
            out[atomicAdd(count, 1)] = x;
        if (y % 2 == 0)
            out[atomicAdd(count, 1)] = y;
    }
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pick_kernel<<<(n - 1) / (4 * THREADS) + 1, THREADS>>>(d_a, n, d_out,
                                                        d_count);
    return cudaGetLastError();
}
