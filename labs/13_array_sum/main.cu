/* The program of lab 13: the sums of 1000 and of a million numbers, by the
 * CPU and by the device. */
#include "array_sum.h"

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

static void show(int n)
{
    int *a = (int *)malloc(n * sizeof *a), *d_a;
    long long cpu = 0, device, *d_sum;

    for (int i = 0; i < n; i++) {
        a[i] = i % 10007 * 7919 % 10007;
        cpu += a[i];
    }
    check(cudaMalloc(&d_a, n * sizeof *a), "cudaMalloc");
    check(cudaMalloc(&d_sum, sizeof *d_sum), "cudaMalloc");
    check(cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice),
          "copy of a");
    check(cudaMemset(d_sum, 0x55, sizeof *d_sum), "cudaMemset");
    check((cudaError_t)array_sum(d_a, n, d_sum), "array_sum");
    check(cudaMemcpy(&device, d_sum, sizeof device, cudaMemcpyDeviceToHost),
          "copy of the sum");
    printf("%7d numbers: CPU %lld, device %lld%s\n", n, cpu, device,
           cpu == device ? "" : "  <- not the same");
    cudaFree(d_a);
    cudaFree(d_sum);
    free(a);
}

int main(void)
{
    show(1000);
    show(1000000);
    return 0;
}
