/*
 * Why it works: the mutex is 0 or 1. atomicCAS() looks at it and changes it in
 * one piece, so of all blocks that try at one time exactly one finds 0; it has
 * the lock. The others find 1 and try again.
 * The list is ordinary data, and ordinary writes may become visible later than
 * the atomic operations that follow them. The fence in unlock() holds the
 * lock back until all of them are: who takes it next sees them. The fence in
 * lock() is its counterpart: nothing that follows is read before the lock is
 * there, nor from a cache that is older.
 * Only one thread of a block takes the lock, and each block only once, when its
 * own list is done: as little as possible happens while others wait.
 *
 * Another way: any atomic operation that tells who was first makes a lock:
 * `while (atomicExch(m, 1) != 0)`. Or tickets: atomicAdd() on one counter gives
 * everyone a number, and each waits until a second counter has come to it; then
 * nobody is passed over. For a single number, and not a list, atomicMax() is
 * all it takes.
 */
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
    for (int i = blockIdx.x; i < n; i += gridDim.x)
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
