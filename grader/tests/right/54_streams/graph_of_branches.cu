/*
 * All of it captured into one graph, from three streams that fork and meet
 * again; launched once.
 */
#include "streams.h"

#include <cuda_runtime.h>

enum { BRANCHES = 3, MOST = 4000 };

struct branch {
    cudaStream_t stream;
    cudaEvent_t done;
    int *x, *power;
    signed char *rank;
};

#define TRY(call)                 \
    do {                          \
        if (error == cudaSuccess) \
            error = (call);       \
    } while (0)

static cudaError_t make(struct branch *b, int rows)
{
    cudaError_t error = cudaStreamCreate(&b->stream);

    TRY(cudaEventCreateWithFlags(&b->done, cudaEventDisableTiming));
    TRY(cudaMalloc(&b->x, 120ll * rows));
    TRY(cudaMalloc(&b->rank, 32ll * rows));
    TRY(cudaMalloc(&b->power, 4ll * rows));
    return error;
}

static void give_back(struct branch *b)
{
    cudaFree(b->x);
    cudaFree(b->rank);
    cudaFree(b->power);
    if (b->done)
        cudaEventDestroy(b->done);
    if (b->stream)
        cudaStreamDestroy(b->stream);
}

static cudaError_t one_chunk(const struct branch *b, const int *x, int rows,
                             signed char *rank, int *power)
{
    cudaError_t error = cudaMemcpyAsync(b->x, x, 120ll * rows,
                                        cudaMemcpyHostToDevice, b->stream);

    if (error == cudaSuccess)
        rank_rows<<<(rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK, ROWS_OF_BLOCK,
                    0, b->stream>>>(b->x, rows, b->rank, b->power);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(rank, b->rank, 32ll * rows, cudaMemcpyDeviceToHost,
                        b->stream));
    TRY(cudaMemcpyAsync(power, b->power, 4ll * rows, cudaMemcpyDeviceToHost,
                        b->stream));
    return error;
}

int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power)
{
    const int branches = rows_at_once < BRANCHES ? rows_at_once : BRANCHES;
    const int room = rows_at_once / branches, chunk = room < MOST ? room : MOST;
    struct branch branch[BRANCHES] = {};
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaError_t error = cudaSuccess;

    for (int k = 0; k < branches; k++)
        TRY(make(&branch[k], chunk));
    TRY(cudaStreamBeginCapture(branch[0].stream,
                               cudaStreamCaptureModeThreadLocal));
    const bool capturing = error == cudaSuccess;
    TRY(cudaEventRecord(branch[0].done, branch[0].stream));
    for (int k = 1; k < branches; k++)
        TRY(cudaStreamWaitEvent(branch[k].stream, branch[0].done, 0));
    for (long i = 0, k = 0; i < n; i += chunk, k = (k + 1) % branches)
        TRY(one_chunk(&branch[k], x + 30 * i, n - i < chunk ? n - i : chunk,
                      rank + 32 * i, power + i));
    for (int k = 1; k < branches; k++) {
        TRY(cudaEventRecord(branch[k].done, branch[k].stream));
        TRY(cudaStreamWaitEvent(branch[0].stream, branch[k].done, 0));
    }
    if (capturing) {
        cudaError_t ended = cudaStreamEndCapture(branch[0].stream, &graph);

        TRY(ended);
    }
    TRY(cudaGraphInstantiate(&exec, graph, 0));
    TRY(cudaGraphLaunch(exec, branch[0].stream));
    TRY(cudaStreamSynchronize(branch[0].stream));
    if (exec)
        cudaGraphExecDestroy(exec);
    if (graph)
        cudaGraphDestroy(graph);
    for (int k = 0; k < branches; k++)
        give_back(&branch[k]);
    return error;
}
