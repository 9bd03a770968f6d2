/* The blocks stand in line, and each wakes the one behind it (Mellor-Crummey
 * and Scott's lock). So many of them wait at once. */
#include "mutex.h"

#include <cuda_runtime.h>

struct place {
    int next; // number of the block behind it, from 1; 0: none
    int waits;
};

__device__ struct place places[65536]; // by block
__device__ int last;                   // a number, as next

__device__ void lock(int me)
{
    volatile struct place *mine = &places[me - 1];
    int before;

    mine->next = 0;
    mine->waits = 1;
    __threadfence();
    before = atomicExch(&last, me);
    if (before) {
        *(volatile int *)&places[before - 1].next = me;
        while (mine->waits)
            ;
    }
    __threadfence();
}

__device__ void unlock(int me)
{
    volatile struct place *mine = &places[me - 1];

    __threadfence();
    if (!mine->next) {
        if (atomicCAS(&last, me, 0) == me)
            return;
        while (!mine->next)
            ;
    }
    __threadfence();
    *(volatile int *)&places[mine->next - 1].waits = 0;
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
    lock((int)blockIdx.x + 1);
    for (int k = 0; k < TOP; k++)
        insert(top, mine[k]);
    unlock((int)blockIdx.x + 1);
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    cudaError_t error = cudaMemset(d_top, 255, TOP * sizeof *d_top);

    if (error != cudaSuccess)
        return error;
    top_kernel<<<blocks, 1>>>(d_a, n, d_top);
    return cudaGetLastError();
}
