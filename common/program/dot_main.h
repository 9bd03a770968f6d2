/*
 * dot_main.h - the program of the labs on the dot product (45, 46): the
 * article's ten million ones and small parts of one, and whole numbers, by the
 * CPU and by the device. A lab's main.cu includes its contract and this file,
 * and hands main_of() what calls its dot().
 */
#ifndef COMMON_DOT_MAIN_H
#define COMMON_DOT_MAIN_H

#include "common/program/device_memory.h"

/* n times x against a third of the numbers 0, 1, 2 (or n times y, if y is not
 * 0). */
static void show(int (*dot_of)(const float *, const float *, int, float *),
                 int n, float y)
{
    size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
    float *d_c, c;
    double cpu = 0;

    for (int i = 0; i < n; i++) {
        a[i] = 1;
        b[i] = y != 0 ? y : i % 3;
        cpu += (double)a[i] * b[i];
    }
    float *d_a = on_device(a, n, "copy of a");
    float *d_b = on_device(b, n, "copy of b");
    check(cudaMalloc(&d_c, sizeof *d_c), "cudaMalloc");
    check(cudaMemset(d_c, 0x55, sizeof *d_c), "cudaMemset");
    check((cudaError_t)dot_of(d_a, d_b, n, d_c), "dot");
    check(cudaMemcpy(&c, d_c, sizeof c, cudaMemcpyDeviceToHost), "copy of c");
    printf("n = %8d: CPU %.9g, device %.9g%s\n", n, cpu, c,
           y == 0 && c != cpu ? "  <- not the same" : "");
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
}

static int main_of(int (*dot_of)(const float *, const float *, int, float *))
{
    show(dot_of, 1000, 0);
    show(dot_of, 1000000, 0);
    show(dot_of, 10000000, 1 / 1e7f);
    return 0;
}

#endif
