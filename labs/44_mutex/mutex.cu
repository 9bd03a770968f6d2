/*
 * Lab 44, mutex: blocks that change a list together, one at a time. README.md
 * has the task, mutex.h the rules for largest().
 */
#include "mutex.h"

#include <cuda_runtime.h>

__device__ int mutex; // 0: free, 1: taken; 0 when the program begins

/* Come back when m was 0 and is now 1, changed by us. */
__device__ void lock(int *m)
{
    /* TODO: look and take in one piece (README, "To take it"). Who did not get
     * the lock tries again. And what is read from here on must not be older
     * than the lock (README, "The fences"). */
    *m = 1;
}

/* Make m 0 again. */
__device__ void unlock(int *m)
{
    /* TODO: the next owner must find all that we have written (README, "To give
     * it back" and "The fences"). */
    *m = 0;
}

/* Put x into a list that is sorted, the largest first; the last one drops
 * out. */
__device__ void insert(int *top, int x)
{
    int k = TOP - 1;

    if (x <= top[k])
        return;
    for (; k > 0 && top[k - 1] < x; k--)
        top[k] = top[k - 1];
    top[k] = x;
}

/* One thread per block. Its own list first, where nobody else writes. */
__global__ void top_kernel(const int *a, int n, int *top)
{
    int mine[TOP];

    for (int k = 0; k < TOP; k++)
        mine[k] = -1;
    for (int i = blockIdx.x; i < n; i += gridDim.x)
        insert(mine, a[i]);

    /* TODO: all blocks change `top`. Let only the one that has the lock do
     * it. */
    for (int k = 0; k < TOP; k++)
        insert(top, mine[k]);
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    /* Every byte 255 makes every number -1. */
    cudaError_t error = cudaMemset(d_top, 255, TOP * sizeof *d_top);

    if (error != cudaSuccess)
        return error;
    top_kernel<<<blocks, 1>>>(d_a, n, d_top);
    return cudaGetLastError();
}
