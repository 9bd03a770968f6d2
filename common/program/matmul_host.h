/*
 * matmul_host.h - what the programs of the matrix labs do on the host:
 * matrices of 1 and -1, their product, and the time.
 */
#ifndef COMMON_MATMUL_HOST_H
#define COMMON_MATMUL_HOST_H

#include "common/program/device_memory.h"

#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static float *random_signs(size_t n)
{
    float *x = (float *)malloc(n * sizeof *x + 1);

    for (size_t i = 0; i < n; i++)
        x[i] = rand() & 4096 ? 1 : -1;
    return x;
}

static void multiply_on_host(const float *a, const float *b, float *c, int m,
                             int k, int n)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;

            for (int l = 0; l < k; l++)
                sum += a[(size_t)i * k + l] * b[(size_t)l * n + j];
            c[(size_t)i * n + j] = sum;
        }
}

#endif
