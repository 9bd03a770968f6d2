/* A histogram for each warp of the block, at most 32. */
#include "histogram_shared.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void count(const unsigned char *text, int n, unsigned *bins)
{
    extern __shared__ unsigned all[];
    cg::thread_block block = cg::this_thread_block();
    const unsigned t = block.thread_rank(), size = block.size();
    const unsigned warps = (size + 31) / 32;
    unsigned *mine = all + t / 32 * 128;

    for (unsigned k = t; k < 128 * warps; k += size)
        all[k] = 0;
    block.sync();
    for (unsigned i = blockIdx.x * size + t; i < (unsigned)n;
         i += gridDim.x * size) {
        unsigned char c = text[i];

        if (c < 128)
            atomicAdd(mine + c, 1);
    }
    block.sync();
    for (unsigned k = t; k < 128; k += size) {
        unsigned sum = 0;

        for (unsigned w = 0; w < warps; w++)
            sum += all[128 * w + k];
        atomicAdd(bins + k, sum);
    }
}

int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    cudaError_t error = cudaMemset(d_bins, 0, 512);
    size_t warps = threads > 0 ? (threads + 31) / 32 : 0;

    if (error)
        return error;
    if (warps > 32)
        warps = 32; /* the launch refuses so many threads by itself */
    count<<<blocks, threads, warps * 512>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
