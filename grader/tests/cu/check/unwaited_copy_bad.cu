// expect: unwaited_copy: never waits
// A barrier waits for threads, not for copies that they have asked for.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void turn(const int *from, int *to)
{
    __shared__ int tile[64];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile, from, sizeof tile); // <- here
    __syncthreads();
    to[threadIdx.x] = tile[63 - threadIdx.x];
}

int main()
{
    int *d;

    cudaMalloc(&d, 128 * sizeof *d);
    cudaMemset(d, 0, 64 * sizeof *d);
    turn<<<1, 64>>>(d, d + 64);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
