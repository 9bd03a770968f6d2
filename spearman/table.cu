/*
 * table.cu - the rank numbers of all rows, by lab 51, and sorted by power as
 * lab 56 wants them.
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranks.h"

enum { ROWS_AT_ONCE = 1 << 20, MOST_POWER = 8990 };

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

/* All rows, so many at once, by the current device. */
static cudaError_t rank_all(const struct rows *rows, struct table *t)
{
    const int most = rows->n < ROWS_AT_ONCE ? rows->n : ROWS_AT_ONCE;
    int *d_x = NULL, *d_power = NULL;
    signed char *d_rank = NULL;
    cudaError_t error = cudaMalloc(&d_x, (size_t)most * COLS * sizeof *d_x);

    if (error == cudaSuccess)
        error = cudaMalloc(&d_rank, (size_t)most * RANK_ROW);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_power, (size_t)most * sizeof *d_power);
    for (int first = 0; error == cudaSuccess && first < rows->n;
         first += most) {
        const int n = rows->n - first < most ? rows->n - first : most;

        error =
            cudaMemcpy(d_x, &rows->x[(size_t)first * COLS],
                       (size_t)n * COLS * sizeof *d_x, cudaMemcpyHostToDevice);
        if (error == cudaSuccess)
            error = (cudaError_t)ranks(d_x, n, d_rank, d_power);
        if (error == cudaSuccess)
            error = cudaMemcpy(&t->rank[(size_t)first * RANK_ROW], d_rank,
                               (size_t)n * RANK_ROW, cudaMemcpyDeviceToHost);
        if (error == cudaSuccess)
            error = cudaMemcpy(&t->power[first], d_power, n * sizeof *t->power,
                               cudaMemcpyDeviceToHost);
    }
    cudaFree(d_x);
    cudaFree(d_rank);
    cudaFree(d_power);
    return error;
}

struct table rank_table(const struct rows *rows, int devices)
{
    struct table t = {rows->n,
                      (signed char *)memory((size_t)rows->n * RANK_ROW),
                      (int *)memory(rows->n * sizeof *t.power)};

    for (int device = 0; device < devices; device++) {
        cudaError_t error = cudaSetDevice(device);

        if (error == cudaSuccess)
            error = rank_all(rows, &t);
        if (error == cudaSuccess)
            return t;
        cudaGetLastError(); /* or the next device's launch would seem to fail */
        fprintf(stderr, "spearman: device %d cannot rank the rows: %s\n",
                device, cudaGetErrorString(error));
    }
    stop(FAILED, "no device can rank the rows. `nvidia-smi` shows what else "
                 "they do");
}

/* Counts how many rows there are of each power; then each row knows its place.
 * Rows of one power keep their order, so the same rows always make the same
 * table. */
int sort_by_power(struct table *t)
{
    int *place = (int *)memory((MOST_POWER + 2) * sizeof *place);
    struct table sorted = {t->n, (signed char *)memory((size_t)t->n * RANK_ROW),
                           (int *)memory(t->n * sizeof *sorted.power)};

    memset(place, 0, (MOST_POWER + 2) * sizeof *place);
    for (int i = 0; i < t->n; i++)
        place[t->power[i] + 1]++;
    const int constant = place[1];
    for (int power = 1; power <= MOST_POWER; power++)
        place[power + 1] += place[power];
    for (int i = 0; i < t->n; i++) {
        const size_t to = (size_t)place[t->power[i]]++;

        memcpy(&sorted.rank[to * RANK_ROW], &t->rank[(size_t)i * RANK_ROW],
               RANK_ROW);
        sorted.power[to] = t->power[i];
    }
    free(place);
    free_table(t);
    *t = sorted;
    return constant;
}

void free_table(struct table *t)
{
    free(t->rank);
    free(t->power);
}

cudaError_t bring_table(const struct table *t, struct device_table *d)
{
    cudaError_t error = cudaMalloc(&d->rank, (size_t)t->n * RANK_ROW);

    if (error == cudaSuccess)
        error = cudaMalloc(&d->power, t->n * sizeof *t->power);
    if (error == cudaSuccess)
        error = cudaMemcpy(d->rank, t->rank, (size_t)t->n * RANK_ROW,
                           cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(d->power, t->power, t->n * sizeof *t->power,
                           cudaMemcpyHostToDevice);
    return error;
}

void free_device_table(struct device_table *d)
{
    cudaFree(d->rank);
    cudaFree(d->power);
}
