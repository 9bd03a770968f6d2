/*
 * Lab 53, chunks: all pairs of correlated rows of a matrix that does not fit on
 * the device. README.md has the task, chunks.h the rules for pairs_in_chunks()
 * and the kernel.
 */
#include "chunks.h"

#include <cuda_runtime.h>

#define RANK_ROW 32

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    /* TODO: this takes memory for all rows. There is memory for rows_at_once
     * only. "Chunks" in the handout draws what has to be compared, "How much
     * is copied?" in which order. How many rows has a chunk, and how many the
     * last one? */
    size_t rank_bytes = (size_t)n * RANK_ROW, power_bytes = n * sizeof *power;
    struct chunk all = {NULL, NULL, 0, n};
    struct pair *d_pair = NULL;
    long long *d_count = NULL;
    cudaError_t error = cudaMalloc(&all.rank, rank_bytes);

    (void)rows_at_once;
    if (error == cudaSuccess)
        error = cudaMalloc(&all.power, power_bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_pair, pairs_at_once * sizeof *pair);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_count, sizeof *d_count);
    if (error == cudaSuccess)
        error = cudaMemcpy(all.rank, rank, rank_bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error =
            cudaMemcpy(all.power, power, power_bytes, cudaMemcpyHostToDevice);

    /* The count goes on behind the end of d_pair. */
    if (error == cudaSuccess)
        error = cudaMemset(d_count, 0, sizeof *d_count);
    if (error == cudaSuccess)
        error = pairs_between(all, all, d_pair, pairs_at_once, d_count);
    if (error == cudaSuccess)
        error =
            cudaMemcpy(count, d_count, sizeof *count, cudaMemcpyDeviceToHost);

    /* TODO: if there are more pairs than d_pair has room for, some are lost
     * here: "Too many pairs" in the handout. And where do the next rectangle's
     * pairs go, and how many of them has the caller room for? "Room for the
     * results". */
    if (error == cudaSuccess && *count > pairs_at_once)
        error = cudaMemcpy(pair, d_pair, pairs_at_once * sizeof *pair,
                           cudaMemcpyDeviceToHost);
    else if (error == cudaSuccess)
        error = cudaMemcpy(pair, d_pair, *count * sizeof *pair,
                           cudaMemcpyDeviceToHost);

    /* TODO: give everything back, on every way out. */
    (void)room;
    return error;
}
