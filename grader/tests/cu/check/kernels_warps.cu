/*
 * Lanes of one warp, and warps that only know their own: many small kernels, as
 * in kernels_barriers.cu.
 *
 * Since Volta the lanes of a warp go each their own way until __syncwarp(),
 * which also orders their accesses to memory: CUDA C++ Programming Guide,
 * "Independent Thread Scheduling", "Synchronization Functions". Shuffles and
 * votes wait for the lanes but order no memory: "Warp Shuffle Functions", "Warp
 * Vote Functions".
 */
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

__global__ void shuffles_right(int *d)
{
    int v = d[threadIdx.x];

    for (int k = 16; k > 0; k /= 2)
        v += __shfl_down_sync(0xffffffff, v, k);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&d[1000], v);
}

__global__ void shared_right(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncwarp();
    for (int k = 16; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncwarp();
    }
    d[t] = s[0];
}

__global__ void shared_wrong(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncwarp();
    for (int k = 16; k > 0; k /= 2)
        if (t < k)
            s[t] += s[t + k]; // race
    __syncwarp();
    d[t] = s[0];
}

/* All lanes add; the one that reads s[t + k] is not the one that writes it. */
__global__ void shared_all_lanes_wrong(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = d[t];
    s[t + 32] = 0;
    __syncwarp();
    for (int k = 16; k > 0; k /= 2) {
        s[t] += s[t + k]; // race
        __syncwarp();
    }
    d[t] = s[t];
}

/* The old way, right as long as warps were in lockstep. */
__global__ void volatile_wrong(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;

    s[t] = d[t];
    s[t + 32] = 0;
    __syncwarp();
    s[t] += s[t + 16]; // race
    s[t] += s[t + 8];  // race
    s[t] += s[t + 4];  // race
    s[t] += s[t + 2];  // race
    s[t] += s[t + 1];  // race
    d[t] = s[t];
}

__global__ void volatile_right(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x, v;

    s[t] = v = d[t];
    s[t + 32] = 0;
    __syncwarp();
    for (int k = 16; k > 0; k /= 2) {
        v += s[t + k];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
    d[t] = s[t];
}

/* volatile does not order warps either. */
__global__ void volatile_warps_wrong(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;

    s[t] = d[t];      // race
    d[t] = s[t ^ 32]; // race
}

__global__ void volatile_warps_right(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    d[t] = s[t ^ 32];
}

/* Round after round: the place is read again and again, but nobody waits. */
__global__ void volatile_rounds_wrong(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x, v = d[t];

    for (int k = 0; k < 4; k++) {
        s[t] = v;       // race
        v += s[t ^ 32]; // race
    }
    d[t] = v;
}

__global__ void one_barrier_right(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    d[t] = s[31 - t];
}

/* A shuffle waits, but it does not order memory. */
__global__ void shuffle_between_wrong(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x, v = d[t];

    s[t] = v; // race
    v += __shfl_xor_sync(0xffffffff, v, 1);
    d[t] = v + s[31 - t]; // race
}

__global__ void vote_between_wrong(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[t]; // race
    if (__any_sync(0xffffffff, d[t] == 5))
        d[t] = s[31 - t]; // race
}

__global__ void leader_right(int *d)
{
    __shared__ int at[2];
    int t = threadIdx.x;

    if (t % 32 == 0)
        at[t / 32] = atomicAdd(&d[1000], 32);
    __syncwarp();
    d[t] = at[t / 32];
}

__global__ void leader_wrong(int *d)
{
    __shared__ int at[2];
    int t = threadIdx.x;

    if (t % 32 == 0)
        at[t / 32] = atomicAdd(&d[1000], 32); // race
    d[t] = at[t / 32];                        // race
}

__global__ void leader_shuffle_right(int *d)
{
    int t = threadIdx.x, at = 0;

    if (t % 32 == 0)
        at = atomicAdd(&d[1000], 32);
    d[t] = __shfl_sync(0xffffffff, at, 0);
}

/* In the next round the leader may write while others still read. */
__global__ void leader_rounds_wrong(int *d)
{
    __shared__ int at[2];
    int t = threadIdx.x;

    for (int k = 0; k < 3; k++) {
        if (t % 32 == 0)
            at[t / 32] = k; // race
        __syncwarp();
        d[t] += at[t / 32]; // race
    }
}

__global__ void other_warp_wrong(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = d[t]; // race
    __syncwarp();
    d[t] = s[63 - t]; // race
}

__global__ void halves_right(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    if (t < 16)
        s[t] = d[t];
    __syncwarp();
    if (t >= 16)
        d[t] = s[t - 16];
}

__global__ void halves_wrong(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    if (t < 16)
        s[t] = d[t]; // race
    else
        d[t] = s[t - 16]; // race
}

__global__ void masks_right(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncwarp(0xffu << (t & 24));
    d[t] = s[t ^ 7];
}

__global__ void masks_wrong(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[t]; // race
    __syncwarp(0xffu << (t & 24));
    d[t] = s[t ^ 8]; // race
}

__global__ void three_readers_right(int *d)
{
    __shared__ int s[1];
    int t = threadIdx.x;

    if (t == 0)
        s[0] = d[0];
    __syncwarp();
    if (t < 3)
        d[t] = s[0];
    if (t < 4)
        __syncwarp(0xf);
    if (t == 3)
        s[0] = 1;
}

__global__ void tile_right(int *d)
{
    __shared__ int s[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x;

    s[t] = d[t];
    tile.sync();
    d[t] = s[t ^ 7];
}

__global__ void tile_wrong(int *d)
{
    __shared__ int s[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x;

    s[t] = d[t]; // race
    tile.sync();
    d[t] = s[t ^ 8]; // race
}

__global__ void tile_sum_right(int *d)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = d[threadIdx.x];

    for (int k = tile.size() / 2; k > 0; k /= 2)
        v += tile.shfl_down(v, k);
    if (tile.thread_rank() == 0)
        atomicAdd(&d[1000], v);
}

__global__ void coalesced_right(int *d)
{
    if (d[threadIdx.x] % 3 == 0) {
        auto here = cg::coalesced_threads();
        int at = 0;

        if (here.thread_rank() == 0)
            at = atomicAdd(&d[1000], here.size());
        at = here.shfl(at, 0) + here.thread_rank();
        d[2000 + at % 100] = threadIdx.x;
    }
}

/* Sixteen lanes add up; what the upper ones read from outside of the mask is
 * undefined and never reaches lane 0. */
__global__ void half_sum_right(int *d)
{
    int v = d[threadIdx.x];

    if (threadIdx.x < 16) {
        for (int k = 8; k > 0; k /= 2)
            v += __shfl_down_sync(0xffff, v, k);
        if (threadIdx.x == 0)
            d[1000] = v;
    }
}

/* What is undefined is not the lane's own value, which might do by chance. */
__global__ void undefined_right(int *d)
{
    int t = threadIdx.x;

    if (t < 16) {
        int v = __shfl_down_sync(0xffff, 1, 8);

        assert(t < 8 ? v == 1 : v != 1);
    }
}

/* Lane 0 is gone. */
__global__ void gone_wrong(int *d)
{
    int t = threadIdx.x, v = d[t];

    if (t == 0)
        return;
    d[t] = __shfl_sync(0xffffffff, v, 0); // warp_mask
}

__global__ void outside_mask_wrong(int *d)
{
    int t = threadIdx.x, v = d[t];

    if (t < 16)
        d[t] = __shfl_sync(0xffff, v, 20); // warp_mask
}

/* Eight lanes, and the first step is for 32. */
__global__ void too_wide_wrong(int *d)
{
    int t = threadIdx.x, v = d[t];

    if (t < 8) {
        for (int k = 16; k > 0; k /= 2)
            v += __shfl_down_sync(0xff, v, k); // warp_mask
        d[t] = v;
    }
}

/* A piece of eight lanes: outside of it each gets its own. */
__global__ void width_right(int *d)
{
    int t = threadIdx.x, v = d[t];

    if (t < 8) {
        for (int k = 16; k > 0; k /= 2)
            v += __shfl_down_sync(0xff, v, k, 8);
        d[t] = v;
    }
}

#define RUN(kernel, threads)                                              \
    do {                                                                  \
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);               \
        kernel<<<1, threads>>>(d);                                        \
        if (cudaDeviceSynchronize() != cudaSuccess)                       \
            return 1;                                                     \
    } while (0)

int main()
{
    static int h[4096];
    int *d;

    for (int i = 0; i < 4096; i++)
        h[i] = i * 7 % 31 + 1;
    h[1000] = 0;
    cudaMalloc(&d, sizeof h);
    RUN(shuffles_right, 64);
    RUN(shared_right, 32);
    RUN(shared_wrong, 32);
    RUN(shared_all_lanes_wrong, 32);
    RUN(volatile_wrong, 32);
    RUN(volatile_right, 32);
    RUN(volatile_warps_wrong, 64);
    RUN(volatile_warps_right, 64);
    RUN(volatile_rounds_wrong, 64);
    RUN(one_barrier_right, 32);
    RUN(shuffle_between_wrong, 32);
    RUN(vote_between_wrong, 32);
    RUN(leader_right, 64);
    RUN(leader_wrong, 64);
    RUN(leader_shuffle_right, 64);
    RUN(leader_rounds_wrong, 64);
    RUN(other_warp_wrong, 64);
    RUN(halves_right, 32);
    RUN(halves_wrong, 32);
    RUN(masks_right, 32);
    RUN(masks_wrong, 32);
    RUN(three_readers_right, 32);
    RUN(tile_right, 64);
    RUN(tile_wrong, 64);
    RUN(tile_sum_right, 64);
    RUN(coalesced_right, 64);
    RUN(half_sum_right, 32);
    RUN(undefined_right, 32);
    RUN(gone_wrong, 32);
    RUN(outside_mask_wrong, 32);
    RUN(too_wide_wrong, 32);
    RUN(width_right, 32);
    cudaFree(d);
    return 0;
}
