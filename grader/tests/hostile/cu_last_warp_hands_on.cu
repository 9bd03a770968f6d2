// expect: race: in another order the result is wrong
// lab: 13_array_sum
/* No barrier: the last warp waits for nobody, but runs last. */
#include "array_sum.h"
#include <cuda_runtime.h>

__global__ void add_up(const int *a, int n, unsigned long long *sum)
{
    __shared__ unsigned long long part;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        part = 0;
    __syncthreads();
    atomicAdd(&part, i < n ? (unsigned long long)(long long)a[i] : 0ull);
    __syncwarp();
    if (threadIdx.x == blockDim.x - 1)
        atomicAdd(sum, atomicAdd(&part, 0ull));
}

__global__ void clear(unsigned long long *sum)
{
    *sum = 0;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    unsigned long long *sum = (unsigned long long *)d_sum;

    clear<<<1, 1>>>(sum);
    if (n)
        add_up<<<(n + 255) / 256, 256>>>(d_a, n, sum);
    return cudaGetLastError();
}
