/*
 * Lab 13, array_sum: add up an array on the device. README.md has the task,
 * array_sum.h the rules for array_sum().
 */
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? a[i] : 0;

    /* TODO: a tree that leaves the sum of all parts in part[0]. In each step,
     * the first half of the threads that are left add the other half's parts
     * to their own. Before a thread reads what another one has written, all
     * threads of the block must have passed a __syncthreads(), which stands
     * where every thread gets to, not inside an `if`. */

    if (tid == 0) /* atomicAdd() has no long long; the bits are the same */
        atomicAdd(sum, (unsigned long long)part[0]);
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    /* TODO: the blocks add to *d_sum, which holds anything now (README.md,
     * "Steps"). And every number needs a thread, also those that do not fill a
     * block. A launch of no blocks is an error. */
    sum_kernel<<<n / THREADS, THREADS>>>(d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
