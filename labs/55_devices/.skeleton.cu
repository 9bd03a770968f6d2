/*
 * Lab 55, devices: how many pairs of rows go up and down together, counted by
 * several devices. README.md has the task, devices.h the rules for
 * found_on_devices() and the kernel.
 */
#include "devices.h"

#include <cuda_runtime.h>

#define RANK_ROW 32 /* bytes */

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    signed char *d_rank = NULL;
    int *d_power = NULL;
    long long *d_found = NULL;

    /* TODO: this is for the current device alone. Do it for each device d =
     * 0 .. devices - 1. README.md, "The current device" and "Memory", says for
     * which device a call is. At the end the one that was current before has to
     * be current again. */
    (void)devices;
    cudaError_t error = cudaMalloc(&d_rank, (size_t)n * RANK_ROW);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_power, n * sizeof *d_power);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_found, sizeof *d_found);

    /* TODO: cudaMemcpy() holds the host until it is done, and the next device
     * has nothing to do meanwhile. What only asks? README.md, "At the same
     * time". */
    if (error == cudaSuccess)
        error = cudaMemcpy(d_rank, rank, (size_t)n * RANK_ROW,
                           cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_power, power, n * sizeof *d_power,
                           cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemset(d_found, 0, sizeof *d_found);

    /* TODO: a strip of rows for each device, with the same number of pairs. Row
     * 0 has n - 1 of them, the last row has none. */
    if (error == cudaSuccess && n > 0) {
        count_found<<<n, THREADS_OF_ROW>>>(d_rank, d_power, n, 0, d_found);
        error = cudaGetLastError();
    }

    /* TODO: only when all devices have their work, wait for them, one after the
     * other, and add up what they have found. What a device that refuses should
     * have done is dealt to the others. */
    if (error == cudaSuccess)
        error =
            cudaMemcpy(found, d_found, sizeof *found, cudaMemcpyDeviceToHost);
    *refused = error != cudaSuccess;
    cudaFree(d_rank);
    cudaFree(d_power);
    cudaFree(d_found);
    return error;
}
