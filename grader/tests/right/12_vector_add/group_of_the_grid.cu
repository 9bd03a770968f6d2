/* The index comes from cooperative groups; one lambda does the work. */
#include "vector_add.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sum(const float *a, const float *b, float *c, int n, bool on)
{
    auto grid = cg::this_grid();
    auto one = [=](long long i) { c[i] = a[i] + b[i]; };
    long long i = grid.thread_rank();

    if (!on) {
        if (i < n)
            one(i);
        return;
    }
    for (; i < n; i += grid.size())
        one(i);
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n)
        sum<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n, false);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    sum<<<blocks, 256>>>(d_a, d_b, d_c, n, true);
    return cudaGetLastError();
}
