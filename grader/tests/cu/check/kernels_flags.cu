/*
 * Flags and counters between blocks: many small kernels, as in
 * kernels_barriers.cu.
 *
 * volatile makes the compiler load and store each time, and orders nothing; a
 * fence before the flag is raised does (CUDA C++ Programming Guide, "Memory
 * Fence Functions", whose example is the last block of a sum). Blocks that wait
 * for others assume that those run at the same time or before.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__device__ int flag, data, count;
__device__ volatile int raised, turn, back;

__global__ void flag_right(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data = d[0];
        __threadfence();
        raised = 1;
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (raised == 0)
            ;
        __threadfence();
        d[1] = data;
    }
}

/* Here the reader comes first. */
__global__ void flag_waits_right(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        data = d[0];
        __threadfence();
        raised = 1;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (raised == 0)
            ;
        d[1] = data;
    }
}

__global__ void flag_wrong(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data = d[0]; // race
        raised = 1;  // race
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (raised == 0) // race
            ;
        d[1] = data; // race
    }
}

__global__ void flag_waits_wrong(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        data = d[0]; // race
        raised = 1;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (raised == 0)
            ;
        d[1] = data; // race
    }
}

__global__ void flag_fence_behind_wrong(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        data = d[0]; // race
        raised = 1;
        __threadfence();
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (raised == 0)
            ;
        d[1] = data; // race
    }
}

/* The flag goes up before the data is there. */
__global__ void flag_too_early_wrong(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        __threadfence();
        raised = 1;
        data = d[0]; // race
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (raised == 0)
            ;
        d[1] = data; // race
    }
}

__global__ void flag_atomic_right(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        data = d[0];
        __threadfence();
        atomicExch(&flag, 1);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence();
        d[1] = data;
    }
}

__global__ void flag_atomic_wrong(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        data = d[0]; // race
        atomicExch(&flag, 1);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (atomicAdd(&flag, 0) == 0)
            ;
        d[1] = data; // race
    }
}

__global__ void flag_plain_wrong(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        data = d[0]; // race
        __threadfence();
        flag = 1; // race
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (*(volatile int *)&flag == 0) // race
            ;
        d[1] = data; // race
    }
}

/* Nothing is handed over: the waiting is all. */
__global__ void signal_right(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0)
        raised = 1;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        while (raised == 0)
            ;
}

__global__ void stop_right(int *d)
{
    if (blockIdx.x == 1 && threadIdx.x == 0)
        raised = 1;
    if (blockIdx.x == 0)
        while (!raised)
            d[threadIdx.x]++;
}

/* Each block waits for the one before. */
__global__ void turns_right(int *d)
{
    if (threadIdx.x == 0) {
        while (turn != blockIdx.x)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        turn = blockIdx.x + 1;
    }
}

__global__ void turns_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (turn != blockIdx.x) // race
            ;
        d[0] += d[blockIdx.x + 1]; // race
        turn = blockIdx.x + 1;     // race
    }
}

__global__ void there_and_back_right(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int k = 1; k < 4; k++) {
            data = d[k];
            __threadfence();
            raised = k;
            while (back != k)
                ;
        }
    if (threadIdx.x == 0 && blockIdx.x == 1)
        for (int k = 1; k < 4; k++) {
            while (raised != k)
                ;
            d[10 + k] = data;
            __threadfence();
            back = k;
        }
}

/* The next value may come before the last one was read. */
__global__ void there_and_back_wrong(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int k = 1; k < 4; k++) {
            data = d[k]; // race
            __threadfence();
            raised = k;
            while (back != k)
                ;
        }
    if (threadIdx.x == 0 && blockIdx.x == 1)
        for (int k = 1; k < 4; k++) {
            while (raised != k)
                ;
            __threadfence();
            back = k;
            d[10 + k] = data; // race
        }
}

__global__ void volatile_values_wrong(int *d)
{
    volatile int *v = d;

    if (threadIdx.x == 0) {
        v[blockIdx.x] = blockIdx.x;     // race
        d[10 + blockIdx.x] = v[blockIdx.x ^ 1]; // race
    }
}

__global__ void volatile_writes_wrong(int *d)
{
    if (threadIdx.x == 0)
        raised = blockIdx.x; // race
}

__global__ void volatile_same_right(int *d)
{
    if (d[threadIdx.x] > 3)
        raised = 1;
}

__global__ void volatile_read_wrong(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        d[0] = 5; // race
    if (threadIdx.x == 0 && blockIdx.x == 1)
        d[1] = *(volatile int *)d; // race
}

/* Among warps of one block, through shared memory. */
__global__ void warps_right(int *d)
{
    __shared__ volatile int ready;
    __shared__ int s[32];
    int t = threadIdx.x;

    if (t == 0)
        ready = 0;
    __syncthreads();
    if (t >= 32) {
        s[t - 32] = d[t];
        __threadfence_block();
        __syncwarp();
        if (t == 32)
            ready = 1;
    } else {
        while (ready == 0)
            ;
        d[t] = s[31 - t];
    }
}

__global__ void warps_wrong(int *d)
{
    __shared__ volatile int ready;
    __shared__ int s[32];
    int t = threadIdx.x;

    if (t == 0)
        ready = 0;
    __syncthreads();
    if (t >= 32) {
        s[t - 32] = d[t]; // race
        __syncwarp();
        if (t == 32)
            ready = 1;
    } else {
        while (ready == 0)
            ;
        d[t] = s[31 - t]; // race
    }
}

/* The last block to be done adds up what all have written. */
__global__ void last_block_right(int *d)
{
    __shared__ bool last;

    d[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int b = 0; b < gridDim.x; b++)
            d[1000 + threadIdx.x] += d[b * 64 + 63 - threadIdx.x];
}

__global__ void last_block_one_fence_right(int *d)
{
    __shared__ bool last;

    d[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last)
        for (int b = 0; b < gridDim.x; b++)
            d[1000 + threadIdx.x] += d[b * 64 + 63 - threadIdx.x];
}

__global__ void last_block_no_fence_wrong(int *d)
{
    __shared__ bool last;

    d[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // race
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int b = 0; b < gridDim.x; b++)
            d[1000 + threadIdx.x] += d[b * 64 + 63 - threadIdx.x]; // race
}

/* Only what thread 0 wrote is sure to be there. */
__global__ void last_block_no_barrier_wrong(int *d)
{
    __shared__ bool last;

    d[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // race
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int b = 0; b < gridDim.x; b++)
            d[1000 + threadIdx.x] += d[b * 64 + 63 - threadIdx.x]; // race
}

__global__ void last_block_fence_behind_wrong(int *d)
{
    __shared__ bool last;

    d[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // race
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(&count, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        for (int b = 0; b < gridDim.x; b++)
            d[1000 + threadIdx.x] += d[b * 64 + 63 - threadIdx.x]; // race
}

/* A barrier of all blocks, by hand. */
__global__ void all_blocks_right(int *d)
{
    int i = blockIdx.x * 64 + threadIdx.x;

    d[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&count, 1);
        while (*(volatile int *)&count < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    d[1000 + i] = d[(i + 64) % (64 * gridDim.x)];
}

__global__ void all_blocks_wrong(int *d)
{
    int i = blockIdx.x * 64 + threadIdx.x;

    d[i] = i; // race
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&count, 1);
        while (*(volatile int *)&count < gridDim.x)
            ;
    }
    __syncthreads();
    d[1000 + i] = d[(i + 64) % (64 * gridDim.x)]; // race
}

__global__ void grid_right(int *d)
{
    int i = blockIdx.x * 64 + threadIdx.x;

    d[i] = i;
    cooperative_groups::this_grid().sync();
    d[1000 + i] = d[(i + 64) % (64 * gridDim.x)];
}

#define RUN(kernel)                                                       \
    do {                                                                  \
        int zero = 0;                                                     \
        void *args[] = {&d};                                              \
                                                                          \
        cudaMemcpyToSymbol(flag, &zero, sizeof zero);                     \
        cudaMemcpyToSymbol(count, &zero, sizeof zero);                    \
        cudaMemcpyToSymbol(raised, &zero, sizeof zero);                   \
        cudaMemcpyToSymbol(turn, &zero, sizeof zero);                     \
        cudaMemcpyToSymbol(back, &zero, sizeof zero);                     \
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);               \
        cudaLaunchCooperativeKernel((void *)kernel, dim3(4), dim3(64),    \
                                    args);                                \
        if (cudaDeviceSynchronize() != cudaSuccess)                       \
            return 1;                                                     \
    } while (0)

int main()
{
    static int h[4096];
    int *d;

    for (int i = 0; i < 4096; i++)
        h[i] = i * 7 % 31 + 1;
    cudaMalloc(&d, sizeof h);
    RUN(flag_right);
    RUN(flag_waits_right);
    RUN(flag_wrong);
    RUN(flag_waits_wrong);
    RUN(flag_fence_behind_wrong);
    RUN(flag_too_early_wrong);
    RUN(flag_atomic_right);
    RUN(flag_atomic_wrong);
    RUN(flag_plain_wrong);
    RUN(signal_right);
    RUN(stop_right);
    RUN(turns_right);
    RUN(turns_wrong);
    RUN(there_and_back_right);
    RUN(there_and_back_wrong);
    RUN(volatile_values_wrong);
    RUN(volatile_writes_wrong);
    RUN(volatile_same_right);
    RUN(volatile_read_wrong);
    RUN(warps_right);
    RUN(warps_wrong);
    RUN(last_block_right);
    RUN(last_block_one_fence_right);
    RUN(last_block_no_fence_wrong);
    RUN(last_block_no_barrier_wrong);
    RUN(last_block_fence_behind_wrong);
    RUN(all_blocks_right);
    RUN(all_blocks_wrong);
    RUN(grid_right);
    cudaFree(d);
    return 0;
}
