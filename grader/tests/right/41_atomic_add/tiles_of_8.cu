/* Groups of 8 lanes draw together. */
#include "atomic_add.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void count(int *counter)
{
    atomicSub(counter, -1);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick(const int *a, int n, int *out, int *count)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x, first = 0;
    int x = i < n ? a[i] : 1;
    unsigned mask = tile.ballot(x % 2 == 0);

    if (tile.thread_rank() == 0 && mask != 0)
        first = atomicAdd(count, __popc(mask));
    first = tile.shfl(first, 0);
    if (mask >> tile.thread_rank() & 1)
        out[first + __popc(mask & ~(~0u << tile.thread_rank()))] = x;
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof(int));

    if (error == cudaSuccess && n > 0) {
        pick<<<(n + 127) / 128, 128>>>(d_a, n, d_out, d_count);
        error = cudaGetLastError();
    }
    return error;
}
