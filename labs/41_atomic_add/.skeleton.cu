/*
 * Lab 41, atomic_add: many threads change one number. README.md has the task,
 * atomic_add.h the rules for count_up() and pick_even().
 */
#include "atomic_add.h"

#include <cuda_runtime.h>

#define THREADS 256

/* TODO: `*counter = *counter + 1` in slow motion: read, wait, write. Many
 * threads read the same number before one of them writes. The three steps have
 * to be one that nobody can come between (README, "An atomic operation"). */
__global__ void count_kernel(int *counter)
{
    int seen = *counter;
    __syncthreads(); /* now all threads of this block have read */
    *counter = seen + 1;
}

int count_up(int *d_counter, int blocks, int threads)
{
    count_kernel<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

/* TODO: each even number needs a place in out[] of its own: the first one that
 * comes gets place 0, the next one place 1, ... (README, "What it returns").
 * And only those who need a place should ask for one. */
__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = a[i];
    (void)count;
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    /* TODO: *d_count has to be 0 before the first thread adds to it, whichever
     * block that is in. And a launch of no blocks is an error, but n = 0 is
     * none. */
    pick_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_a, n, d_out,
                                                          d_count);
    return cudaGetLastError();
}
