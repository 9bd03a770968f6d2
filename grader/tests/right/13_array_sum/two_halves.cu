/* Low and high half apart, so that the tree adds ints of 32 bits. */
#include "array_sum.h"

#include <cuda_runtime.h>

#define T 256

__global__ void kernel(const int *a, int n, unsigned long long *end)
{
    __shared__ int low[T], high[T];
    int t = threadIdx.x, i = blockIdx.x * T + t;
    int x = i < n ? a[i] : 0;

    low[t] = x & 0xffff;
    high[t] = x >> 16;
    __syncthreads();
    for (int half = T / 2; half >= 1; half = half / 2) {
        if (half > t) {
            low[t] = low[half + t] + low[t];
            high[t] = high[half + t] + high[t];
        }
        __syncthreads();
    }
    if (0 == t)
        atomicAdd(end, (unsigned long long)(65536ll * high[0] + low[0]));
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    long long zero = 0;
    cudaError_t error =
        cudaMemcpy(d_sum, &zero, sizeof zero, cudaMemcpyHostToDevice);

    if (error != cudaSuccess || n == 0)
        return error;
    kernel<<<(n + T - 1) / T, T>>>(d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
