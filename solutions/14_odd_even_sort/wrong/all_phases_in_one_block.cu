// caught by: traffic
// says: Too few launches
// hint: How many phases does one of your launches do
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

/* The block waits at its barrier instead of for the next launch: one
 * multiprocessor does it all. */
__global__ void phases_kernel(int *a, int n)
{
    for (int phase = 0; phase < n; phase++) {
        for (int left = phase % 2 + 2 * threadIdx.x; left + 1 < n;
             left += 2 * blockDim.x)
            order(&a[left], &a[left + 1]);
        __syncthreads();
    }
}

int odd_even_sort(int *d_a, int n)
{
    if (n < 2)
        return cudaSuccess;
    phases_kernel<<<1, 1024>>>(d_a, n);
    return cudaGetLastError();
}
