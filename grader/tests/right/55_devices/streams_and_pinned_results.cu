// A stream for each device, and a pinned place for its result, so that the copy
// back is asked for together with the rest. The work is a list of rounds.
#include "devices.h"

#define MAX 8

typedef struct {
    cudaStream_t stream;
    void *memory; /* counter, rows, powers: one allocation */
    int from, to;
    bool there;
} Worker;

static int row_at(int n, long long pairs)
{
    int row = 0;
    long long so_far = 0;

    while (row < n && so_far < pairs)
        so_far += n - 1 - row++;
    return row;
}

static long long above(int n, int row)
{
    return (long long)n * row - (long long)row * (row + 1) / 2;
}

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    Worker w[MAX] = {};
    long long *result = nullptr;
    int old, ranges = 1, range[64][2] = {{0, n - 1}};
    cudaError_t why = cudaSuccess;
    size_t rows = 32 * (size_t)n;

    *found = 0;
    *refused = 0;
    if (n < 2)
        return cudaSuccess;
    if ((why = cudaGetDevice(&old)) ||
        (why = cudaMallocHost(&result, MAX * sizeof *result)))
        return why;
    for (int d = 0; d < devices; d++) {
        cudaError_t e = cudaSetDevice(d);

        if (!e)
            e = cudaStreamCreateWithFlags(&w[d].stream, cudaStreamNonBlocking);
        if (!e)
            e = cudaMalloc(&w[d].memory, 256 + rows + 4 * (size_t)n);
        if (!e)
            e = cudaMemcpyAsync((char *)w[d].memory + 256, rank, rows,
                                cudaMemcpyHostToDevice, w[d].stream);
        if (!e)
            e = cudaMemcpyAsync((char *)w[d].memory + 256 + rows, power,
                                4 * (size_t)n, cudaMemcpyHostToDevice,
                                w[d].stream);
        w[d].there = !e;
        if (e && !why)
            why = e;
        if (e)
            cudaGetLastError();
    }
    while (ranges > 0) {
        int a = range[ranges - 1][0], b = range[ranges - 1][1], alive = 0,
            k = 0;
        bool busy[MAX] = {};

        for (int d = 0; d < devices; d++)
            alive += w[d].there;
        if (alive == 0)
            break;
        ranges--;
        for (int d = 0; d < devices; d++) {
            long long low = above(n, a), all = above(n, b) - low;
            Worker *me = &w[d];
            cudaError_t e;

            if (!me->there)
                continue;
            me->from = k == 0 ? a : row_at(n, low + all * k / alive);
            me->to = ++k == alive ? b : row_at(n, low + all * k / alive);
            if (me->from >= me->to)
                continue;
            busy[d] = true;
            cudaSetDevice(d);
            e = cudaMemsetAsync(me->memory, 0, 8, me->stream);
            if (!e) {
                const signed char *d_rank = (signed char *)me->memory + 256;

                count_found<<<me->to - me->from, THREADS_OF_ROW, 0,
                              me->stream>>>(d_rank,
                                            (const int *)(d_rank + rows), n,
                                            me->from, (long long *)me->memory);
                e = cudaPeekAtLastError();
            }
            if (!e)
                e = cudaMemcpyAsync(&result[d], me->memory, 8,
                                    cudaMemcpyDeviceToHost, me->stream);
            if (e) {
                cudaGetLastError();
                why = why ? why : e;
                me->there = false;
            }
        }
        for (int d = 0; d < devices; d++) {
            cudaError_t e;

            if (!busy[d])
                continue;
            e = cudaStreamSynchronize(w[d].stream);
            if (!e && w[d].there) {
                *found += result[d];
                continue;
            }
            w[d].there = false;
            range[ranges][0] = w[d].from;
            range[ranges++][1] = w[d].to;
        }
    }
    bool any = false;
    for (int d = 0; d < devices; d++) {
        any |= w[d].there;
        *refused |= w[d].there ? 0 : 1u << d;
        cudaSetDevice(d);
        if (w[d].stream) {
            cudaStreamSynchronize(w[d].stream);
            cudaStreamDestroy(w[d].stream);
        }
        cudaFree(w[d].memory);
    }
    cudaFreeHost(result);
    cudaSetDevice(old);
    return any ? cudaSuccess : why;
}
