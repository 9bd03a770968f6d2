/*
 * ops.h - the seam between what device code calls and the mode that does it:
 * fast mode has one set of these functions, check mode another.
 */
#ifndef SIMT_BASE_OPS_H
#define SIMT_BASE_OPS_H

#include "simt.h"

struct simt_ops {
    /* Once, before there is any memory of the device. */
    void (*start)(void);
    /* Returns a cudaError_t. */
    int (*run)(const struct simt_launch *launch);
    int (*barrier)(enum simt_barrier kind, int predicate, const void *site);
    uint64_t (*warp)(enum simt_warp_kind kind, uint32_t mask, uint64_t value,
                     int arg, int width, int *predicate, const void *site);
    void (*grid_sync)(const void *site);
    void (*fence)(enum simt_scope scope, const void *site);
    void (*yield)(const void *site);
    void (*async)(bool waits, const void *site);
    void (*atomic)(const volatile void *p, size_t bytes, enum simt_atomic kind,
                   enum simt_scope scope, const void *site);
    void (*stop)(int error, const void *site);
};

/* The mode's. Before main(): fast mode's (engine/calls.c), or check mode's
 * where a file was compiled for it, which calls __tsan_init(). Null where no
 * kernel is linked in. */
extern const struct simt_ops *simt_ops;

#endif
