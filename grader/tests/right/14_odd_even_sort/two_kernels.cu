/* One kernel for the even phase and one for the odd; pairs in a loop. */
#include "odd_even_sort.h"

#include <cuda_runtime.h>

#define SWAP(x, y)         \
    do {                   \
        if ((x) > (y)) {   \
            int tmp = (x); \
            (x) = (y);     \
            (y) = tmp;     \
        }                  \
    } while (0)

__device__ void phases(int *s, int n)
{
    for (int p = 0; p < (n + 1) / 2; p++) {
        for (int i = 2 * threadIdx.x; i + 1 < n; i += 2 * blockDim.x)
            SWAP(s[i], s[i + 1]);
        __syncthreads();
        for (int i = 2 * threadIdx.x + 1; i + 1 < n; i += 2 * blockDim.x)
            SWAP(s[i], s[i + 1]);
        __syncthreads();
    }
}

__global__ void sort_kernel(int *a, int n)
{
    __shared__ int s[SORT_BLOCK_MAX];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = a[i];
    __syncthreads();
    phases(s, n);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = s[i];
}

__global__ void even(int *a, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n)
        SWAP(a[i], a[i + 1]);
}

__global__ void odd(int *a, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
    if (i + 1 < n)
        SWAP(a[i], a[i + 1]);
}

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    sort_kernel<<<1, 256>>>(d_a, n);
    return cudaGetLastError();
}

int odd_even_sort(int *d_a, int n)
{
    int blocks = n / 64 + 1;

    for (int i = 0; i < n; i++)
        if (i % 2 == 0)
            even<<<blocks, 32>>>(d_a, n);
        else
            odd<<<blocks, 32>>>(d_a, n);
    return cudaGetLastError();
}
