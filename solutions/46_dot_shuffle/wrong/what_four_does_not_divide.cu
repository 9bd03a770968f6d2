// caught by: correctness (race, memory, traffic)
// says: ones
// hint: how many of them were counted
#include "dot_shuffle.h"

#include <cuda_runtime.h>

#define THREADS 256
#define LOADS 4
static_assert(THREADS % 32 == 0 && THREADS / 32 <= 32,
              "one warp adds up the sums of all");

__device__ float warp_sum(float x)
{
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(0xffffffff, x, step);
    return x;
}

__device__ float dot4(float4 x, float4 y)
{
    return x.x * y.x + x.y * y.y + (x.z * y.z + x.w * y.w);
}

__global__ void __launch_bounds__(THREADS)
    dot_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float part[THREADS / 32];
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    int tid = threadIdx.x, stride = gridDim.x * THREADS;
    int i = blockIdx.x * THREADS + tid, quads = n / 4;
    float sum = 0;

    for (; i < quads - (LOADS - 1) * stride; i += LOADS * stride) {
        float4 x[LOADS], y[LOADS];

        for (int k = 0; k < LOADS; k++) {
            x[k] = a4[i + k * stride];
            y[k] = b4[i + k * stride];
        }
        for (int k = 0; k < LOADS; k++)
            sum += dot4(x[k], y[k]);
    }
    for (; i < quads; i += stride)
        sum += dot4(a4[i], b4[i]);

    sum = warp_sum(sum);
    if (tid % 32 == 0)
        part[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = warp_sum(tid < THREADS / 32 ? part[tid] : 0);
        if (tid == 0)
            atomicAdd(c, sum);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    int device, processors, blocks = n / (4 * LOADS * THREADS) + 1;
    cudaError_t error = cudaMemset(d_c, 0, sizeof *d_c);

    if (error == cudaSuccess)
        error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&processors,
                                       cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess)
        return error;
    if (blocks > 4 * processors) /* as many as run at once */
        blocks = 4 * processors;
    dot_kernel<<<blocks, THREADS>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
