// What is copied asynchronously and waited for: by a group, by each thread.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void turn(const int *from, int *to)
{
    __shared__ int tile[64];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile, from, sizeof tile);
    cg::wait(block);
    to[threadIdx.x] = tile[63 - threadIdx.x];
}

/* Two batches; the second is on its way while the first is used. */
__global__ void turn_two(const int4 *from, int4 *to)
{
    __shared__ int4 tile[2][8];
    const int me = threadIdx.x;

    for (int b = 0; b < 2; b++) {
        __pipeline_memcpy_async(&tile[b][me], &from[8 * b + me], 16);
        __pipeline_commit();
    }
    for (int b = 0; b < 2; b++) {
        b == 0 ? __pipeline_wait_prior(1) : __pipeline_wait_prior(0);
        __syncthreads();
        to[8 * b + me] = tile[b][7 - me];
    }
}

/* Three batches are under way, of many; some are empty. Two warps of three copy. */
__global__ void sum(const int *from, int *to, int n)
{
    __shared__ int tile[4][64];
    const int me = threadIdx.x;
    int all = 0;

    for (int b = 0; b < n + 3; b++) {
        if (b < n && me < 64)
            __pipeline_memcpy_async(&tile[b % 4][me], &from[b % 2 * 32 + me],
                                    4);
        __pipeline_commit();
        if (b < 3)
            continue;
        __pipeline_wait_prior(3);
        __syncthreads();
        all += tile[(b - 3) % 4][95 - me < 64 ? 95 - me : me];
        __syncthreads();
    }
    atomicAdd(to, all);
}

/* A group's copies are a batch each. */
__global__ void turn_stages(const int *from, int *to)
{
    __shared__ int tile[2][64];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile[0], from, sizeof tile[0]);
    for (int b = 0; b < 8; b++) {
        cg::memcpy_async(block, tile[(b + 1) % 2], from, sizeof tile[0]);
        cg::wait_prior<1>(block);
        to[threadIdx.x] = tile[b % 2][63 - threadIdx.x];
        block.sync();
    }
    cg::wait(block);
}

int main()
{
    int *d;

    cudaMalloc(&d, 128 * sizeof *d);
    cudaMemset(d, 0, 64 * sizeof *d);
    turn<<<1, 64>>>(d, d + 64);
    turn_two<<<1, 8>>>((int4 *)d, (int4 *)(d + 64));
    turn_stages<<<2, 64>>>(d, d + 64);
    sum<<<2, 96>>>(d, d + 127, 20);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
