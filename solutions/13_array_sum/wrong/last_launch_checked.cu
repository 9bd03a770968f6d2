// caught by: correctness
// says: refuses launch number 1
// hint: Where does the first one's error go
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void clear(unsigned long long *sum)
{
    *sum = 0;
}

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

/* What the second launch returns replaces what the first one has returned. */
int array_sum(const int *d_a, int n, long long *d_sum)
{
    unsigned long long *sum = (unsigned long long *)d_sum;
    cudaError_t error;

    clear<<<1, 1>>>(sum);
    error = cudaGetLastError();
    if (n > 0) {
        sum_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n, sum);
        error = cudaGetLastError();
    }
    return error;
}
