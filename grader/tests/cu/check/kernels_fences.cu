/*
 * Fences at both ends of a lock, and volatile data under it: many small
 * kernels, as in kernels_barriers.cu. Four blocks of 32 threads.
 *
 * Atomic functions are relaxed: what the thread reads behind them may be older
 * than what the last owner of the lock has written, unless a fence lies between
 * (CUDA C++ Programming Guide, "Memory Fence Functions"). volatile orders
 * nothing.
 */
#include <cstdio>
#include <cstdlib>

struct node {
    int value, next;
};

__device__ int lock, second, locks[8], state[8], top, flag;
__device__ volatile int one, two;
__device__ node nodes[256];

__device__ void take(int *l)
{
    while (atomicCAS(l, 0, 1) != 0)
        ;
}

__device__ void give(int *l)
{
    __threadfence();
    atomicExch(l, 0);
}

__global__ void both_fences_right(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        give(&lock);
    }
}

__global__ void no_acquire_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        d[0] += d[blockIdx.x + 1]; // race
        give(&lock);
    }
}

__global__ void no_acquire_exchange_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicExch(&lock, 1) == 1)
            ;
        d[0] = d[0] + blockIdx.x; // race
        give(&lock);
    }
}

__global__ void given_back_by_subtraction_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        d[0] = d[0] * 3 + blockIdx.x; // race
        __threadfence();
        atomicSub(&lock, 1);
    }
}

__global__ void given_back_by_volatile_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        d[0] = d[0] * 3 + blockIdx.x; // race
        __threadfence();
        *(volatile int *)&lock = 0;
    }
}

/* Only some have it; which of them come later is nobody's choice. */
__global__ void some_acquire_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        if (blockIdx.x > 0)
            __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        give(&lock);
    }
}

__global__ void last_does_not_acquire_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        if (blockIdx.x < 3)
            __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        give(&lock);
    }
}

__global__ void fence_too_small_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence_block();
        d[0] += d[blockIdx.x + 1]; // race
        give(&lock);
    }
}

__global__ void fence_before_lock_wrong(int *d)
{
    if (threadIdx.x == 0) {
        __threadfence();
        take(&lock);
        d[0] += d[blockIdx.x + 1]; // race
        give(&lock);
    }
}

__global__ void fence_behind_read_wrong(int *d)
{
    if (threadIdx.x == 0) {
        int v;

        take(&lock);
        v = d[0]; // race
        __threadfence();
        d[0] = v + 1; // race
        give(&lock);
    }
}

__global__ void every_lane_wrong(int *d)
{
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            d[0] += threadIdx.x; // race
            give(&lock);
            done = true;
        }
}

__global__ void lock_each_wrong(int *d)
{
    int k = threadIdx.x % 4;

    for (bool done = false; !done;)
        if (atomicCAS(&locks[k], 0, 1) == 0) {
            d[k] += threadIdx.x; // race
            give(&locks[k]);
            done = true;
        }
}

/* Who only looks is one of the owners, too. */
__global__ void reader_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        if (blockIdx.x == 3)
            d[100] = d[0]; // race
        else
            d[0] = blockIdx.x; // race
        give(&lock);
    }
}

__global__ void reader_right(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        if (blockIdx.x == 3) {
            __threadfence();
            d[100] = d[0];
        } else {
            __threadfence();
            d[0] = blockIdx.x;
        }
        give(&lock);
    }
}

/* The input is nobody's but the host's. */
__global__ void input_first_right(int *d)
{
    if (threadIdx.x == 0) {
        int v;

        take(&lock);
        v = d[blockIdx.x + 1];
        __threadfence();
        d[0] += v;
        give(&lock);
    }
}

/* A barrier hands the lock on to others. */
__global__ void for_block_right(int *d)
{
    if (threadIdx.x == 0)
        take(&lock);
    __syncthreads();
    d[threadIdx.x] += blockIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(&lock, 0);
}

__global__ void for_warp_right(int *d)
{
    if (threadIdx.x == 0)
        take(&lock);
    __syncwarp();
    d[threadIdx.x] += blockIdx.x;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0)
        atomicExch(&lock, 0);
}

__global__ void atomics_inside_right(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        atomicAdd(&d[0], d[blockIdx.x + 1]);
        atomicExch(&lock, 0);
    }
}

__global__ void one_inside_other_right(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence();
        d[0] += 1;
        take(&second);
        __threadfence();
        d[1] += d[0];
        give(&second);
        d[0] += 1;
        give(&lock);
    }
}

/* No locks: who has changed the place never gives it back. */
__global__ void claim_right(int *d)
{
    int i = threadIdx.x % 8;

    if (threadIdx.x < 8 && atomicCAS(&state[i], 0, 1) == 0) {
        d[100 + i] = d[i];
        __threadfence();
        atomicExch(&state[i], 2);
    }
    if (threadIdx.x < 8) {
        while (atomicAdd(&state[i], 0) != 2)
            ;
        __threadfence();
        d[200 + 8 * blockIdx.x + i] = d[100 + i];
    }
}

__global__ void stack_right(int *d)
{
    int mine = 32 * blockIdx.x + threadIdx.x + 1, old, seen;

    nodes[mine].value = d[threadIdx.x];
    old = *(volatile int *)&top;
    do {
        seen = old;
        *(volatile int *)&nodes[mine].next = seen;
        __threadfence();
        old = atomicCAS(&top, seen, mine);
    } while (old != seen);
    old = *(volatile int *)&top;
    do {
        seen = old;
        old = atomicCAS(&top, seen, *(volatile int *)&nodes[seen].next);
    } while (old != seen);
    d[1000 + mine] = nodes[seen].value;
}

/* Volatile data. */
__global__ void volatile_right(int *d)
{
    if (threadIdx.x == 0) {
        volatile int *sum = d;

        take(&lock);
        __threadfence();
        *sum = *sum + d[blockIdx.x + 1];
        give(&lock);
    }
}

__global__ void volatile_no_release_wrong(int *d)
{
    if (threadIdx.x == 0) {
        volatile int *sum = d;

        take(&lock);
        __threadfence();
        *sum = *sum + d[blockIdx.x + 1]; // race
        atomicExch(&lock, 0);
    }
}

__global__ void volatile_release_behind_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence();
        *(volatile int *)&d[0] = blockIdx.x + 100; // race
        atomicExch(&lock, 0);
        __threadfence();
    }
}

__global__ void volatile_unlock_no_release_wrong(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence();
        *(volatile int *)&d[0] = blockIdx.x + 100; // race
        *(volatile int *)&lock = 0;
    }
}

/* All write the same. */
__global__ void volatile_same_right(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence();
        *(volatile int *)&d[0] = 100;
        atomicExch(&lock, 0);
    }
}

/* The fence before belongs to the lock. */
__global__ void volatile_outside_wrong(int *d)
{
    volatile int *v = d;

    if (threadIdx.x == 0) {
        take(&lock);
        __threadfence();
        if (blockIdx.x == 1)
            d[100] = v[0]; // race
        give(&lock);
        if (blockIdx.x == 0)
            v[0] = 77; // race
    }
}

__global__ void one_fence_two_flags_right(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        d[100] = d[0];
        __threadfence();
        one = 1;
        two = 1;
    }
    if (threadIdx.x == 0 && blockIdx.x == 1)
        if (two && one) {
            __threadfence();
            d[101] = d[100];
        }
}

__global__ void unlock_then_flag_right(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        take(&lock);
        __threadfence();
        d[100] = d[0];
        give(&lock);
        __threadfence();
        one = 1;
    }
    if (threadIdx.x == 0 && blockIdx.x == 1)
        if (one) {
            __threadfence();
            d[101] = d[100];
        }
}

#define RUN(kernel)                                         \
    do {                                                    \
        int zero[8] = {0};                                  \
                                                            \
        cudaMemcpyToSymbol(lock, zero, sizeof(int));        \
        cudaMemcpyToSymbol(second, zero, sizeof(int));      \
        cudaMemcpyToSymbol(top, zero, sizeof(int));         \
        cudaMemcpyToSymbol(flag, zero, sizeof(int));        \
        cudaMemcpyToSymbol(one, zero, sizeof(int));         \
        cudaMemcpyToSymbol(two, zero, sizeof(int));         \
        cudaMemcpyToSymbol(locks, zero, sizeof zero);       \
        cudaMemcpyToSymbol(state, zero, sizeof zero);       \
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); \
        kernel<<<4, 32>>>(d);                               \
        if (cudaDeviceSynchronize() != cudaSuccess)         \
            return 1;                                       \
    } while (0)

int main()
{
    static int h[4096];
    int *d;

    for (int i = 0; i < 4096; i++)
        h[i] = i * 7 % 31 + 1;
    cudaMalloc(&d, sizeof h);
    RUN(both_fences_right);
    RUN(no_acquire_wrong);
    RUN(no_acquire_exchange_wrong);
    RUN(given_back_by_subtraction_wrong);
    RUN(given_back_by_volatile_wrong);
    RUN(some_acquire_wrong);
    RUN(last_does_not_acquire_wrong);
    RUN(fence_too_small_wrong);
    RUN(fence_before_lock_wrong);
    RUN(fence_behind_read_wrong);
    RUN(every_lane_wrong);
    RUN(lock_each_wrong);
    RUN(reader_wrong);
    RUN(reader_right);
    RUN(input_first_right);
    RUN(for_block_right);
    RUN(for_warp_right);
    RUN(atomics_inside_right);
    RUN(one_inside_other_right);
    RUN(claim_right);
    RUN(stack_right);
    RUN(volatile_right);
    RUN(volatile_no_release_wrong);
    RUN(volatile_release_behind_wrong);
    RUN(volatile_unlock_no_release_wrong);
    RUN(volatile_same_right);
    RUN(volatile_outside_wrong);
    RUN(one_fence_two_flags_right);
    RUN(unlock_then_flag_right);
    cudaFree(d);
    return 0;
}
