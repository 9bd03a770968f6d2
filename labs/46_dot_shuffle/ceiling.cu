/*
 * ceiling.cu - the most that a GPU can do for lab 46: both arrays are read,
 * eight times four floats by each thread before it uses the first, and hardly
 * anything else is done. What the student's function is held against, in the
 * same run.
 */
#include <cuda_runtime.h>

#include "dot_shuffle.h"

enum { BLOCK = 512, LOADS = 4 };

static __device__ float warp_sum(float x)
{
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(0xffffffff, x, step);
    return x;
}

static __device__ float dot4(float4 x, float4 y)
{
    return x.x * y.x + x.y * y.y + (x.z * y.z + x.w * y.w);
}

static __global__ void __launch_bounds__(BLOCK)
    fold(const float4 *a, const float4 *b, int n, float *c)
{
    __shared__ float part[BLOCK / 32];
    int tid = threadIdx.x, stride = gridDim.x * BLOCK;
    int i = blockIdx.x * BLOCK + tid;
    float sum = 0;

    for (; i < n - (LOADS - 1) * stride; i += LOADS * stride) {
        float4 x[LOADS], y[LOADS];

        for (int k = 0; k < LOADS; k++) {
            x[k] = a[i + k * stride];
            y[k] = b[i + k * stride];
        }
        for (int k = 0; k < LOADS; k++)
            sum += dot4(x[k], y[k]);
    }
    for (; i < n; i += stride)
        sum += dot4(a[i], b[i]);
    sum = warp_sum(sum);
    if (tid % 32 == 0)
        part[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = warp_sum(tid < BLOCK / 32 ? part[tid] : 0);
        if (tid == 0)
            atomicAdd(c, sum);
    }
}

/* n is a multiple of 4 here. */
int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    int device, processors;

    cudaMemset(d_c, 0, sizeof *d_c);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    fold<<<2 * processors, BLOCK>>>((const float4 *)d_a, (const float4 *)d_b,
                                    n / 4, d_c);
    return cudaGetLastError();
}
