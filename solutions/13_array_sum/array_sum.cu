/*
 * Why it works: after each step of the tree, half as many parts hold the whole
 * sum. Thread tid adds part[tid + half] to part[tid]: nobody else writes
 * part[tid], and part[tid + half] belongs to a thread that rests in this step.
 * The barrier ends the step, so that what one thread has added is there before
 * another one reads it. All threads get to it, also those that rest, and those
 * that have no number: they add 0.
 * The threads at work are always the first ones, so whole warps rest and none
 * is split until fewer than 32 threads are left. Neighbours use neighbouring
 * parts: no bank conflicts.
 * One atomic addition per block joins the blocks. Addition of 64 bits without
 * sign gives the same bits as with sign.
 *
 * Another way: every block writes its sum into an array, and a second launch of
 * one block adds these up. Faster on a big device: few blocks, whose threads
 * first add up many numbers each in a grid-stride loop (lab 12), and the last
 * warp with __shfl_down_sync() in place of shared memory.
 */
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(sum, (unsigned long long)part[0]);
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess || n == 0)
        return error;
    sum_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n,
                                                   (unsigned long long *)d_sum);
    return cudaGetLastError();
}
