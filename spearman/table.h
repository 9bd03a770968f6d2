/*
 * table.h - the rank numbers of all rows, made by each device for itself: the
 * rows go there, and nothing so large comes back.
 */
#ifndef SPEARMAN_TABLE_H
#define SPEARMAN_TABLE_H

#include <cuda_runtime.h>

#include "common/spearman.h"
#include "spearman.h"

/* How many devices to use, if `wanted` were asked for; 0: all. Stops if there
 * are not so many. */
int devices_to_use(int wanted);

/* The powers of all rows, in their order; to be freed. The first of the devices
 * that can finds them; those that cannot are named. */
int *powers_of_rows(const struct rows *rows, int devices);

/* Row i goes to place[i], so that rows of little power come first; to be freed.
 * *constant: how many have a power of 0. */
int *places_by_power(const int *power, int n, int *constant);

/* All rows on the current device, row i at place[i], or at i if place is
 * null. To be freed, also where that has failed. */
struct device_table {
    signed char *rank; /* rows of 32 bytes */
    int *power;
};
cudaError_t make_table(const struct rows *rows, const int *place,
                       struct device_table *d);
void free_table(struct device_table *d);

#endif
