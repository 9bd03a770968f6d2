/*
 * ops.h - the seam between what device code calls and the mode that does it:
 * fast mode has one set of these functions, check mode another.
 */
#ifndef SIMT_BASE_OPS_H
#define SIMT_BASE_OPS_H

#include "simt.h"

enum { SIMT_WIDTH = 8 };

struct simt_ops {
    /* Once, before there is any memory of the device. */
    void (*start)(void);
    /* Returns a cudaError_t. */
    int (*run)(const struct simt_launch *launch);
    /* The number of the next thing that is done; null in fast mode. */
    uint32_t (*now)(void);
    int (*barrier)(enum simt_barrier kind, int predicate, const void *site);
    /* how: the kind | width << SIMT_WIDTH. Not more arguments than there are
     * registers for them: then the call before this one jumps here, and there
     * is one return less that the processor does not foresee, as another lane
     * goes on than the one that came last. */
    uint64_t (*warp)(unsigned how, uint32_t mask, uint64_t value, int arg,
                     int *predicate, const void *site);
    void (*grid_sync)(const void *site);
    void (*fence)(enum simt_scope scope, const void *site);
    void (*yield)(const void *site);
    void (*async)(enum simt_async what, size_t batches, const void *site);
    void (*atomic)(const volatile void *p, size_t bytes, enum simt_atomic kind,
                   enum simt_scope scope, const void *site);
    void (*stop)(int error, const void *site);
};

/* The mode's. Before main(): fast mode's (engine/calls.c), or check mode's
 * where a file was compiled for it, which calls __tsan_init(). Null where no
 * kernel is linked in. */
extern const struct simt_ops *simt_ops;

#endif
