/*
 * Locks: many small kernels, as in kernels_barriers.cu. Four blocks of 32
 * threads, where nothing else is said.
 *
 * Atomic functions order nothing but themselves (CUDA C++ Programming Guide,
 * "Atomic Functions"): what was written under a lock is seen by the next owner
 * only behind a fence ("Memory Fence Functions"), which must lie before the
 * lock is given back. A fence of a thread also covers what others of its block
 * or warp did before a barrier or a __syncwarp() that lies before it.
 */
#include <cstdio>
#include <cstdlib>

__device__ int lock, second, locks[8], serving, next_ticket;

__device__ void take(int *l)
{
    while (atomicCAS(l, 0, 1) != 0)
        ;
}

__global__ void mutex_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void mutex_exchange_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicExch(&lock, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* The exchange stands between two semicolons, and is no statement. */
__global__ void exchange_in_for_right(int *d)
{
    if (threadIdx.x == 0) {
        for (; atomicExch(&lock, 1);)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void no_fence_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        d[0] += d[blockIdx.x + 1]; // race
        atomicExch(&lock, 0);
    }
}

/* Blocks take turns at the lock by chance, not because they wait for it. */
__global__ void answer_unused_wrong(int *d)
{
    if (threadIdx.x == 0) {
        atomicCAS(&lock, 0, 1);
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* Goes on when somebody else has it. Who finds it free comes round once more,
 * and finds its own 1. */
__global__ void answer_turned_round_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) == 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* Found free by two, then taken by both: a look and a change are two steps. */
__global__ void look_exchange_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (*(volatile int *)&lock != 0)
            ;
        atomicExch(&lock, 1);
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void look_add_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(&lock, 0) != 0)
            ;
        atomicAdd(&lock, 1);
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void look_store_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 0) != 0)
            ;
        *(volatile int *)&lock = 1;
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void look_or_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicOr(&lock, 0) != 0)
            ;
        atomicExch(&lock, 1);
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* The exchange says whether it was still free. */
__global__ void look_and_exchange_right(int *d)
{
    if (threadIdx.x == 0) {
        while (*(volatile int *)&lock != 0 || atomicExch(&lock, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* As in answer_turned_round_wrong(), for threads of another warp. */
__global__ void for_block_turned_round_wrong(int *d)
{
    if (threadIdx.x == 0)
        while (atomicCAS(&lock, 0, 1) == 0)
            ;
    __syncthreads();
    if (threadIdx.x == 40)
        d[0] += d[blockIdx.x + 1]; // race
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(&lock, 0);
}

/* 0 where it was 1: nobody ever waits. */
__global__ void arguments_exchanged_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 1, 0) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* The fence that is asked for is the one before the lock is given back. */
__global__ void fence_at_start_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        atomicExch(&lock, 0);
    }
}

__global__ void fence_behind_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        d[0] += d[blockIdx.x + 1]; // race
        atomicExch(&lock, 0);
        __threadfence();
    }
}

/* A fence for the block is too little for other blocks. */
__global__ void block_fence_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence_block();
        atomicExch(&lock, 0);
    }
}

__global__ void plain_unlock_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) // race
            ;
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        lock = 0; // race
    }
}

__global__ void volatile_unlock_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) // race
            ;
        d[0] += d[blockIdx.x + 1];  // race
        *(volatile int *)&lock = 0; // race
    }
}

/* Behind a fence this is what the hardware makes of it anyway: a write that is
 * neither left out nor torn. Told apart from an atomic by nobody. */
__global__ void volatile_unlock_right(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        *(volatile int *)&lock = 0;
    }
}

__global__ void unlock_too_early_wrong(int *d)
{
    if (threadIdx.x == 0) {
        int v;

        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        v = d[0]; // race
        __threadfence();
        atomicExch(&lock, 0);
        d[0] = v + 1; // race
    }
}

__global__ void read_outside_wrong(int *d)
{
    if (threadIdx.x == 0) {
        int v = d[0]; // race

        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        d[0] = v + 1; // race
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void reader_without_lock_wrong(int *d)
{
    if (threadIdx.x == 0 && blockIdx.x < 3) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        d[0] += blockIdx.x; // race
        __threadfence();
        atomicExch(&lock, 0);
    } else if (threadIdx.x == 0) {
        d[1] = d[0]; // race
    }
}

__global__ void two_locks_wrong(int *d)
{
    if (threadIdx.x == 0) {
        int *l = blockIdx.x % 2 ? &lock : &second;

        while (atomicCAS(l, 0, 1) != 0)
            ;
        __threadfence();
        d[0] += d[blockIdx.x + 1]; // race
        __threadfence();
        atomicExch(l, 0);
    }
}

__global__ void two_locks_right(int *d)
{
    if (threadIdx.x == 0) {
        take(&lock);
        take(&second);
        __threadfence();
        d[0] += d[blockIdx.x + 1];
        __threadfence();
        atomicExch(&second, 0);
        atomicExch(&lock, 0);
    }
}

/* Each lane takes it, in a loop that leaves no lane waiting for another. */
__global__ void every_lane_right(int *d)
{
    bool done = false;

    while (!done)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            d[0] += d[threadIdx.x + 1];
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
}

__global__ void every_lane_wrong(int *d)
{
    bool done = false;

    while (!done)
        if (atomicCAS(&lock, 0, 1) == 0) {
            d[0] += d[threadIdx.x + 1]; // race
            atomicExch(&lock, 0);
            done = true;
        }
}

__global__ void lock_each_right(int *d)
{
    int k = threadIdx.x % 4;
    bool done = false;

    while (!done)
        if (atomicCAS(&locks[k], 0, 1) == 0) {
            __threadfence();
            d[k]++;
            __threadfence();
            atomicExch(&locks[k], 0);
            done = true;
        }
}

__global__ void lock_each_wrong(int *d)
{
    int k = threadIdx.x % 4;
    bool done = false;

    while (!done)
        if (atomicCAS(&locks[k], 0, 1) == 0) {
            __threadfence();
            d[threadIdx.x % 3]++; // race
            __threadfence();
            atomicExch(&locks[k], 0);
            done = true;
        }
}

/* One lane for its warp. */
__global__ void for_warp_right(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncwarp();
    d[t] += 1;
    __threadfence();
    __syncwarp();
    if (t == 0)
        atomicExch(&lock, 0);
}

__global__ void for_warp_one_fence_right(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncwarp();
    d[t] += 1;
    __syncwarp();
    if (t == 0) {
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void for_warp_no_fence_wrong(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncwarp();
    d[t] += 1; // race
    __syncwarp();
    if (t == 0)
        atomicExch(&lock, 0);
}

/* The other lanes may not be done when lane 0 gives it back. */
__global__ void for_warp_no_sync_wrong(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncwarp();
    d[t] += 1; // race
    if (t == 0) {
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void for_warp_no_start_wrong(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    d[t] += 1; // race
    __syncwarp();
    if (t == 0) {
        __threadfence();
        atomicExch(&lock, 0);
    }
}

/* Thread 0 for its block. */
__global__ void for_block_right(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncthreads();
    d[t] += 1;
    __syncthreads();
    if (t == 0) {
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void for_block_fences_right(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncthreads();
    d[t] += 1;
    __threadfence();
    __syncthreads();
    if (t == 0)
        atomicExch(&lock, 0);
}

__global__ void for_block_no_fence_wrong(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncthreads();
    d[t] += 1; // race
    __syncthreads();
    if (t == 0)
        atomicExch(&lock, 0);
}

__global__ void for_block_no_barrier_wrong(int *d)
{
    int t = threadIdx.x;

    if (t == 0)
        take(&lock);
    __syncthreads();
    d[t] += 1; // race
    if (t == 0) {
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void block_sum_right(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[32 * blockIdx.x + t + 1];
    __syncthreads();
    for (int k = 16; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        take(&lock);
        __threadfence();
        d[0] += s[0];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void block_sum_wrong(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = d[32 * blockIdx.x + t + 1];
    __syncthreads();
    for (int k = 16; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        take(&lock);
        d[0] += s[0]; // race
        atomicExch(&lock, 0);
    }
}

__global__ void ticket_right(int *d)
{
    if (threadIdx.x == 0) {
        int mine = atomicAdd(&next_ticket, 1);

        while (*(volatile int *)&serving != mine)
            ;
        __threadfence();
        d[0] += 1;
        __threadfence();
        atomicAdd(&serving, 1);
    }
}

__global__ void ticket_wrong(int *d)
{
    if (threadIdx.x == 0) {
        int mine = atomicAdd(&next_ticket, 1);

        while (atomicAdd(&serving, 0) != mine)
            ;
        d[0] += 1; // race
        atomicAdd(&serving, 1);
    }
}

/* A lock in shared memory for the block's threads. */
__global__ void shared_lock_right(int *d)
{
    __shared__ int l, sum;
    bool done = false;

    if (threadIdx.x == 0)
        l = sum = 0;
    __syncthreads();
    while (!done)
        if (atomicCAS(&l, 0, 1) == 0) {
            __threadfence_block();
            sum += threadIdx.x;
            __threadfence_block();
            atomicExch(&l, 0);
            done = true;
        }
    __syncthreads();
    d[32 * blockIdx.x + threadIdx.x] = sum;
}

__global__ void shared_lock_wrong(int *d)
{
    __shared__ int l, sum;
    bool done = false;

    if (threadIdx.x == 0)
        l = sum = 0;
    __syncthreads();
    while (!done)
        if (atomicCAS(&l, 0, 1) == 0) {
            sum += threadIdx.x; // race
            atomicExch(&l, 0);
            done = true;
        }
    __syncthreads();
    d[32 * blockIdx.x + threadIdx.x] = sum;
}

/* Who does not get it goes without. */
__global__ void try_right(int *d)
{
    if (threadIdx.x == 0 && atomicCAS(&lock, 0, 1) == 0) {
        __threadfence();
        d[0] += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__global__ void add_float_right(int *d)
{
    int *p = &d[1], old = *p, seen;

    do {
        seen = old;
        old = atomicCAS(p, seen, __float_as_int(__int_as_float(seen) + 1));
    } while (old != seen);
}

#define RUN(kernel) RUN_WITH(kernel, 32)
#define RUN_WITH(kernel, threads)                           \
    do {                                                    \
        int zero[8] = {0};                                  \
                                                            \
        cudaMemcpyToSymbol(next_ticket, zero, sizeof(int)); \
        cudaMemcpyToSymbol(serving, zero, sizeof(int));     \
        cudaMemcpyToSymbol(locks, zero, sizeof zero);       \
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); \
        kernel<<<4, threads>>>(d);                          \
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
    RUN(mutex_right);
    RUN(mutex_exchange_right);
    RUN(exchange_in_for_right);
    RUN(answer_unused_wrong);
    RUN(answer_turned_round_wrong);
    RUN(look_exchange_wrong);
    RUN(look_add_wrong);
    RUN(look_store_wrong);
    RUN(look_or_wrong);
    RUN(look_and_exchange_right);
    RUN_WITH(for_block_turned_round_wrong, 64);
    RUN(arguments_exchanged_wrong);
    RUN(no_fence_wrong);
    RUN(fence_at_start_wrong);
    RUN(fence_behind_wrong);
    RUN(block_fence_wrong);
    RUN(plain_unlock_wrong);
    RUN(volatile_unlock_wrong);
    RUN(volatile_unlock_right);
    RUN(unlock_too_early_wrong);
    RUN(read_outside_wrong);
    RUN(reader_without_lock_wrong);
    RUN(two_locks_wrong);
    RUN(two_locks_right);
    RUN(every_lane_right);
    RUN(every_lane_wrong);
    RUN(lock_each_right);
    RUN(lock_each_wrong);
    RUN(for_warp_right);
    RUN(for_warp_one_fence_right);
    RUN(for_warp_no_fence_wrong);
    RUN(for_warp_no_sync_wrong);
    RUN(for_warp_no_start_wrong);
    RUN(for_block_right);
    RUN(for_block_fences_right);
    RUN(for_block_no_fence_wrong);
    RUN(for_block_no_barrier_wrong);
    RUN(block_sum_right);
    RUN(block_sum_wrong);
    RUN(ticket_right);
    RUN(ticket_wrong);
    RUN(shared_lock_right);
    RUN(shared_lock_wrong);
    RUN(try_right);
    RUN(add_float_right);
    cudaFree(d);
    return 0;
}
