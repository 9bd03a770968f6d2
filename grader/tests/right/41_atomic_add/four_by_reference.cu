/* Four at a time. */
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

__device__ void pick(int x, int *out, int *count)
{
    if (x % 2 == 0)
        out[atomicAdd(count, 1)] = x;
}

__device__ void pick_four(const int4 &v, int *out, int *count)
{
    int x = v.x, y = v.y, z = v.z, w = v.w;

    pick(x, out, count);
    pick(y, out, count);
    pick(z, out, count);
    pick(w, out, count);
}

__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    if (first < n / 4)
        pick_four(((const int4 *)a)[first], out, count);
    if (first < n % 4)
        pick(a[n / 4 * 4 + first], out, count);
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
