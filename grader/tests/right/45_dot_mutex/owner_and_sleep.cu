/* A lock in another form. */
#include "dot_mutex.h"

#include <cuda_runtime.h>

__device__ unsigned owner; /* 0: nobody, otherwise the block and 1 */

__device__ void lock()
{
    for (;;)
        if (atomicCAS(&owner, 0u, blockIdx.x + 1u) == 0u)
            break;
        else
            __nanosleep(100);
    __threadfence();
}

__device__ void unlock()
{
    __threadfence();
    atomicSub(&owner, blockIdx.x + 1);
}

__global__ void dot_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float x = 0.0f;

    for (int i = t + blockDim.x * blockIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        x = fmaf(a[i], b[i], x);
    part[t] = x;
    for (int half = 64; half; half >>= 1) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0) {
        lock();
        *c = *c + part[0];
        unlock();
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c, int blocks)
{
    cudaError_t error = cudaMemset(d_c, 0, 4);

    if (error != cudaSuccess)
        return error;
    dot_kernel<<<blocks, 128>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
