/* The tree down to a warp, then shuffles; two numbers a thread to begin with.
 */
#include "array_sum.h"

#include <cuda_runtime.h>

constexpr int N = 128;

__global__ void add(const int *__restrict__ a, int n,
                    unsigned long long *__restrict__ sum)
{
    extern __shared__ long long s[];
    const unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * 2 * N + t;
    long long x = i < (unsigned)n ? a[i] : 0;

    if ((i += N) < (unsigned)n)
        x += a[i];
    s[t] = x;
    __syncthreads();
    for (unsigned end = N / 2; end >= 32; end /= 2) {
        if (t < end)
            s[t] = x = x + s[t + end];
        __syncthreads();
    }
    if (t < 32) {
        for (int k = 16; k > 0; k /= 2)
            x += __shfl_down_sync(0xffffffffu, x, k);
        if (t == 0)
            atomicAdd(sum, (unsigned long long)x);
    }
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof(*d_sum));

    if (error == cudaSuccess && n > 0) {
        add<<<(n + 2 * N - 1) / (2 * N), N, N * sizeof(long long)>>>(
            d_a, n, (unsigned long long *)d_sum);
        error = cudaGetLastError();
    }
    return error;
}
