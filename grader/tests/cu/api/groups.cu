// Cooperative groups: block, grid, tiles, coalesced threads, partitions.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ int wrong;
#define SAME(a, b)                        \
    do {                                  \
        if (!((a) == (b)))                \
            atomicExch(&wrong, __LINE__); \
    } while (0)

template <class Group> __device__ int sum_of_ranks(const Group &g)
{
    int v = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2)
        v += g.shfl_down(v, i);
    return g.shfl(v, 0);
}

struct pair {
    double first;
    int second;
};

__global__ void work()
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp);
    cg::thread_group any = cg::tiled_partition(block, 16);
    int i = threadIdx.y * blockDim.x + threadIdx.x;

    SAME(block.thread_rank(), i);
    SAME(block.size(), 96u);
    SAME(block.group_index().x, blockIdx.x);
    SAME(block.thread_index().y, threadIdx.y);
    SAME(block.dim_threads().x, 32u);
    block.sync();
    SAME(warp.thread_rank(), i % 32);
    SAME(warp.meta_group_rank(), i / 32);
    SAME(warp.meta_group_size(), 3u);
    SAME(eight.thread_rank(), i % 8);
    SAME(eight.meta_group_rank(), i % 32 / 8);
    SAME(eight.meta_group_size(), 4u);
    SAME(any.size(), 16u);
    SAME(any.thread_rank(), i % 16);
    any.sync();
    SAME(sum_of_ranks(warp), 31 * 16);
    SAME(sum_of_ranks(eight), 28);
    SAME(cg::reduce(warp, i, cg::plus<int>()), i / 32 * 1024 + 496);
    SAME(cg::reduce(eight, (float)i, cg::greater<float>()), i / 8 * 8 + 7.0f);
    SAME(cg::reduce(eight, i, cg::less<int>()), i / 8 * 8);
    SAME(cg::inclusive_scan(eight, 2), i % 8 * 2 + 2);
    SAME(cg::exclusive_scan(warp, 3), i % 32 * 3);
    SAME(eight.any(i % 8 == 3), 1);
    SAME(eight.all(i % 8 == 3), 0);
    SAME(eight.ballot(i % 8 == 3), 8u);
    SAME(eight.match_any(i % 2), i % 2 ? 0xaau : 0x55u);
    SAME(eight.shfl_xor(i, 1), i ^ 1);
    pair p = {i + 0.5, i};
    p = warp.shfl(p, 3);
    SAME(p.first, i / 32 * 32 + 3.5);
    SAME(p.second, i / 32 * 32 + 3);
    if (i % 4 == 1) {
        cg::coalesced_group together = cg::coalesced_threads();
        SAME(together.size(), 8u);
        SAME(together.thread_rank(), i % 32 / 4);
        SAME(together.shfl(i, 2), i / 32 * 32 + 9);
        SAME(cg::reduce(together, 1, cg::plus<int>()), 8);
        SAME(together.ballot(together.thread_rank() < 2), 3u);
        together.sync();
    }
    auto parts = cg::labeled_partition(warp, i % 3);
    SAME(parts.size() == 10 || parts.size() == 11, true);
    SAME(cg::reduce(parts, i % 3, cg::plus<int>()),
         (int)parts.size() * (i % 3));
    auto halves = cg::binary_partition(warp, i % 32 < 5);
    SAME(halves.size(), i % 32 < 5 ? 5u : 27u);
    cg::sync(block);
}

__global__ void wide()
{
    __shared__ cg::block_tile_memory<128> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    int i = threadIdx.x;

    SAME(tile.thread_rank(), i % 64);
    SAME(tile.meta_group_rank(), i / 64);
    SAME(cg::reduce(tile, (long long)i, cg::plus<long long>()),
         i < 64 ? 2016 : 6112);
    tile.sync();
}

__global__ void whole_grid(int *data, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();

    SAME(grid.is_valid(), true);
    SAME(grid.size(), (unsigned long long)n);
    for (int round = 0; round < 5; round++) {
        int next = data[(i + 1) % n];
        grid.sync();
        data[i] = next + 1;
        grid.sync();
    }
}

int main()
{
    int h, *d, n = 8 * 64, values[8 * 64];
    void *args[] = {&d, &n};

    work<<<2, dim3(32, 3)>>>();
    wide<<<2, 128>>>();
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpyFromSymbol(&h, wrong, sizeof h));
    CHECK(h == 0);
    for (int i = 0; i < n; i++)
        values[i] = i;
    OK(cudaMalloc(&d, sizeof values));
    OK(cudaMemcpy(d, values, sizeof values, cudaMemcpyHostToDevice));
    OK(cudaLaunchCooperativeKernel(whole_grid, dim3(8), dim3(64), args));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(values, d, sizeof values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        CHECK(values[i] == (i + 5) % n + 5);
    OK(cudaMemcpyFromSymbol(&h, wrong, sizeof h));
    CHECK(h == 0);
    return 0;
}
