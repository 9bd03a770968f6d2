/*
 * Why it works: a block computes one row of C, and for that needs one row of A,
 * again and again: for every column. So its threads read it once, neighbours
 * side by side, into shared memory. The barrier is there because a thread will
 * use elements that others have read. All threads come to it: none has left
 * before, whatever n is.
 * After that A costs no sector any more. In shared memory all lanes want the
 * same element: a broadcast, 1 wavefront, no conflict.
 * The row's length is known only at the launch, so the shared memory is
 * `extern`, and the launch's third number says how many bytes it has.
 *
 * Another way: several rows per block. B is read for every row of C here; two
 * rows that share what they read of B would halve that. Thought to its end this
 * is lab 26.
 */
#include "matmul_shared_row.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void matmul_kernel(const float *a, const float *b, float *c, int k,
                              int n)
{
    extern __shared__ float row[];
    int i = blockIdx.x;

    for (int l = threadIdx.x; l < k; l += blockDim.x)
        row[l] = a[i * k + l];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += row[l] * b[l * n + j];
        c[i * n + j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    matmul_kernel<<<m, THREADS, k * sizeof(float)>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
