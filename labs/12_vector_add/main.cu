/* The program of lab 12: the article's two arrays of 1024 numbers with 100 at
 * index 10 (here all others are 1), and lengths that 256 does not divide. */
#include "vector_add.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

/* c's elements 10 and n-1, by one function or the other (blocks > 0). */
static void show(int n, int blocks)
{
    size_t bytes = n * sizeof(float);
    float *x = (float *)malloc(bytes), *z = (float *)malloc(bytes);
    float *d_x, *d_y, *d_z;

    for (int i = 0; i < n; i++)
        x[i] = i == 10 ? 100 : 1;
    check(cudaMalloc(&d_x, bytes), "cudaMalloc");
    check(cudaMalloc(&d_y, bytes), "cudaMalloc");
    check(cudaMalloc(&d_z, bytes), "cudaMalloc");
    check(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice), "copy of x");
    check(cudaMemcpy(d_y, x, bytes, cudaMemcpyHostToDevice), "copy of y");
    check(cudaMemset(d_z, 0, bytes), "cudaMemset");
    if (blocks)
        check((cudaError_t)vector_add_stride(d_x, d_y, d_z, n, blocks),
              "vector_add_stride");
    else
        check((cudaError_t)vector_add(d_x, d_y, d_z, n), "vector_add");
    check(cudaMemcpy(z, d_z, bytes, cudaMemcpyDeviceToHost), "copy of z");
    printf("%-18s n = %4d: z[10] = %g, z[%d] = %g\n",
           blocks ? "vector_add_stride" : "vector_add", n, z[10], n - 1,
           z[n - 1]);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_z);
    free(x);
    free(z);
}

int main(void)
{
    show(1024, 0);
    show(1000, 0);
    show(1024, 2);
    show(1000, 3);
    return 0;
}
