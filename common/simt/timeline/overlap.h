/*
 * overlap.h - which bytes a copy or a kernel touches, so that check mode can
 * tell whether two of them that nothing orders get in each other's way. Of
 * kernels this is noted where the program has streams of its own.
 */
#ifndef SIMT_OVERLAP_H
#define SIMT_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum touching { TOUCH_READS, TOUCH_WRITES, TOUCH_ATOMICS, TOUCHINGS };

/* Sorted intervals of addresses. Null: none, or too many to keep. */
struct footprint;

/* While a kernel runs: it touches these bytes. */
void overlap_touch(enum touching how, uintptr_t address, size_t bytes);

/* What it has touched since the last time. */
struct footprint *overlap_kernel(void);

/* Slices of rows of `width` bytes, read from one place and written to another;
 * either may be null. */
struct simt_extent {
    const char *p;
    size_t pitch, slice;
};
struct footprint *overlap_copy(const struct simt_extent *from,
                               const struct simt_extent *to, size_t width,
                               size_t rows, size_t slices);

/* Whether both touch a byte and one of them changes it by other means than an
 * atomic operation; then it is *where. */
bool overlap_found(const struct footprint *a, const struct footprint *b,
                   uintptr_t *where);

/* Whether the host may not touch this byte meanwhile; `looks_on`: it has read
 * something volatile since. */
bool overlap_at(const struct footprint *f, uintptr_t address, bool writes,
                bool looks_on);

/* Nothing of it lies in from..to-1 any more. */
void overlap_forget(struct footprint *f, uintptr_t from, uintptr_t to);

void overlap_free(struct footprint *f);

#endif
