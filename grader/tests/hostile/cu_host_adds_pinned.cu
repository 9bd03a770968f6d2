// expect: traffic: by kernels that use the host's memory
// lab: 13_array_sum
/* A kernel copies to memory of the host, which adds up. */
#include "array_sum.h"
#include <cuda_runtime.h>

__global__ void fetch(const int *a, int n, int *to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = a[i];
}

__global__ void hand_on(long long all, long long *sum)
{
    *sum = all;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    long long all = 0;
    int *here = NULL, error = 0;

    if (n) {
        error = cudaMallocHost((void **)&here, n * sizeof *here);
        if (error)
            return error;
        fetch<<<(n + 255) / 256, 256>>>(d_a, n, here);
        error = cudaGetLastError();
        if (!error)
            error = cudaDeviceSynchronize();
        for (int i = 0; i < n && !error; i++)
            all += here[i];
        cudaFreeHost(here);
        if (error)
            return error;
    }
    hand_on<<<1, 1>>>(all, d_sum);
    return cudaGetLastError();
}
