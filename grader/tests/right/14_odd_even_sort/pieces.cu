/* A phase sorts pieces of 512 in shared memory; every other phase they begin 256
 * later. The errors of launches only get looked at, and stay. */
#include "odd_even_sort.h"

#include <cuda_runtime.h>

#define HALF 256
#define WHOLE (2 * HALF)

/* Pairs of neighbours in turn, until `n` phases are done; a thread for each pair. */
__device__ void sort_shared(int *a, int n)
{
    for (int phase = 0; phase < n; phase++) {
        for (int i = 2 * threadIdx.x + phase % 2; i + 1 < n; i += 2 * blockDim.x)
            if (a[i] > a[i + 1]) {
                const int t = a[i];

                a[i] = a[i + 1];
                a[i + 1] = t;
            }
        __syncthreads();
    }
}

__global__ void sort_piece(int *a, int n, int begin)
{
    extern __shared__ int piece[];
    const long long from = begin + (long long)blockIdx.x * WHOLE;
    const int here = (int)(n - from < WHOLE ? n - from : WHOLE);

    for (int i = threadIdx.x; i < here; i += blockDim.x)
        piece[i] = a[from + i];
    __syncthreads();
    sort_shared(piece, here);
    for (int i = threadIdx.x; i < here; i += blockDim.x)
        a[from + i] = piece[i];
}

__global__ void sort_all(int *a, int n)
{
    extern __shared__ int piece[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        piece[i] = a[i];
    __syncthreads();
    sort_shared(piece, n);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = piece[i];
}

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    if (n < 2)
        return cudaSuccess;
    sort_all<<<1, 512, n * sizeof(int)>>>(d_a, n);
    return cudaPeekAtLastError();
}

int odd_even_sort(int *d_a, int n)
{
    const int phases = n < 2 ? 0 : n <= WHOLE ? 1 : (n + HALF - 1) / HALF;

    for (int phase = 0; phase < phases; phase++) {
        const int begin = phase % 2 * HALF;
        cudaError_t error;

        sort_piece<<<(n - begin + WHOLE - 1) / WHOLE, HALF,
                     WHOLE * sizeof(int)>>>(d_a, n, begin);
        error = cudaPeekAtLastError();
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}
