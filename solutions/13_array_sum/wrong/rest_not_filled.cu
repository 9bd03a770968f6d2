// caught by: memory, correctness (race, traffic, speed)
// says: only where the if at line
// hint: Which thread should have written this element
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    if (i < n)
        part[tid] = a[i];
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
    sum_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n,
                                                   (unsigned long long *)d_sum);
    return cudaGetLastError();
}
