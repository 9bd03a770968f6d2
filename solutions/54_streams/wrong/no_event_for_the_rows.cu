// caught by: race
// hint: The kernel may begin before that copy
#include "streams.h"

#include <cuda_runtime.h>

enum { IN, WORK, OUT, ENGINES };

struct buffer {
    int *x, *power;
    signed char *rank;
    cudaEvent_t there, ranked, free;
};

int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power)
{
    const int buffers = rows_at_once < 2 ? 1 : 2;
    const int most = rows_at_once / buffers, chunk = most < n ? most : n;
    struct buffer buffer[2] = {};
    cudaStream_t stream[ENGINES] = {};
    cudaError_t error = cudaSuccess;

#define TRY(call)                 \
    do {                          \
        if (error == cudaSuccess) \
            error = (call);       \
    } while (0)
    for (int k = 0; k < ENGINES; k++)
        TRY(cudaStreamCreateWithFlags(&stream[k], cudaStreamNonBlocking));
    for (int k = 0; k < buffers; k++) {
        TRY(cudaMalloc(&buffer[k].x, 120ll * chunk + 1));
        TRY(cudaMalloc(&buffer[k].rank, 32ll * chunk + 1));
        TRY(cudaMalloc(&buffer[k].power, 4ll * chunk + 1));
        TRY(cudaEventCreateWithFlags(&buffer[k].there, cudaEventDisableTiming));
        TRY(cudaEventCreateWithFlags(&buffer[k].ranked,
                                     cudaEventDisableTiming));
        TRY(cudaEventCreateWithFlags(&buffer[k].free, cudaEventDisableTiming));
    }
    for (long i = 0, k = 0; i < n && error == cudaSuccess;
         i += chunk, k = (k + 1) % buffers) {
        const struct buffer *b = &buffer[k];
        const int rows = n - i < chunk ? n - i : chunk;

        TRY(cudaStreamWaitEvent(stream[IN], b->ranked, 0));
        TRY(cudaMemcpyAsync(b->x, x + 30 * i, 120ll * rows,
                            cudaMemcpyHostToDevice, stream[IN]));
        TRY(cudaEventRecord(b->there, stream[IN]));
        TRY(cudaStreamWaitEvent(stream[WORK], b->free, 0));
        if (error == cudaSuccess)
            rank_rows<<<(rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK,
                        ROWS_OF_BLOCK, 0, stream[WORK]>>>(b->x, rows, b->rank,
                                                          b->power);
        TRY(cudaGetLastError());
        TRY(cudaEventRecord(b->ranked, stream[WORK]));
        TRY(cudaStreamWaitEvent(stream[OUT], b->ranked, 0));
        TRY(cudaMemcpyAsync(rank + 32 * i, b->rank, 32ll * rows,
                            cudaMemcpyDeviceToHost, stream[OUT]));
        TRY(cudaMemcpyAsync(power + i, b->power, 4ll * rows,
                            cudaMemcpyDeviceToHost, stream[OUT]));
        TRY(cudaEventRecord(b->free, stream[OUT]));
    }
    for (int k = 0; k < ENGINES; k++)
        if (stream[k]) {
            cudaError_t waited = cudaStreamSynchronize(stream[k]);

            TRY(waited);
            cudaStreamDestroy(stream[k]);
        }
    for (int k = 0; k < buffers; k++) {
        const struct buffer *b = &buffer[k];

        cudaFree(b->x);
        cudaFree(b->rank);
        cudaFree(b->power);
        if (b->there)
            cudaEventDestroy(b->there);
        if (b->ranked)
            cudaEventDestroy(b->ranked);
        if (b->free)
            cudaEventDestroy(b->free);
    }
    return error;
}
