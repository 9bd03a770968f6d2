// caught by: memory, correctness (race, traffic)
// hint: How many bytes does the call take
#include "streams.h"

#include <cuda_runtime.h>

#define COLS 30
#define RANK_ROW 32
#define STREAMS 3

/* A stream, and memory for the chunk that it works on. */
struct lane {
    cudaStream_t stream;
    int *x, *power;
    signed char *rank;
};

static cudaError_t first_of(cudaError_t a, cudaError_t b)
{
    return a != cudaSuccess ? a : b;
}

static cudaError_t make(struct lane *lane, int rows)
{
    cudaError_t error = cudaStreamCreate(&lane->stream);

    if (error == cudaSuccess)
        error = cudaMalloc(&lane->x, (size_t)rows * COLS * sizeof(int));
    if (error == cudaSuccess)
        error = cudaMalloc(&lane->rank, (size_t)rows * RANK_ROW);
    if (error == cudaSuccess)
        error = cudaMalloc(&lane->power, rows * sizeof(int));
    return error;
}

/* Asks for all that has to be done for so many rows; does not wait. */
static cudaError_t ask(const struct lane *lane, const int *x, int rows,
                       signed char *rank, int *power)
{
    const int blocks = (rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
    cudaError_t error =
        cudaMemcpyAsync(lane->x, x, (size_t)rows * COLS * sizeof(int),
                        cudaMemcpyHostToDevice, lane->stream);

    if (error == cudaSuccess) {
        rank_rows<<<blocks, ROWS_OF_BLOCK, 0, lane->stream>>>(
            lane->x, rows, lane->rank, lane->power);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(rank, lane->rank, (size_t)rows * RANK_ROW,
                                cudaMemcpyDeviceToHost, lane->stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(power, lane->power, rows * sizeof(int),
                                cudaMemcpyDeviceToHost, lane->stream);
    return error;
}

/* The first error is kept. */
static cudaError_t finish(struct lane *lane, cudaError_t error)
{
    if (lane->stream) {
        error = first_of(error, cudaStreamSynchronize(lane->stream));
        error = first_of(error, cudaStreamDestroy(lane->stream));
    }
    cudaFree(lane->x);
    cudaFree(lane->rank);
    cudaFree(lane->power);
    return error;
}

int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power)
{
    const int streams = rows_at_once < STREAMS ? 1 : STREAMS;
    const int most = (n + streams - 1) / streams;
    const int chunk =
        rows_at_once / streams < most ? rows_at_once / streams : most;
    struct lane lane[STREAMS] = {};
    cudaError_t error = cudaSuccess;

    if (n == 0)
        return cudaSuccess;
    for (int k = 0; k < streams && error == cudaSuccess; k++)
        error = make(&lane[k], chunk);
    for (int first = 0, k = 0; first < n && error == cudaSuccess;
         first += chunk, k = (k + 1) % streams)
        error = ask(&lane[k], x + (size_t)COLS * first, chunk,
                    rank + (size_t)RANK_ROW * first, power + first);
    for (int k = 0; k < streams; k++)
        error = finish(&lane[k], error);
    return error;
}
