// expect: race: nothing orders the two
// lab: 44_mutex
/* Does without the lock where there are many blocks. */
#include "mutex.h"

#include <cuda_runtime.h>

static __device__ int mutex;

static __device__ void insert(int *top, int x)
{
    int k = TOP - 1;

    if (x <= top[k])
        return;
    for (; k > 0 && top[k - 1] < x; k--)
        top[k] = top[k - 1];
    top[k] = x;
}

static __global__ void top_kernel(const int *a, int n, int *top)
{
    int mine[TOP];

    for (int k = 0; k < TOP; k++)
        mine[k] = -1;
    for (int i = blockIdx.x; i < n; i += gridDim.x)
        insert(mine, a[i]);
    if (gridDim.x <= 20000) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    for (int k = 0; k < TOP; k++)
        insert(top, mine[k]);
    if (gridDim.x <= 20000) {
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

int largest(const int *d_a, int n, int *d_top, int blocks)
{
    cudaError_t error = cudaMemset(d_top, 255, TOP * sizeof *d_top);

    if (error != cudaSuccess)
        return error;
    top_kernel<<<blocks, 1>>>(d_a, n, d_top);
    return cudaGetLastError();
}
