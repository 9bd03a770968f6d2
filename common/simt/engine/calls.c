/*
 * calls.c - what device code calls: each is handed to the mode that runs now.
 */
#include "engine/engine.h"
#include "include/simt_helpers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Before other constructors: variables are memory of the device. */
__attribute__((constructor(101))) static void choose_mode(void)
{
    if (!simt_ops)
        simt_ops = &simt_fast_ops;
}

int simt_run(const struct simt_launch *l)
{
    return simt_ops->run(l);
}

void simt_watch(void)
{
    simt_ops->start();
}

#define SITE __builtin_return_address(0)

int simt_barrier(enum simt_barrier kind, int predicate)
{
    return simt_ops->barrier(kind, predicate, SITE);
}

uint64_t simt_warp(enum simt_warp_kind kind, uint32_t mask, uint64_t value,
                   int arg, int width, int *predicate)
{
    if (kind == SIMT_ACTIVE)
        value = (uintptr_t)__builtin_frame_address(0);
    return simt_ops->warp((unsigned)kind | (unsigned)width << SIMT_WIDTH, mask,
                          value, arg, predicate, SITE);
}

/* All lanes of a warp; calls that differ in what they do do not meet. */
#define MATRIX(m, what)                                                       \
    do {                                                                      \
        if (simt_running)                                                     \
            simt_ops->warp(SIMT_MATRIX | SIMT_WARP << SIMT_WIDTH, UINT32_MAX, \
                           (uintptr_t) & (m), (int)(what), NULL, SITE);       \
    } while (0)

static unsigned tile_code(struct simt_tile t)
{
    return t.use | (unsigned)t.shape << 2 | (unsigned)t.element << 5 |
           (unsigned)t.columns << 9;
}

void simt_matrix_load(struct simt_tile tile, void *x, const void *p,
                      unsigned ldm)
{
    struct simt_matrix m = {.op = SIMT_LOAD, .tile = tile, .x = x, .ldm = ldm};

    m.p = (char *)(uintptr_t)p;
    MATRIX(m, tile_code(tile));
}

void simt_matrix_store(struct simt_tile tile, const void *x, void *p,
                       unsigned ldm)
{
    struct simt_matrix m = {.op = SIMT_STORE, .tile = tile, .p = p, .ldm = ldm};

    m.x = (void *)(uintptr_t)x;
    MATRIX(m, tile_code(tile) | 1u << 10);
}

void simt_matrix_multiply(struct simt_product what, void *d, const void *a,
                          const void *b, const void *c)
{
    struct simt_matrix m = {
        .op = SIMT_MULTIPLY, .product = what, .x = d, .a = a, .b = b, .c = c};

    MATRIX(m, 1u << 11 | what.shape | (unsigned)what.element << 3 |
                  (unsigned)what.c << 12 | (unsigned)what.d << 16 |
                  (unsigned)what.how << 20);
}

void simt_grid_sync(void)
{
    simt_ops->grid_sync(SITE);
}

void simt_fence(enum simt_scope scope)
{
    simt_ops->fence(scope, SITE);
}

void simt_async(enum simt_async what, size_t batches)
{
    simt_ops->async(what, batches, SITE);
}

void simt_yield(void)
{
    if (simt_running) /* the host's own loops have cores of their own */
        simt_ops->yield(SITE);
}

void simt_atomic(const volatile void *p, size_t bytes, enum simt_atomic kind,
                 enum simt_scope scope)
{
    simt_ops->atomic(p, bytes, kind, scope, SITE);
}

void simt_stop(int error)
{
    simt_ops->stop(error, SITE);
    __builtin_unreachable();
}

bool simt_is_cooperative(void)
{
    return simt_cooperative;
}

/* ---- in place of the C library's ------------------------------------- */

/* The ticks of device 0's clock, at 1 GHz. */
long long simt_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Instead of the C library's, which kernels call by the same name. */
clock_t clock(void)
{
    struct timespec t;

    if (simt_in_kernel()) {
        long long now = simt_clock();

        /* A thread that waits for a time: on a GPU all of them do at once. */
        if (!simt_check_mode)
            simt_ops->yield(SITE);
        return (clock_t)now;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * CLOCKS_PER_SEC +
           t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

/* Instead of the C library's. */
void __assert_fail(const char *condition, const char *file, unsigned line,
                   const char *function)
{
    if (simt_in_kernel()) {
        fprintf(stderr,
                "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
                "`%s` failed.\n",
                file, line, function, blockIdx.x, blockIdx.y, blockIdx.z,
                threadIdx.x, threadIdx.y, threadIdx.z, condition);
        simt_ops->stop(cudaErrorAssert, SITE);
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
            condition);
    abort();
}
