/* No if around the exchange: both numbers are always written. */
#include "odd_even_sort.h"

#include <cuda_runtime.h>

__device__ static inline void sort2(int &a, int &b)
{
    const int low = min(a, b), high = max(a, b);

    a = low;
    b = high;
}

__global__ void in_a_block(int *a, int n)
{
    extern __shared__ int data[];
    const int t = threadIdx.x;

    data[t] = a[t];
    if (t + blockDim.x < n)
        data[t + blockDim.x] = a[t + blockDim.x];
    for (int round = 0; round < n; ++round) {
        const int k = 2 * t + (round & 1);

        __syncthreads();
        if (k < n - 1)
            sort2(data[k], data[k + 1]);
    }
    __syncthreads();
    a[t] = data[t];
    if (t + blockDim.x < n)
        a[t + blockDim.x] = data[t + blockDim.x];
}

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    if (n > 1)
        in_a_block<<<1, (n + 1) / 2, n * sizeof(int)>>>(d_a, n);
    return cudaGetLastError();
}

__global__ void one_round(int *a, int n, int odd)
{
    const int k = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;

    if (k < n - 1)
        sort2(a[k], a[k + 1]);
}

int odd_even_sort(int *d_a, int n)
{
    for (int round = 0; n > 1 && round < n; round++) {
        one_round<<<(n + 255) / 256, 128>>>(d_a, n, round % 2);
        cudaError_t e = cudaGetLastError();
        if (e)
            return e;
    }
    return cudaSuccess;
}
