/* The program of lab 44: the largest numbers of many, and a thousand times
 * those of a few, for which each block has one and all meet at the list. An
 * argument: how many times. */
#include "mutex.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 1000 };

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

/* Of the numbers 0 .. n-1. Returns whether the list is right. */
static bool find(const int *d_a, int n, int *d_top, int blocks, int *top)
{
    bool right = true;

    check((cudaError_t)largest(d_a, n, d_top, blocks), "largest");
    check(cudaMemcpy(top, d_top, TOP * sizeof *top, cudaMemcpyDeviceToHost),
          "copy of the list");
    for (int k = 0; k < TOP; k++)
        right = right && top[k] == n - 1 - k;
    return right;
}

int main(int argc, char **argv)
{
    int times = argc > 1 ? atoi(argv[1]) : TIMES;
    int *a = (int *)malloc(N * sizeof *a), *d_a, *d_top, top[TOP], wrong = 0;

    for (int i = 0; i < N; i++)
        a[i] = i;
    check(cudaMalloc(&d_a, N * sizeof *a), "cudaMalloc");
    check(cudaMalloc(&d_top, TOP * sizeof *d_top), "cudaMalloc");
    check(cudaMemcpy(d_a, a, N * sizeof *a, cudaMemcpyHostToDevice),
          "copy of a");
    for (int blocks = 1; blocks <= 1000; blocks *= 10) {
        bool right = find(d_a, N, d_top, blocks, top);

        printf("0 .. %d, blocks: %4d  largest: %d %d %d ... %d%s\n", N - 1,
               blocks, top[0], top[1], top[2], top[TOP - 1],
               right ? "" : "  <- wrong");
    }
    for (int k = 0; k < times; k++)
        wrong += !find(d_a, TOP, d_top, TOP, top);
    printf("0 .. %d, blocks: %4d  %d lists of %d are wrong\n", TOP - 1, TOP,
           wrong, times);
    cudaFree(d_a);
    cudaFree(d_top);
    free(a);
    return 0;
}
