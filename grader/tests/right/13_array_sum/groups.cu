/* Tiles of cooperative groups, the tree from group to group. */
#include "array_sum.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

using namespace cooperative_groups;

__global__ void reduction(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[8];
    thread_block block = this_thread_block();
    auto tile = tiled_partition<32>(block);
    long long mine = 0;

    for (int i = block.group_index().x * block.size() + block.thread_rank();
         i < n; i += gridDim.x * block.size())
        mine += a[i];
    mine = reduce(tile, mine, plus<long long>());
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = mine;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        mine = tile.thread_rank() < tile.meta_group_size()
                   ? part[tile.thread_rank()]
                   : 0;
        mine = reduce(tile, mine, plus<long long>());
        if (tile.thread_rank() == 0)
            atomicAdd(sum, (unsigned long long)mine);
    }
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess)
        return error;
    reduction<<<40, 256>>>(d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
