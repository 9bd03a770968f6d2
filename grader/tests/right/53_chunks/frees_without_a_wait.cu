/* Frees in the default stream, and does not wait for that. */
#include "chunks.h"

#include <cuda_runtime.h>

#define RANK_ROW 32

/* Where the results go: through memory on the device to the caller's. */
struct found {
    struct pair *d_pair, *pair;
    long long *d_count, count, room;
    int at_once;
};

/* Room for so many rows. */
static cudaError_t make(struct chunk *chunk, int rows)
{
    cudaError_t error = cudaMalloc(&chunk->rank, (size_t)rows * RANK_ROW);

    if (error == cudaSuccess)
        error = cudaMalloc(&chunk->power, (size_t)rows * sizeof(int));
    return error;
}

static cudaError_t bring(struct chunk *chunk, const signed char *rank,
                         const int *power, int first, int rows)
{
    cudaError_t error =
        cudaMemcpy(chunk->rank, rank + (size_t)RANK_ROW * first,
                   (size_t)RANK_ROW * rows, cudaMemcpyHostToDevice);

    chunk->first = first;
    chunk->n = rows;
    if (error == cudaSuccess)
        error = cudaMemcpy(chunk->power, power + first, rows * sizeof(int),
                           cudaMemcpyHostToDevice);
    return error;
}

/* From row `from` on, so many of a chunk's. */
static struct chunk part(struct chunk chunk, int from, int rows)
{
    return {chunk.rank + (size_t)RANK_ROW * from, chunk.power + from,
            chunk.first + from, rows};
}

/* The first of them that there is room for. */
static cudaError_t keep(struct found *found, long long pairs)
{
    long long left = found->room - found->count;
    long long kept = left < 0 ? 0 : left < pairs ? left : pairs;
    long long from = found->count;

    found->count += pairs;
    if (kept == 0)
        return cudaSuccess;
    return cudaMemcpy(found->pair + from, found->d_pair,
                      kept * sizeof(struct pair), cudaMemcpyDeviceToHost);
}

static cudaError_t compare(struct chunk rows, struct chunk cols,
                           struct found *found)
{
    long long pairs = 0;
    cudaError_t error = cudaMemset(found->d_count, 0, sizeof pairs);

    if (error == cudaSuccess)
        error = pairs_between(rows, cols, found->d_pair, found->at_once,
                              found->d_count);
    if (error == cudaSuccess)
        error = cudaMemcpy(&pairs, found->d_count, sizeof pairs,
                           cudaMemcpyDeviceToHost);
    if (error != cudaSuccess)
        return error;
    if (pairs <= found->at_once)
        return keep(found, pairs);

    int half = (rows.n >= cols.n ? rows.n : cols.n) / 2;
    if (rows.n >= cols.n) {
        error = compare(part(rows, 0, half), cols, found);
        rows = part(rows, half, rows.n - half);
    } else {
        error = compare(rows, part(cols, 0, half), found);
        cols = part(cols, half, cols.n - half);
    }
    return error != cudaSuccess ? error : compare(rows, cols, found);
}

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    const int share = rows_at_once / 2, most = share < n ? share : n;
    struct chunk stays = {}, passes = {};
    struct found found = {NULL, pair, NULL, 0, room, pairs_at_once};
    cudaError_t error = make(&stays, most);

    if (error == cudaSuccess)
        error = make(&passes, most);
    if (error == cudaSuccess)
        error = cudaMalloc(&found.d_pair, pairs_at_once * sizeof *pair);
    if (error == cudaSuccess)
        error = cudaMalloc(&found.d_count, sizeof *found.d_count);
    for (int i = 0; i < n && error == cudaSuccess; i += most) {
        error = bring(&stays, rank, power, i, n - i < most ? n - i : most);
        if (error == cudaSuccess)
            error = compare(stays, stays, &found);
        for (int j = i + most; j < n && error == cudaSuccess; j += most) {
            error = bring(&passes, rank, power, j, n - j < most ? n - j : most);
            if (error == cudaSuccess)
                error = compare(stays, passes, &found);
        }
    }
    *count = found.count;
    cudaFreeAsync(stays.rank, 0);
    cudaFreeAsync(stays.power, 0);
    cudaFreeAsync(passes.rank, 0);
    cudaFreeAsync(passes.power, 0);
    cudaFreeAsync(found.d_pair, 0);
    cudaFreeAsync(found.d_count, 0);
    return error;
}
