/*
 * Why it works: the device has an engine for copies to it, one for copies from
 * it, and its multiprocessors, and all three can work at the same time. What
 * keeps them from it is order. Within a stream each thing waits for the one
 * before it, so the rows are dealt in chunks to three streams: while one stream
 * brings in its chunk, another one ranks, the third one takes its results back.
 * Each stream has buffers of its own. That it uses them again for its next
 * chunk needs no waiting by the host: the stream's order is right for just
 * that.
 *
 * The host only asks, and waits at the end, for every stream. What has failed
 * comes out of the call that asks for it or of the one that waits. After an
 * error nothing more is asked for, but the waiting is still done: what is under
 * way must not find its memory freed. (cudaFree() would wait as well, on all
 * devices that we know, but it is not what says whether all went well.)
 *
 * How many? The copy to the device takes longest, so its engine must never
 * stand still. With two streams it does if a chunk's kernel and copy back take
 * longer than the other stream's copy in; here two are enough, and with three
 * there is room. How large? Each copy costs a microsecond before it moves a
 * byte, each call some of the host's time, and the last chunk's kernel and copy
 * back hide behind nothing: so neither thousands of chunks nor two. A third of
 * the memory is just there.
 *
 * Another way: a stream for each engine. All copies in are asked for in one
 * stream, all kernels in the second, all copies back in the third, and events
 * say what waits for what across them: a kernel for its rows, a copy back for
 * its kernel, a copy in for the kernel that has used its buffer.
 */
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
    cudaError_t error =
        cudaMemcpyAsync(lane->x, x, (size_t)rows * COLS * sizeof(int),
                        cudaMemcpyHostToDevice, lane->stream);

    if (error == cudaSuccess) {
        rank_rows<<<(rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK, ROWS_OF_BLOCK,
                    0, lane->stream>>>(lane->x, rows, lane->rank, lane->power);
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
    const int share = rows_at_once / streams, chunk = share < n ? share : n;
    struct lane lane[STREAMS] = {};
    cudaError_t error = cudaSuccess;

    if (n == 0)
        return cudaSuccess;
    for (int k = 0; k < streams && error == cudaSuccess; k++)
        error = make(&lane[k], chunk);
    for (int first = 0, k = 0; first < n && error == cudaSuccess;
         first += chunk, k = (k + 1) % streams)
        error = ask(&lane[k], x + (size_t)COLS * first,
                    n - first < chunk ? n - first : chunk,
                    rank + (size_t)RANK_ROW * first, power + first);
    for (int k = 0; k < streams; k++)
        error = finish(&lane[k], error);
    return error;
}
