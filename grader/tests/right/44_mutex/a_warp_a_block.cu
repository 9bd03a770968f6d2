/* 32 lanes look at the numbers; lane 0 has the list and the lock. */
#include "mutex.h"

#include <cuda_runtime.h>

__device__ int taken;

__device__ void lock()
{
    do {
    } while (atomicExch(&taken, 1));
    __threadfence();
}

__device__ void unlock()
{
    __threadfence();
    atomicExch(&taken, 0);
}

__device__ void insert(int *top, int x)
{
    int k = TOP - 1;

    if (x <= top[k])
        return;
    while (k > 0 && top[k - 1] < x) {
        top[k] = top[k - 1];
        k--;
    }
    top[k] = x;
}

__global__ void top_kernel(const int *a, int n, int *top)
{
    __shared__ int mine[TOP], seen[32];
    int lane = threadIdx.x;

    mine[lane] = -1;
    __syncwarp();
    for (int base = 32 * blockIdx.x; base < n; base += 32 * gridDim.x) {
        seen[lane] = base + lane < n ? a[base + lane] : -1;
        __syncwarp();
        if (lane == 0)
            for (int k = 0; k < 32; k++)
                insert(mine, seen[k]);
        __syncwarp();
    }
    if (lane == 0) {
        lock();
        for (int k = 0; k < TOP; k++)
            insert(top, mine[k]);
        unlock();
    }
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    cudaError_t error = cudaMemset(d_top, -1, TOP * sizeof(int));

    if (error != cudaSuccess)
        return error;
    top_kernel<<<blocks, 32>>>(d_a, n, d_top);
    return cudaGetLastError();
}
