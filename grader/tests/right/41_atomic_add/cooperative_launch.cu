/* Lanes that are here draw one ticket together, in a loop with a stride. */
#include "atomic_add.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__device__ int draw(int *count)
{
    cg::coalesced_group here = cg::coalesced_threads();
    int first = 0;

    if (here.thread_rank() == 0)
        first = atomicAdd(count, (int)here.size());
    return here.shfl(first, 0) + (int)here.thread_rank();
}

__global__ void count_kernel(int *counter)
{
    draw(counter);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count_kernel<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    cg::grid_group grid = cg::this_grid();

    if (grid.thread_rank() == 0)
        *count = 0;
    grid.sync();
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) {
        int x = a[i];

        if (x % 2 == 0)
            out[draw(count)] = x;
    }
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    void *args[] = {&d_a, &n, &d_out, &d_count};

    return cudaLaunchCooperativeKernel((const void *)pick_kernel, 16, 128, args,
                                       0, 0);
}
