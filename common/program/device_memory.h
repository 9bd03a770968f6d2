/*
 * device_memory.h - what the labs' programs need on the host: to end at the
 * first error, and to bring data to the device.
 */
#ifndef COMMON_DEVICE_MEMORY_H
#define COMMON_DEVICE_MEMORY_H

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

/* A copy of n elements on the device, to be freed with cudaFree(). */
template <class T> static T *on_device(const T *x, size_t n, const char *what)
{
    T *d_x;

    check(cudaMalloc(&d_x, n * sizeof *x), "cudaMalloc");
    check(cudaMemcpy(d_x, x, n * sizeof *x, cudaMemcpyHostToDevice), what);
    return d_x;
}

#endif
