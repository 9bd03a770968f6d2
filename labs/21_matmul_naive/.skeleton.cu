/*
 * Lab 21, matmul_naive: C = A B, a thread for each element of C. README.md has
 * the task, matmul_naive.h the rules for matmul().
 */
#include "matmul_naive.h"

#include <cuda_runtime.h>

/* TODO: this is right for square matrices only. How long is a row of A, of B,
 * of C? And a thread whose i is not below m, or whose j is not below n, must do
 * nothing.
 * TODO: threads are neighbours in x. Here these have neighbouring rows i, and
 * read A a whole row apart. README.md, "The same element for all, or
 * neighbours?", has the other way.
 * TODO: the sum grows in C itself: a write to memory for every
 * product. README.md, "Where the sum grows". */
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    c[i * n + j] = 0;
    for (int l = 0; l < k; l++)
        c[i * n + j] += a[i * n + l] * b[l * n + j];
    (void)m;
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 threads(32, 8);
    /* TODO: this rounds down. And no block at all is an error of the launch,
     * but an empty matrix is none. */
    dim3 blocks(m / threads.x, n / threads.y);

    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
