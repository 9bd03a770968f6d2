/* A lock in another form. */
#include "mutex.h"

#include <cuda_runtime.h>

struct guard {
    int state;

    __device__ void take()
    {
        int old;

        while ((old = atomicOr(&state, 1)) != 0)
            continue;
        __threadfence();
    }
    __device__ void give()
    {
        __threadfence();
        atomicAnd(&state, 0);
    }
};

__device__ guard judge;

__device__ void lock()
{
    judge.take();
}

__device__ void unlock()
{
    judge.give();
}

__device__ void insert(int *top, int x)
{
    int k;

    for (k = TOP; k > 0 && top[k - 1] < x; k--)
        if (k < TOP)
            top[k] = top[k - 1];
    if (k < TOP)
        top[k] = x;
}

__global__ void top_kernel(const int *a, int n, int *top)
{
    int mine[TOP], k;

    for (k = 0; k < TOP; k++)
        mine[k] = -1;
    for (k = blockIdx.x; k < n; k += gridDim.x)
        insert(mine, a[k]);
    lock();
    for (k = 0; k < TOP && mine[k] > top[TOP - 1]; k++)
        insert(top, mine[k]);
    unlock();
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    cudaError_t error = cudaMemset(d_top, 0xff, TOP * sizeof(int));

    if (error == cudaSuccess) {
        top_kernel<<<blocks, 1>>>(d_a, n, d_top);
        error = cudaGetLastError();
    }
    return error;
}
