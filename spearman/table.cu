/*
 * table.cu - the rank numbers of all rows, by lab 51, and sorted by power as
 * lab 56 wants them.
 *
 * Where a row goes is known when the powers of all are; so all rows are ranked
 * twice, once for the powers alone. That takes less time than to bring the rank
 * numbers to the host, sort them there, and bring them back.
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <vector>

#include "ranks.h"

enum { ROWS_AT_ONCE = 1 << 16, MOST_POWER = 8990, THREADS = 256 };

int devices_to_use(int wanted)
{
    int there = 0;
    cudaError_t error = cudaGetDeviceCount(&there);

    if (error != cudaSuccess || there == 0)
        stop(FAILED,
             "no device can be used: %s. `make spearman BACKEND=cpu` builds a "
             "program that needs none",
             cudaGetErrorString(error != cudaSuccess ? error
                                                     : cudaErrorNoDevice));
    if (wanted > there)
        stop(WRONG, "--devices %d, and there %s %d", wanted,
             there == 1 ? "is" : "are", there);
    return wanted > 0 ? wanted : there;
}

/* ---- ranked, so many rows at once ---------------------------------------- */

struct chunk {
    int first, n; /* rows */
    int *x, *power, *place;
    signed char *rank;
};

static cudaError_t new_chunk(struct chunk *c, int rows)
{
    c->n = rows < ROWS_AT_ONCE ? rows : ROWS_AT_ONCE;
    cudaError_t error = cudaMalloc(&c->x, (size_t)c->n * COLS * sizeof *c->x);

    if (error == cudaSuccess)
        error = cudaMalloc(&c->rank, (size_t)c->n * RANK_ROW);
    if (error == cudaSuccess)
        error = cudaMalloc(&c->power, c->n * sizeof *c->power);
    if (error == cudaSuccess)
        error = cudaMalloc(&c->place, c->n * sizeof *c->place);
    return error;
}

static void free_chunk(struct chunk *c)
{
    cudaFree(c->x);
    cudaFree(c->rank);
    cudaFree(c->power);
    cudaFree(c->place);
}

/* The rows from c->first on. */
static cudaError_t rank_chunk(struct chunk *c, const struct rows *rows)
{
    if (rows->n - c->first < c->n)
        c->n = rows->n - c->first;
    cudaError_t error =
        cudaMemcpy(c->x, &rows->x[(size_t)c->first * COLS],
                   (size_t)c->n * COLS * sizeof *c->x, cudaMemcpyHostToDevice);

    if (error == cudaSuccess)
        error = (cudaError_t)ranks(c->x, c->n, c->rank, c->power);
    return error;
}

static cudaError_t find_powers(const struct rows *rows, int *power)
{
    struct chunk c = {};
    cudaError_t error = new_chunk(&c, rows->n);

    for (; error == cudaSuccess && c.first < rows->n; c.first += c.n) {
        error = rank_chunk(&c, rows);
        if (error == cudaSuccess)
            error = cudaMemcpy(&power[c.first], c.power, c.n * sizeof *power,
                               cudaMemcpyDeviceToHost);
    }
    free_chunk(&c);
    return error;
}

/* The first call for a device takes a tenth of a second. */
static void wake(int device)
{
    if (cudaSetDevice(device) == cudaSuccess)
        cudaFree(NULL);
}

/* By the first device that can; false if there is none. */
static bool some_device_ranks(const struct rows *rows, int devices, int *power)
{
    for (int device = 0; device < devices; device++) {
        cudaError_t error = cudaSetDevice(device);

        if (error == cudaSuccess)
            error = find_powers(rows, power);
        if (error == cudaSuccess)
            return true;
        cudaGetLastError(); /* or the next device's launch would seem to fail */
        fprintf(stderr, "spearman: device %d cannot rank the rows: %s\n",
                device, cudaGetErrorString(error));
    }
    return false;
}

int *powers_of_rows(const struct rows *rows, int devices)
{
    int *power = (int *)memory(rows->n * sizeof *power);
    std::vector<std::thread> others;

    for (int device = 1; device < devices; device++)
        others.emplace_back(wake, device);
    const bool ranked = some_device_ranks(rows, devices, power);
    for (std::thread &other : others)
        other.join();
    if (ranked)
        return power;
    stop(FAILED, "no device can rank the rows. `nvidia-smi` shows what else "
                 "they do");
}

/* ---- sorted -------------------------------------------------------------- */

/* Counts how many rows there are of each power; then each row knows its place.
 * Rows of one power keep their order, so the same rows always make the same
 * table. */
int *places_by_power(const int *power, int n, int *constant)
{
    int *place = (int *)memory(n * sizeof *place);
    int next[MOST_POWER + 2] = {}; /* the next place for a row of this power */

    for (int i = 0; i < n; i++)
        next[power[i] + 1]++;
    *constant = next[1];
    for (int p = 1; p <= MOST_POWER; p++)
        next[p + 1] += next[p];
    for (int i = 0; i < n; i++)
        place[i] = next[power[i]]++;
    return place;
}

/* n rows to their places; without such, from `first` on. Two threads for a row,
 * 16 bytes each. */
static __global__ void __launch_bounds__(THREADS)
    put_rows(const int4 *rank, const int *power, const int *place, int first,
             int n, int4 *to_rank, int *to_power)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;

    if (i >= 2 * n)
        return;
    const size_t to = place ? place[i / 2] : first + i / 2;
    to_rank[2 * to + i % 2] = rank[i];
    if (i % 2 == 0)
        to_power[to] = power[i / 2];
}

static cudaError_t put_chunk(const struct chunk *c, const int *place,
                             const struct device_table *d)
{
    cudaError_t error = cudaSuccess;

    if (place)
        error = cudaMemcpy(c->place, &place[c->first], c->n * sizeof *place,
                           cudaMemcpyHostToDevice);
    if (error != cudaSuccess)
        return error;
    put_rows<<<(2 * c->n + THREADS - 1) / THREADS, THREADS>>>(
        (const int4 *)c->rank, c->power, place ? c->place : NULL, c->first,
        c->n, (int4 *)d->rank, d->power);
    return cudaGetLastError();
}

cudaError_t make_table(const struct rows *rows, const int *place,
                       struct device_table *d)
{
    struct chunk c = {};
    cudaError_t error = cudaMalloc(&d->rank, (size_t)rows->n * RANK_ROW);

    if (error == cudaSuccess)
        error = cudaMalloc(&d->power, rows->n * sizeof *d->power);
    if (error == cudaSuccess)
        error = new_chunk(&c, rows->n);
    for (; error == cudaSuccess && c.first < rows->n; c.first += c.n) {
        error = rank_chunk(&c, rows);
        if (error == cudaSuccess)
            error = put_chunk(&c, place, d);
    }
    free_chunk(&c);
    return error;
}

void free_table(struct device_table *d)
{
    cudaFree(d->rank);
    cudaFree(d->power);
}
