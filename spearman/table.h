/*
 * table.h - rank numbers of all rows, made by a device, in the host's memory.
 */
#ifndef SPEARMAN_TABLE_H
#define SPEARMAN_TABLE_H

#include <cuda_runtime.h>

#include "common/spearman.h"
#include "spearman.h"

struct table {
    int n;             /* rows */
    signed char *rank; /* n rows of 32 bytes */
    int *power;
};

/* How many devices to use, if `wanted` were asked for; 0: all. Stops if there
 * are not so many. */
int devices_to_use(int wanted);

/* The rank numbers of all rows, in their order. The first of the devices that
 * can makes them; the others are named. */
struct table rank_table(const struct rows *rows, int devices);

/* Rows of little power first. Returns how many have a power of 0. */
int sort_by_power(struct table *t);

void free_table(struct table *t);

/* A table on the current device. */
struct device_table {
    signed char *rank;
    int *power;
};
cudaError_t bring_table(const struct table *t, struct device_table *d);
void free_device_table(struct device_table *d);

#endif
