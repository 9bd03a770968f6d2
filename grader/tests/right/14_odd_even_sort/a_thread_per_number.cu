/* Each thread has a place: it takes the smaller or the larger of two. */
#include "odd_even_sort.h"

#include <cuda_runtime.h>

__device__ int wanted(const int *s, int i, int phase, int n)
{
    bool left = i % 2 == phase % 2;
    int other = left ? i + 1 : i - 1;

    if (other < 0 || other >= n)
        return s[i];
    return left == (s[i] < s[other]) ? s[i] : s[other];
}

__global__ void sort_kernel(int *a, int n)
{
    __shared__ int s[2][SORT_BLOCK_MAX];
    int from = 0;

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[0][i] = a[i];
    __syncthreads();
    for (int phase = 0; phase < n; phase++, from ^= 1) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            s[!from][i] = wanted(s[from], i, phase, n);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = s[from][i];
}

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    if (n <= 1)
        return 0;
    sort_kernel<<<1, min(n, 1024)>>>(d_a, n);
    return cudaGetLastError();
}

__global__ void pairs(int *a, int begin, int n)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; 2 * p + begin + 1 < n;
         p += gridDim.x * blockDim.x) {
        int *q = a + begin + 2 * p, x = q[0], y = q[1];

        if (x > y)
            q[0] = y, q[1] = x;
    }
}

int odd_even_sort(int *d_a, int n)
{
    cudaError_t error = cudaSuccess;
    int phase = n;

    while (!error && phase-- > 0) {
        pairs<<<16, 128>>>(d_a, phase & 1, n);
        error = cudaGetLastError();
    }
    return error;
}
