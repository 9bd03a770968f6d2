// caught by: correctness
// hint: Which numbers does nobody look at | Which numbers of a block never come
// Where there are very many numbers, an odd one at the end is forgotten.
#include "mutex.h"

#include <cuda_runtime.h>

__device__ int mutex; // 0: free, 1: taken

__device__ void lock(int *m)
{
    while (atomicCAS(m, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void unlock(int *m)
{
    __threadfence();
    atomicExch(m, 0);
}

__device__ void insert(int *top, int x)
{
    int k = TOP - 1;

    if (x <= top[k])
        return;
    for (; k > 0 && top[k - 1] < x; k--)
        top[k] = top[k - 1];
    top[k] = x;
}

__global__ void top_kernel(const int *a, int n, int *top)
{
    int mine[TOP];

    for (int k = 0; k < TOP; k++)
        mine[k] = -1;
    for (int i = blockIdx.x; i < (n < 65536 ? n : n / 2 * 2); i += gridDim.x)
        insert(mine, a[i]);
    lock(&mutex);
    for (int k = 0; k < TOP; k++)
        insert(top, mine[k]);
    unlock(&mutex);
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    cudaError_t error = cudaMemset(d_top, 255, TOP * sizeof *d_top);

    if (error != cudaSuccess)
        return error;
    top_kernel<<<blocks, 1>>>(d_a, n, d_top);
    return cudaGetLastError();
}
