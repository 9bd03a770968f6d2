/*
 * Why it works: the pairs of one phase have no number in common, so a thread
 * for each can order them all at once. n phases sort n numbers in any case.
 * For the largest number it is easy to see: it may have to let the first phase
 * pass, and then moves one place to the right in each of at most n - 1 others.
 * For all of them together it takes a proof.
 * sort_block(): one block, so __syncthreads() can end the phase. It stands
 * outside the `if`, since all threads must get to it, and it is there before
 * the first phase as well, because a thread orders numbers that others have
 * brought in. The last one of the loop also guards the way back.
 * odd_even_sort(): blocks cannot wait for each other, but a launch begins when
 * the one before has ended. So each phase is a launch.
 *
 * Another way: count the swaps of the last two phases, and stop when there
 * were none. For numbers in nearly the right order that saves most of the work;
 * the host then has to wait for the count.
 */
#include "odd_even_sort.h"

#include <cuda_runtime.h>

#define THREADS 256

/* Put two numbers into their order. */
__device__ void order(int *left, int *right)
{
    if (*left > *right) {
        int t = *left;
        *left = *right;
        *right = t;
    }
}

__global__ void sort_block_kernel(int *a, int n)
{
    __shared__ int s[SORT_BLOCK_MAX];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = a[i];
    __syncthreads();
    for (int phase = 0; phase < n; phase++) {
        int left = 2 * threadIdx.x + phase % 2;

        if (left + 1 < n)
            order(&s[left], &s[left + 1]);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = s[i];
}

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    if (n < 2)
        return cudaSuccess; /* no pair, and no threads would be an error */
    sort_block_kernel<<<1, n / 2>>>(d_a, n);
    return cudaGetLastError();
}

__global__ void phase_kernel(int *a, int n, int first)
{
    int left = first + 2 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (left + 1 < n)
        order(&a[left], &a[left + 1]);
}

int odd_even_sort(int *d_a, int n)
{
    int blocks = (n / 2 + THREADS - 1) / THREADS;
    cudaError_t error = cudaSuccess;

    if (n < 2)
        return cudaSuccess;
    for (int phase = 0; phase < n && error == cudaSuccess; phase++) {
        phase_kernel<<<blocks, THREADS>>>(d_a, n, phase % 2);
        error = cudaGetLastError();
    }
    return error;
}
