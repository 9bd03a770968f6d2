/*
 * Lab 54, streams: the rank numbers of more rows than fit on the device.
 * README.md has the task, streams.h the rules for ranks_in_streams() and the
 * kernel.
 */
#include "streams.h"

#include <cuda_runtime.h>

#define COLS 30
#define RANK_ROW 32

int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power)
{
    /* TODO: this takes memory for all rows. There is memory for rows_at_once
     * only: go through the rows in chunks, and mind the last one. */
    const int blocks = (n + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
    size_t x_bytes = (size_t)n * COLS * sizeof *x;
    size_t rank_bytes = (size_t)n * RANK_ROW, power_bytes = n * sizeof *power;
    signed char *d_rank = NULL;
    int *d_x = NULL, *d_power = NULL;
    cudaError_t error = cudaMalloc(&d_x, x_bytes);

    (void)rows_at_once;
    if (error == cudaSuccess)
        error = cudaMalloc(&d_rank, rank_bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_power, power_bytes);

    /* TODO: cudaMemcpy() holds the host until it is done, and the default
     * stream does one thing after the other. README.md, "A stream" and
     * "Buffers", has what does not, and what each stream needs of its own. */
    if (error == cudaSuccess)
        error = cudaMemcpy(d_x, x, x_bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        rank_rows<<<blocks, ROWS_OF_BLOCK>>>(d_x, n, d_rank, d_power);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(rank, d_rank, rank_bytes, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess)
        error = cudaMemcpy(power, d_power, power_bytes, cudaMemcpyDeviceToHost);

    /* TODO: wait for what is still under way, then give everything back, also
     * after an error (README.md, "Errors"). */
    cudaFree(d_x);
    cudaFree(d_rank);
    cudaFree(d_power);
    return error;
}
