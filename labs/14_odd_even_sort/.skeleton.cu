/*
 * Lab 14, odd_even_sort: bubble sort for many threads. README.md has the task,
 * odd_even_sort.h the rules.
 */
#include "odd_even_sort.h"

#include <cuda_runtime.h>

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

    /* TODO: this is the first phase only. There are n of them, and in every
     * other one the pairs begin with an odd index: (1, 2), (3, 4), ...
     * The right one of a pair must exist: its index is below n.
     * Where does the block have to wait with __syncthreads()? Wherever a
     * thread is about to read what another one has written. */
    int left = 2 * threadIdx.x;
    if (left < n)
        order(&s[left], &s[left + 1]);

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = s[i];
}

int sort_block(int *d_a, int n)
{
    /* TODO: a thread per pair, not per number: a block has at most 1024. What
     * if there is no pair? And more than SORT_BLOCK_MAX numbers are not for
     * this function. */
    sort_block_kernel<<<1, n>>>(d_a, n);
    return cudaGetLastError();
}

int odd_even_sort(int *d_a, int n)
{
    (void)d_a;
    (void)n;
    /* TODO: a second kernel that does one phase in global memory with many
     * blocks. __syncthreads() waits for the threads of one block only, so
     * every phase is a launch of its own: a launch begins when the one before
     * it has ended. */
    return cudaSuccess;
}
