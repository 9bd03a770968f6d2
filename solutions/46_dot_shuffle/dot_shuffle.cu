/*
 * Why it works: a thread adds up in a register. A warp's 32 sums become one in
 * five steps: __shfl_down_sync() hands every lane the value of the lane `step`
 * further up, without shared memory and without a barrier. After the steps 16,
 * 8, 4, 2 and 1 lane 0 has the sum of all 32. (What upper lanes get in the last
 * steps does not belong to them, and nobody looks at it.)
 * Each warp puts its sum into shared memory, all wait, once, and the first warp
 * adds these up in the same way. One atomicAdd() per block.
 *
 * Why it is fast: there are two operations for 8 bytes, so all depends on
 * memory, and memory is kept busy by many bytes on their way at any time. A
 * float4 is 16 bytes in one load, and each thread asks for LOADS of them from
 * each array before it uses the first: 128 bytes. With 4 blocks of 256 threads
 * a multiprocessor has 128 KB on their way. All blocks run at once and share
 * the work with a stride, so nobody waits for blocks to end and others to
 * start, and there are few atomics.
 *
 * Another way: the tree of lab 45 and one atomicAdd() a block, behind the same
 * loop: nine barriers instead of one, and several times the requests to shared
 * memory; over a large n that is little beside the loop. For whole numbers
 * __reduce_add_sync() does the five steps in one instruction.
 */
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
    if (blockIdx.x == 0 && tid < n % 4) /* up to three that are left */
        sum += a[4 * quads + tid] * b[4 * quads + tid];

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
