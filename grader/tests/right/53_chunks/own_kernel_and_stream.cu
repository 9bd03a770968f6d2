/* A kernel of one's own, a thread for each pair, in a stream; counts and pairs
 * come through pinned memory. */
#include "chunks.h"

#include <cuda_runtime.h>
#include <string.h>

__global__ void each_pair(struct chunk a, struct chunk b, struct pair *out,
                          int most, unsigned long long *count)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    for (; i < a.n; i += gridDim.y * blockDim.y) {
        if (j >= b.n || a.first + i >= b.first + j)
            continue;
        const int *x = (const int *)(a.rank + 32 * (size_t)i);
        const int *y = (const int *)(b.rank + 32 * (size_t)j);
        int dot = 0;
        for (int k = 0; k < 8; k++)
            dot = __dp4a(x[k], y[k], dot);
        long long left = (long long)dot * dot * 201224641;
        long long right = (long long)a.power[i] * b.power[j] * 26224641;
        if (right > 0 && left >= right) {
            unsigned long long at = atomicAdd(count, 1ull);

            if (at < (unsigned long long)most) {
                out[at].row = a.first + i;
                out[at].col = b.first + j;
                out[at].dot = dot;
            }
        }
    }
}

struct job {
    cudaStream_t stream;
    struct chunk a, b;
    struct pair *d_pair, *h_pair, *out;
    unsigned long long *d_count, *h_count;
    long long room, found;
    int most;
};

static cudaError_t rectangle(struct job *j, struct chunk a, struct chunk b)
{
    cudaError_t e = cudaMemsetAsync(j->d_count, 0, 8, j->stream);
    dim3 block(32, 4), grid((b.n + 31) / 32, min((a.n + 3) / 4, 1000));

    if (e)
        return e;
    each_pair<<<grid, block, 0, j->stream>>>(a, b, j->d_pair, j->most,
                                             j->d_count);
    if ((e = cudaGetLastError()))
        return e;
    if ((e = cudaMemcpyAsync(j->h_count, j->d_count, 8, cudaMemcpyDeviceToHost,
                             j->stream)))
        return e;
    if ((e = cudaStreamSynchronize(j->stream)))
        return e;
    long long got = (long long)*j->h_count;
    if (got > j->most) {
        bool rows = a.n > b.n;
        struct chunk low = rows ? a : b, high = low;

        low.n /= 2;
        high.n -= low.n;
        high.first += low.n;
        high.rank += 32 * (size_t)low.n;
        high.power += low.n;
        e = rows ? rectangle(j, low, b) : rectangle(j, a, low);
        return e ? e : rows ? rectangle(j, high, b) : rectangle(j, a, high);
    }
    long long stored = j->room - j->found < got ? j->room - j->found : got;
    if (stored > 0) {
        size_t bytes = stored * sizeof(struct pair);

        if ((e = cudaMemcpyAsync(j->h_pair, j->d_pair, bytes,
                                 cudaMemcpyDeviceToHost, j->stream)))
            return e;
        if ((e = cudaStreamSynchronize(j->stream)))
            return e;
        memcpy(j->out + j->found, j->h_pair, bytes);
    }
    j->found += got;
    return e;
}

static cudaError_t bring(struct job *j, struct chunk *c,
                         const signed char *rank, const int *power, int first,
                         int end)
{
    c->first = first;
    c->n = end - first;
    cudaError_t e =
        cudaMemcpyAsync(c->rank, rank + 32 * (size_t)first, 32 * (size_t)c->n,
                        cudaMemcpyHostToDevice, j->stream);
    return e ? e
             : cudaMemcpyAsync(c->power, power + first, 4 * (size_t)c->n,
                               cudaMemcpyHostToDevice, j->stream);
}

static cudaError_t all(struct job *j, const signed char *rank, const int *power,
                       int n, int size)
{
    cudaError_t e = cudaSuccess;

    for (int i = 0; i < n && !e; i += size) {
        e = bring(j, &j->a, rank, power, i, min(n, i + size));
        if (!e)
            e = rectangle(j, j->a, j->a);
        for (int k = i + size; k < n && !e; k += size) {
            e = bring(j, &j->b, rank, power, k, min(n, k + size));
            if (!e)
                e = rectangle(j, j->a, j->b);
        }
    }
    return e;
}

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    struct job j = {};
    int size = rows_at_once / 2;
    cudaError_t e = cudaStreamCreate(&j.stream);

    j.out = pair;
    j.room = room;
    j.most = pairs_at_once;
    struct chunk *both[] = {&j.a, &j.b};
    for (int k = 0; k < 2 && !e; k++) {
        e = cudaMalloc(&both[k]->rank, 32 * (size_t)size);
        if (!e)
            e = cudaMalloc(&both[k]->power, 4 * (size_t)size);
    }
    if (!e)
        e = cudaMalloc(&j.d_pair, sizeof *pair * pairs_at_once);
    if (!e)
        e = cudaMalloc(&j.d_count, 8);
    if (!e)
        e = cudaMallocHost(&j.h_pair, sizeof *pair * pairs_at_once);
    if (!e)
        e = cudaMallocHost(&j.h_count, 8);
    if (!e)
        e = all(&j, rank, power, n, size);
    *count = j.found;
    cudaError_t last = cudaSuccess;
    if (j.stream) {
        last = cudaStreamSynchronize(j.stream);
        cudaStreamDestroy(j.stream);
    }
    cudaFree(j.a.rank);
    cudaFree(j.b.rank);
    cudaFree(j.a.power);
    cudaFree(j.b.power);
    cudaFree(j.d_pair);
    cudaFree(j.d_count);
    if (j.h_pair)
        cudaFreeHost(j.h_pair);
    if (j.h_count)
        cudaFreeHost(j.h_count);
    return e ? e : last;
}
