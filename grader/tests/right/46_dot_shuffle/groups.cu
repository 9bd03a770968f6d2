/* Reduction by cooperative groups, float4 by member. */
#include "dot_shuffle.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void dot_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float sums[16];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const float4 *p = (const float4 *)a, *q = (const float4 *)b;
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0;

    for (unsigned i = first; i < n / 4u; i += gridDim.x * blockDim.x) {
        float4 u = p[i], v = q[i];

        x += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    if (first < n % 4)
        x += a[n - 1 - first] * b[n - 1 - first];
    x = cg::reduce(warp, x, cg::plus<float>());
    if (warp.thread_rank() == 0)
        sums[warp.meta_group_rank()] = x;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        x = warp.thread_rank() < 16 ? sums[warp.thread_rank()] : 0;
        x = cg::reduce(warp, x, cg::plus<float>());
        if (warp.thread_rank() == 0)
            atomicAdd(c, x);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    cudaError_t error = cudaMemset(d_c, 0, sizeof *d_c);
    int blocks = n / 8192 + 1;

    if (error != cudaSuccess)
        return error;
    dot_kernel<<<min(blocks, 200), 512>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
