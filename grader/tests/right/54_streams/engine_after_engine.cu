/*
 * First all copies in of a round, then all kernels, then all copies back, each
 * in the stream of its chunk. Nobody waits in between.
 */
#include "streams.h"

#include <cuda_runtime.h>

#define MANY 4

int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power)
{
    const int many = rows_at_once < MANY ? rows_at_once : MANY;
    int chunk = rows_at_once / many;
    cudaStream_t stream[MANY] = {0};
    int *d_x[MANY] = {0}, *d_power[MANY] = {0}, k;
    signed char *d_rank[MANY] = {0};
    cudaError_t error = cudaSuccess, last;

    if (n <= 0)
        return cudaSuccess;
    if (chunk > n)
        chunk = n;
    for (k = 0; k < many; k++)
        if ((error = cudaStreamCreate(&stream[k])) != cudaSuccess ||
            (error = cudaMalloc(&d_x[k], (size_t)chunk * 120)) != cudaSuccess ||
            (error = cudaMalloc(&d_rank[k], (size_t)chunk * 32)) !=
                cudaSuccess ||
            (error = cudaMalloc(&d_power[k], (size_t)chunk * 4)) != cudaSuccess)
            goto out;
    for (size_t round = 0; round < (size_t)n; round += (size_t)chunk * many) {
        int rows[MANY];
        size_t at[MANY];

        for (k = 0; k < many; k++) {
            at[k] = round + (size_t)chunk * k;
            rows[k] = at[k] >= (size_t)n          ? 0
                      : at[k] + chunk > (size_t)n ? n - (int)at[k]
                                                  : chunk;
        }
        for (k = 0; k < many && rows[k]; k++)
            if ((error = cudaMemcpyAsync(
                     d_x[k], &x[at[k] * 30], rows[k] * 120ul,
                     cudaMemcpyHostToDevice, stream[k])) != cudaSuccess)
                goto out;
        for (k = 0; k < many && rows[k]; k++) {
            rank_rows<<<(rows[k] + 127) / 128, 128, 0, stream[k]>>>(
                d_x[k], rows[k], d_rank[k], d_power[k]);
            if ((error = cudaGetLastError()) != cudaSuccess)
                goto out;
        }
        for (k = 0; k < many && rows[k]; k++) {
            if ((error = cudaMemcpyAsync(&rank[at[k] * 32], d_rank[k],
                                         rows[k] * 32ul, cudaMemcpyDeviceToHost,
                                         stream[k])) != cudaSuccess)
                goto out;
            if ((error = cudaMemcpyAsync(
                     &power[at[k]], d_power[k], rows[k] * sizeof(int),
                     cudaMemcpyDeviceToHost, stream[k])) != cudaSuccess)
                goto out;
        }
    }
out:
    last = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = last;
    for (k = 0; k < many; k++) {
        if (stream[k])
            cudaStreamDestroy(stream[k]);
        cudaFree(d_x[k]);
        cudaFree(d_rank[k]);
        cudaFree(d_power[k]);
    }
    return error;
}
