// caught by: traffic
// says: wrote to d_top
// hint: or one for all
#include "mutex.h"

#include <cuda_runtime.h>

__device__ int lists[65535][TOP]; // by block
__device__ unsigned done;          // blocks whose list is there

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
    for (int i = blockIdx.x; i < n; i += gridDim.x)
        insert(mine, a[i]);
    for (int k = 0; k < TOP; k++)
        lists[blockIdx.x][k] = mine[k];
    __threadfence();
    if (atomicInc(&done, gridDim.x - 1) != gridDim.x - 1)
        return;
    __threadfence();
    for (int b = 0; b < gridDim.x; b++)
        for (int k = 0; k < TOP && lists[b][k] > top[TOP - 1]; k++)
            insert(top, lists[b][k]);
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    cudaError_t error = cudaMemset(d_top, 255, TOP * sizeof *d_top);

    if (error != cudaSuccess)
        return error;
    top_kernel<<<blocks, 1>>>(d_a, n, d_top);
    return cudaGetLastError();
}
