/*
 * What depends on which block comes first: many small kernels, as in
 * kernels_barriers.cu. Four blocks of 64 threads.
 *
 * Atomic operations do not race, but a store among additions that nothing
 * orders loses those that came before it. No order of blocks is promised (CUDA
 * C++ Programming Guide, "Thread Hierarchy").
 */
#include <climits>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__device__ int lock, flag, count, sense, head = -1, next_of[256];
__device__ unsigned turns;
__device__ volatile int stage;


__global__ void reset_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&d[1000], 0); // order
    atomicAdd(&d[1000], 1); // order
}

__global__ void reset_barrier_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        (void)atomicExch(&d[1000], 0); // order
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&d[1000], d[blockIdx.x]); // order
}

/* The other blocks have added something by then. */
__global__ void reset_by_last_wrong(int *d)
{
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        atomicExch(&d[1000], 0); // order
    }
    if (threadIdx.x == 7)
        atomicSub(&d[1000], 2); // order
}

__global__ void reset_fence_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&d[1000], 0); // order
    __threadfence();
    __syncthreads();
    atomicAdd(&d[1000], 1); // order
}

__global__ void reset_bins_wrong(int *d)
{
    __shared__ int own[64];

    if (blockIdx.x == 0)
        atomicExch(&d[1000 + threadIdx.x], 0); // order
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    atomicAdd(&d[1000 + threadIdx.x], own[63 - threadIdx.x]); // order
}

__global__ void start_of_maximum_wrong(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0)
        atomicExch(&d[1000], INT_MIN); // order
    atomicMax(&d[1000], d[64 * blockIdx.x + threadIdx.x]); // order
}

__global__ void bits_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&d[1000], 0); // order
    else
        atomicOr(&d[1000], 1 << threadIdx.x % 32); // order
}

__global__ void float_wrong(int *d)
{
    float *sum = (float *)&d[1000];

    if (blockIdx.x == 0)
        if (threadIdx.x == 0)
            atomicExch(sum, 0); // order
    if (threadIdx.x == 5)
        atomicAdd(sum, 1.5f); // order
}

__global__ void increment_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&turns, 0u); // order
    if (threadIdx.x == 0)
        d[1000 + atomicInc(&turns, 7)] = 1; // order
}

/* volatile orders no more than atomicExch() does. */
__global__ void volatile_reset_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        __threadfence();
        *(volatile int *)&d[1000] = 0; // order
    }
    if (threadIdx.x == 0)
        atomicAdd(&d[1000], 1); // order
}

__global__ void shared_wrong(int *d)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        atomicExch(&sum, 0); // order
    atomicAdd(&sum, d[threadIdx.x]); // order
    __syncthreads();
    d[2000 + 64 * blockIdx.x + threadIdx.x] = sum;
}

/* The barrier comes too late for those who were faster. */
__global__ void shared_late_wrong(int *d)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        atomicAdd(&sum, d[threadIdx.x]); // order
        __syncthreads();
        if (threadIdx.x == 40)
            d[1000 + 4 * round + blockIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(&sum, 0); // order
    }
}

__global__ void shared_right(int *d)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        atomicExch(&sum, 0);
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        atomicAdd(&sum, d[threadIdx.x]);
        __syncthreads();
        if (threadIdx.x == 40)
            d[1000 + 4 * round + blockIdx.x] = atomicExch(&sum, 0);
        __syncthreads();
    }
}

__global__ void own_place_right(int *d)
{
    if (threadIdx.x == 0)
        atomicExch(&d[1000 + blockIdx.x], 0);
    __syncthreads();
    atomicAdd(&d[1000 + blockIdx.x], d[threadIdx.x]);
}

__global__ void reset_grid_right(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&d[1000], 0);
    cooperative_groups::this_grid().sync();
    atomicAdd(&d[1000], 1);
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 3 && threadIdx.x == 63)
        atomicExch(&d[1000], 5);
}

/* Locks that are given back with a store. */
__global__ void lock_by_or_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicOr(&lock, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void lock_by_add_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(&lock, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void lock_by_add_volatile_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(&lock, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        *(volatile int *)&lock = 0;
    }
}

/* Taken with an exchange, whose answer counts; given back with arithmetic. */
__global__ void lock_by_exchange_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicExch(&lock, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicSub(&lock, 1);
    }
}

__global__ void flag_right(int *d)
{
    if (blockIdx.x == 3 && threadIdx.x == 0) {
        d[1000] = d[0];
        __threadfence();
        atomicExch(&flag, 1);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence();
        d[1001] = d[1000];
    }
}

/* Who has waited for the store may change what it has stored. */
__global__ void answer_right(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&flag, 1);
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicOr(&flag, 0) == 0)
            ;
        atomicAdd(&flag, 1);
    }
    if (blockIdx.x == 2 && threadIdx.x == 0) {
        while (*(volatile int *)&flag != 2)
            ;
        atomicAdd(&flag, 1);
    }
}

/* Takes all that has come together so far. */
__global__ void drain_right(int *d)
{
    atomicAdd(&d[1000], 1);
    if (threadIdx.x == 0) {
        int all = atomicExch(&d[1000], 0);

        atomicAdd(&d[1001], all);
    }
}

/* In any order, the bit is set in the end. */
__global__ void found_right(int *d)
{
    if (d[64 * blockIdx.x + threadIdx.x] % 2)
        atomicExch(&flag, 1);
    else if (d[64 * blockIdx.x + threadIdx.x] % 3 == 0)
        atomicOr(&flag, 1);
}

__global__ void last_block_right(int *d)
{
    __shared__ bool last;

    if (threadIdx.x == 0) {
        d[1000 + blockIdx.x] = d[blockIdx.x];
        __threadfence();
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        for (int b = 0; b < gridDim.x; b++)
            d[1010] += d[1000 + b];
        atomicExch(&count, 0);
    }
}

/* Another thread than the one that has counted sets it back. */
__global__ void last_block_other_thread_right(int *d)
{
    __shared__ bool last;

    if (threadIdx.x == 0)
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 33)
        atomicExch(&count, 0);
}

/* Who has counted all others sets the counter back for the next round. */
__global__ void waits_then_resets_right(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x != 0)
        atomicAdd(&count, 1);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (*(volatile int *)&count != gridDim.x - 1)
            ;
        atomicExch(&count, 0);
    }
}

/* A barrier of all blocks, whose counter the last one sets back. */
__global__ void all_blocks_right(int *d)
{
    for (int round = 1; round < 4; round++) {
        d[1000 + blockIdx.x * 64 + threadIdx.x] = round;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            if (atomicAdd(&count, 1) == gridDim.x - 1) {
                atomicExch(&count, 0);
                __threadfence();
                atomicExch(&sense, round);
            } else {
                while (atomicAdd(&sense, 0) != round)
                    ;
            }
            __threadfence();
        }
        __syncthreads();
    }
}

__global__ void list_right(int *d)
{
    int i = blockIdx.x * 64 + threadIdx.x;

    next_of[i] = atomicExch(&head, i);
}

/* Who has found it lets the others have no more work. */
__global__ void stop_right(int *d)
{
    if (threadIdx.x == 0)
        for (int i; (i = atomicAdd(&count, 1)) < 50;)
            if (i == 20)
                atomicExch(&count, 50);
}

__global__ void compare_and_swap_right(int *d)
{
    int old = d[1000], seen;

    do {
        seen = old;
        old = atomicCAS(&d[1000], seen, seen * 3 + 1);
    } while (old != seen);
}

#define RUN(kernel)                                                    \
    do {                                                               \
        int zero = 0;                                                  \
        void *args[] = {&d};                                           \
                                                                       \
        cudaMemcpyToSymbol(lock, &zero, sizeof zero);                  \
        cudaMemcpyToSymbol(flag, &zero, sizeof zero);                  \
        cudaMemcpyToSymbol(count, &zero, sizeof zero);                 \
        cudaMemcpyToSymbol(sense, &zero, sizeof zero);                 \
        cudaMemcpyToSymbol(turns, &zero, sizeof zero);                 \
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);            \
        cudaLaunchCooperativeKernel((void *)kernel, dim3(4), dim3(64), \
                                    args);                             \
        if (cudaDeviceSynchronize() != cudaSuccess)                    \
            return 1;                                                  \
    } while (0)

int main()
{
    static int h[4096];
    int *d;

    for (int i = 0; i < 4096; i++)
        h[i] = i * 7 % 31 + 1;
    cudaMalloc(&d, sizeof h);
    RUN(reset_wrong);
    RUN(reset_barrier_wrong);
    RUN(reset_by_last_wrong);
    RUN(reset_fence_wrong);
    RUN(reset_bins_wrong);
    RUN(start_of_maximum_wrong);
    RUN(bits_wrong);
    RUN(float_wrong);
    RUN(increment_wrong);
    RUN(volatile_reset_wrong);
    RUN(shared_wrong);
    RUN(shared_late_wrong);
    RUN(shared_right);
    RUN(own_place_right);
    RUN(reset_grid_right);
    RUN(lock_by_or_right);
    RUN(lock_by_add_right);
    RUN(lock_by_add_volatile_right);
    RUN(lock_by_exchange_right);
    RUN(flag_right);
    RUN(answer_right);
    RUN(drain_right);
    RUN(found_right);
    RUN(last_block_right);
    RUN(last_block_other_thread_right);
    RUN(waits_then_resets_right);
    RUN(all_blocks_right);
    RUN(list_right);
    RUN(stop_right);
    RUN(compare_and_swap_right);
    cudaFree(d);
    return 0;
}
