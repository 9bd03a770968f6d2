// caught by: traffic
// says: a whole sector is fetched for a few bytes
// hint: How many threads of a warp read in this line
/* BUG: one thread alone reads the sums of all blocks, a sector for each, and
 * blocks are small */
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 32
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void block_sums(const int *a, int n, long long *sums)
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
        sums[blockIdx.x] = part[0];
}

__global__ void join(const long long *sums, int blocks, long long *sum)
{
    long long all = 0;

    for (int b = 0; b < blocks; b++)
        all += sums[b]; // <- here
    *sum = all;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    int blocks = n / THREADS + (n % THREADS != 0);
    long long *sums = NULL;
    cudaError_t error;

    if (n == 0)
        return cudaMemset(d_sum, 0, sizeof *d_sum);
    error = cudaMalloc(&sums, blocks * sizeof *sums);
    if (error != cudaSuccess)
        return error;
    block_sums<<<blocks, THREADS>>>(d_a, n, sums);
    error = cudaGetLastError();
    if (error == cudaSuccess) {
        join<<<1, 1>>>(sums, blocks, d_sum);
        error = cudaGetLastError();
    }
    cudaFree(sums);
    return error;
}
