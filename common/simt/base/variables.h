/*
 * variables.h - __device__ and __constant__ variables: each device has values
 * of its own, as the guide says ("Multi-Device System"), at one address here.
 *
 * Those of one device are in their place at a time. Who touches them (a kernel,
 * a copy, a setting) does so between variables_take() and variables_give();
 * meanwhile others of the same device may, others wait. Which there are is read
 * from the executable's symbols before main(); simt_find() finds them.
 */
#ifndef SIMT_VARIABLES_H
#define SIMT_VARIABLES_H

#include "base/arena.h"
#include "base/device_list.h"

/* For the calling thread's device; within a kernel both do nothing. */
void variables_take(void);
void variables_give(void);

/* Added to an address in `a`: makes those of the calling thread's device others
 * than those of other devices. variables_address() takes it off again. */
static inline uintptr_t variables_apart(const struct simt_allocation *a)
{
    return a && (a->space == SIMT_GLOBAL_VARIABLE || a->space == SIMT_CONSTANT)
               ? (uintptr_t)simt_device() << 56
               : 0;
}

static inline uintptr_t variables_address(uintptr_t apart)
{
    return apart & (((uintptr_t)1 << 56) - 1);
}

#endif
