/*
 * Blocks that share global memory: many small kernels, as in
 * kernels_barriers.cu. Two blocks of 32 threads.
 *
 * Blocks run in any order; within a launch only atomic functions and fences
 * order them (CUDA C++ Programming Guide, "Thread Hierarchy", "Memory Fence
 * Functions").
 */
#include <cstdio>
#include <cstdlib>

enum { N = 64 };

__global__ void stencil_right(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (i > 0 && i < N - 1)
        d[100 + i] = d[i - 1] + d[i] + d[i + 1];
}

__global__ void stencil_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (i > 0 && i < N - 1)
        d[i] = d[i - 1] + d[i] + d[i + 1]; // race
}

/* The neighbour's new value is that of another block. */
__global__ void two_steps_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    d[100 + i] = 2 * d[i]; // race
    __syncthreads();
    d[200 + i] = d[100 + (i + 1) % N]; // race
}

__global__ void two_steps_right(int *d)
{
    int t = threadIdx.x, i = blockIdx.x * 32 + t;

    d[100 + i] = 2 * d[i];
    __syncthreads();
    d[200 + i] = d[100 + i - t + (t + 1) % 32];
}

__global__ void transpose_in_place_right(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x, x = i % 8, y = i / 8;

    if (x < y) {
        int v = d[8 * y + x];

        d[8 * y + x] = d[8 * x + y];
        d[8 * x + y] = v;
    }
}

__global__ void transpose_in_place_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x, x = i % 8, y = i / 8;
    int v = d[8 * x + y]; // race

    d[8 * y + x] = v; // race
}

__global__ void shift_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int v = d[i + 1]; // race

    d[i] = v; // race
}

__global__ void stride_right(int *d)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 3 * N;
         i += gridDim.x * blockDim.x)
        d[i] *= 2;
}

/* The step is too small: blocks meet. */
__global__ void stride_wrong(int *d)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 3 * N;
         i += blockDim.x)
        d[i] *= 2; // race
}

/* The pieces overlap by one. */
__global__ void pieces_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    for (int k = 4 * i; k <= 4 * i + 4; k++)
        d[k] += i; // race
}

__global__ void pieces_right(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    for (int k = 4 * i; k < 4 * i + 4; k++)
        d[k] += i;
}

__global__ void sum_wrong(int *d)
{
    d[1000] += d[blockIdx.x * 32 + threadIdx.x]; // race
}

__global__ void sum_right(int *d)
{
    atomicAdd(&d[1000], d[blockIdx.x * 32 + threadIdx.x]);
}

__global__ void sum_read_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    atomicAdd(&d[1000], d[i]); // race
    d[i] = d[1000];            // race
}

__global__ void block_sum_wrong(int *d)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, d[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        d[1000] += sum; // race
}

__global__ void zero_in_kernel_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (i == 0)
        d[1000] = 0; // race
    __syncthreads();
    atomicAdd(&d[1000], d[i]); // race
}

__global__ void maximum_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (d[i] > d[1000]) // race
        d[1000] = d[i]; // race
}

__global__ void maximum_right(int *d)
{
    atomicMax(&d[1000], d[blockIdx.x * 32 + threadIdx.x]);
}

__global__ void select_right(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (d[i] % 2)
        d[2000 + atomicAdd(&d[1001], 1)] = i;
}

__global__ void select_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (d[i] % 2) {
        int at = d[1001]++; // race

        d[i] = at;
    }
}

__global__ void mark_right(int *d)
{
    if (d[blockIdx.x * 32 + threadIdx.x] > 3)
        d[1000] = 1;
}

__global__ void mark_read_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    if (i % 32 < 8)
        d[1000] = 1; // race
    d[i] = d[1000];  // race
}

__global__ void bytes_right(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    ((char *)d)[i] = i;
    ((char *)d)[i] += 1;
}

/* Threads change bits of the same word. */
__global__ void bits_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    d[i / 32] |= 1u << i % 32; // race
}

__global__ void bits_right(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    atomicOr(&d[i / 32], 1u << i % 32);
}

/* A fence is no barrier. */
__global__ void fence_only_wrong(int *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    d[i] = i; // race
    __threadfence();
    d[100 + i] = d[i ^ 32]; // race
}

/* With _block, an atomic function knows only the threads of its own block. */
__global__ void atomic_in_block_wrong(int *d)
{
    atomicAdd_block(&d[1000], 1); // race
}

__global__ void atomic_in_cluster_wrong(int *d)
{
    __nv_atomic_fetch_add(&d[1000], 1, __NV_ATOMIC_RELAXED, // race
                          __NV_THREAD_SCOPE_CLUSTER);
}

__global__ void atomic_in_block_right(int *d)
{
    atomicAdd_block(&d[1000 + blockIdx.x], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&d[1002], d[1000 + blockIdx.x]);
}

__global__ void atomic_scopes_wrong(int *d)
{
    if (blockIdx.x == 0)
        atomicMax_block(&d[1000], threadIdx.x); // race
    else
        atomicMax(&d[1000], threadIdx.x); // race
}

__global__ void lock_in_block_wrong(int *d)
{
    if (threadIdx.x == 0) {
        while (atomicCAS_block(&d[1000], 0, 1) != 0) // race
            ;
        __threadfence();
        d[1002] += 1;
        __threadfence();
        atomicExch(&d[1000], 0); // race
    }
}

#define RUN(kernel)                                                       \
    do {                                                                  \
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);               \
        kernel<<<2, 32>>>(d);                                             \
        if (cudaDeviceSynchronize() != cudaSuccess)                       \
            return 1;                                                     \
    } while (0)

int main()
{
    static int h[4096];
    int *d;

    for (int i = 0; i < 4096; i++)
        h[i] = i * 7 % 31 + 1;
    h[1000] = h[1001] = 0;
    cudaMalloc(&d, sizeof h);
    RUN(stencil_right);
    RUN(stencil_wrong);
    RUN(two_steps_wrong);
    RUN(two_steps_right);
    RUN(transpose_in_place_right);
    RUN(transpose_in_place_wrong);
    RUN(shift_wrong);
    RUN(stride_right);
    RUN(stride_wrong);
    RUN(pieces_wrong);
    RUN(pieces_right);
    RUN(sum_wrong);
    RUN(sum_right);
    RUN(sum_read_wrong);
    RUN(block_sum_wrong);
    RUN(zero_in_kernel_wrong);
    RUN(maximum_wrong);
    RUN(maximum_right);
    RUN(select_right);
    RUN(select_wrong);
    RUN(mark_right);
    RUN(mark_read_wrong);
    RUN(bytes_right);
    RUN(bits_wrong);
    RUN(bits_right);
    RUN(fence_only_wrong);
    RUN(atomic_in_block_wrong);
    RUN(atomic_in_cluster_wrong);
    RUN(atomic_in_block_right);
    RUN(atomic_scopes_wrong);
    RUN(lock_in_block_wrong);
    cudaFree(d);
    return 0;
}
