// caught by: correctness
// says: the sum for n
// hint: By which steps does your number of blocks
// A float has 24 bits: with more numbers than that, the last ones are rounded
// away.
#include "array_sum.h"

#include <cuda_runtime.h>
#include <math.h>

#define THREADS 1024
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(sum, (unsigned long long)part[0]);
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess || n == 0)
        return error;
    sum_kernel<<<(int)ceilf((float)n / THREADS), THREADS>>>(d_a, n,
                                                   (unsigned long long *)d_sum);
    return cudaGetLastError();
}
