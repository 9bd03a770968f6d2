/*
 * Why it works: an atomic addition reads, adds and writes as one step. Whoever
 * comes next finds the sum. So nothing is lost, in whatever order they come;
 * and what the operation returns, the number that was there before, is
 * different for every one of them: 0, 1, 2, ... That makes it a ticket: the
 * place in out[] that belongs to this thread alone.
 * Odd numbers need no ticket. Adding 0 for them would be right as well, but all
 * atomic operations on one address stand in one queue, and those that add 0
 * stand in it, too.
 *
 * Another way: a warp asks once for all its lanes. __ballot_sync() tells who
 * has an even number, __popc() how many they are, the first of them asks for so
 * many places, and each takes the one that is as many places further as there
 * are even numbers in lower lanes. That is up to 32 times shorter a queue. nvcc
 * makes something like it by itself where all lanes add a constant.
 */
#include "atomic_add.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void count_kernel(int *counter)
{
    atomicAdd(counter, 1);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count_kernel<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && a[i] % 2 == 0)
        out[atomicAdd(count, 1)] = a[i];
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error; /* a launch of no blocks would be an error */
    pick_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_a, n, d_out,
                                                          d_count);
    return cudaGetLastError();
}
