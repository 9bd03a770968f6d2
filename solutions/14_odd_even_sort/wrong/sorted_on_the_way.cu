// caught by: traffic
// says: Not done by a kernel: sorting 701 numbers in odd_even_sort() copied 5608 bytes with cudaMemcpy() or one of its relatives, or by kernels that use the host's memory. cudaMemcpy() in this line alone copied 2804. All is in the device's memory already;
// hint: Who compares the numbers
// Sorted by the host; the kernel of one phase has nothing left to do.
#include "odd_even_sort.h"

#include <algorithm>
#include <cuda_runtime.h>
#include <vector>

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
    std::vector<int> numbers(n);
    error = cudaMemcpy(numbers.data(), d_a, n * sizeof(int),
                       cudaMemcpyDeviceToHost);
    std::sort(numbers.begin(), numbers.end());
    if (error == cudaSuccess)
        error = cudaMemcpy(d_a, numbers.data(), n * sizeof(int),
                           cudaMemcpyHostToDevice);
    for (int phase = 0; phase < 1 && error == cudaSuccess; phase++) {
        phase_kernel<<<blocks, THREADS>>>(d_a, n, phase % 2);
        error = cudaGetLastError();
    }
    return error;
}
