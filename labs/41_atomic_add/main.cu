/* The program of lab 41: 160 threads count themselves, then 100000 threads
 * look for even numbers. */
#include "atomic_add.h"

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

static void count_threads(int blocks, int threads)
{
    int *d_counter, counter = 0;

    check(cudaMalloc(&d_counter, sizeof counter), "cudaMalloc");
    check(cudaMemset(d_counter, 0, sizeof counter), "cudaMemset");
    check((cudaError_t)count_up(d_counter, blocks, threads), "count_up");
    check(
        cudaMemcpy(&counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost),
        "copy of the counter");
    printf("%4d blocks of %3d threads: the counter says %d%s\n", blocks,
           threads, counter,
           counter == blocks * threads ? "" : "  <- additions got lost");
    cudaFree(d_counter);
}

static void pick(int n)
{
    int *a = (int *)malloc(n * sizeof *a), *out = (int *)malloc(n * sizeof *a);
    int *d_a, *d_out, *d_count, count = 0, want = 0, odd = 0;
    long long sum = 0;

    for (int i = 0; i < n; i++) {
        a[i] = i % 10007 * 7919 % 10007 - 5000;
        if (a[i] % 2 == 0) {
            want++;
            sum += a[i];
        }
    }
    check(cudaMalloc(&d_a, n * sizeof *a), "cudaMalloc");
    check(cudaMalloc(&d_out, n * sizeof *a), "cudaMalloc");
    check(cudaMalloc(&d_count, sizeof count), "cudaMalloc");
    check(cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice),
          "copy of a");
    check(cudaMemset(d_out, 0, n * sizeof *a), "cudaMemset");
    check(cudaMemset(d_count, 0x55, sizeof count), "cudaMemset");
    check((cudaError_t)pick_even(d_a, n, d_out, d_count), "pick_even");
    check(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost),
          "copy of the count");
    check(cudaMemcpy(out, d_out, n * sizeof *a, cudaMemcpyDeviceToHost),
          "copy of out");
    printf("%d numbers: %d are even, pick_even() counts %d%s\n", n, want, count,
           count == want ? "" : "  <- not the same");
    for (int i = 0; i < count && i < n; i++) {
        odd += out[i] % 2 != 0;
        sum -= out[i];
    }
    if (count == want)
        printf("Among those it picked %d are odd, and %s.\n", odd,
               sum ? "some got lost" : "their sum is right");
    cudaFree(d_a);
    cudaFree(d_out);
    cudaFree(d_count);
    free(a);
    free(out);
}

int main(void)
{
    count_threads(1, 1);
    count_threads(10, 16);
    count_threads(1000, 256);
    pick(100000);
    return 0;
}
