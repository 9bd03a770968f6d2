/* The count says into how many parts a rectangle has to be cut, if the pairs
 * lie evenly; parts that still have too many are cut again. The last chunk
 * comes first. */
#include "chunks.h"

#include <cuda_runtime.h>

#define TRY(call)                \
    do {                         \
        cudaError_t e_ = (call); \
        if (e_ != cudaSuccess)   \
            return e_;           \
    } while (0)

struct context {
    struct pair *d_pair, *out;
    long long *d_count;
    long long room, found;
    int capacity;
};

static cudaError_t solve(struct context *c, struct chunk a, struct chunk b)
{
    long long got;

    TRY(cudaMemsetAsync(c->d_count, 0, sizeof got));
    TRY(pairs_between(a, b, c->d_pair, c->capacity, c->d_count));
    TRY(cudaMemcpy(&got, c->d_count, sizeof got, cudaMemcpyDeviceToHost));
    if (got <= c->capacity) {
        long long can = c->room - c->found;

        can = can > got ? got : can;
        if (can > 0)
            TRY(cudaMemcpy(&c->out[c->found], c->d_pair, can * sizeof *c->out,
                           cudaMemcpyDeviceToHost));
        c->found += got;
        return cudaSuccess;
    }
    struct chunk *cut = a.n > 1 ? &a : &b, whole = *cut;
    long long parts = (got + c->capacity - 1) / c->capacity;
    int each = (int)(whole.n / parts);
    if (each == 0)
        each = 1;
    for (int at = 0; at < whole.n; at += each) {
        cut->rank = whole.rank + (long)at * 32;
        cut->power = whole.power + at;
        cut->first = whole.first + at;
        cut->n = at + each > whole.n ? whole.n - at : each;
        TRY(solve(c, a, b));
    }
    return cudaSuccess;
}

static cudaError_t fill(struct chunk *c, const signed char *rank,
                        const int *power, int index, int size, int n)
{
    c->first = index * size;
    c->n = c->first + size > n ? n - c->first : size;
    TRY(cudaMemcpy(c->power, power + c->first, c->n * sizeof *power,
                   cudaMemcpyHostToDevice));
    return cudaMemcpy(c->rank, rank + 32 * (size_t)c->first, 32 * (size_t)c->n,
                      cudaMemcpyHostToDevice);
}

static cudaError_t all_chunks(struct context *c, struct chunk a, struct chunk b,
                              const signed char *rank, const int *power,
                              int size, int n)
{
    for (int j = (n + size - 1) / size - 1; j >= 0; j--) {
        TRY(fill(&b, rank, power, j, size, n));
        TRY(solve(c, b, b));
        for (int i = j - 1; i >= 0; i--) {
            TRY(fill(&a, rank, power, i, size, n));
            TRY(solve(c, a, b));
        }
    }
    return cudaSuccess;
}

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    int size = rows_at_once >> 1;
    struct context c = {NULL, pair, NULL, room, 0, pairs_at_once};
    struct chunk a = {}, b = {};
    cudaError_t error;

    if (size > n)
        size = n ? n : 1;
    if ((error = cudaMalloc(&a.rank, (size_t)size * 32)) == cudaSuccess &&
        (error = cudaMalloc(&b.rank, (size_t)size * 32)) == cudaSuccess &&
        (error = cudaMalloc(&a.power, (size_t)size * 4)) == cudaSuccess &&
        (error = cudaMalloc(&b.power, (size_t)size * 4)) == cudaSuccess &&
        (error = cudaMalloc(&c.d_pair, sizeof *pair * pairs_at_once)) ==
            cudaSuccess &&
        (error = cudaMalloc(&c.d_count, sizeof *count)) == cudaSuccess)
        error = all_chunks(&c, a, b, rank, power, size, n);
    *count = c.found;
    cudaFree(a.rank);
    cudaFree(b.rank);
    cudaFree(a.power);
    cudaFree(b.power);
    cudaFree(c.d_pair);
    cudaFree(c.d_count);
    return error;
}
