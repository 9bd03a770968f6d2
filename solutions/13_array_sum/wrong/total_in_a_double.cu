// caught by: correctness
// says: the sum for n = 6000003
// hint: How many digits does each type keep
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void sum_kernel(const int *a, int n, double *sum)
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
        atomicAdd(sum, (double)part[0]);
}

/* A double has 53 bits: enough for most sums, not for all. */
__device__ double total;

__global__ void tell(long long *sum)
{
    *sum = (long long)total;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    double *d_total;
    cudaError_t error = cudaGetSymbolAddress((void **)&d_total, total);

    if (error == cudaSuccess)
        error = cudaMemset(d_total, 0, sizeof *d_total);
    if (error == cudaSuccess && n > 0) {
        sum_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n, d_total);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        tell<<<1, 1>>>(d_sum);
        error = cudaGetLastError();
    }
    return error;
}
