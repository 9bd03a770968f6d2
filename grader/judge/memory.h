/*
 * memory.h - the memory that the judge and the student's process both see: an
 * arena for each region, buffers in it one behind the other, EDGE bytes and more
 * between them that must not change, and nothing behind the last. judge.h has
 * what makes them.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include "judge/state.h"

enum { EDGE = 4096, EDGE_BYTE = 0x5C, POISON_BYTE = 0xA5 };

struct buffer {
    enum region region;
    int64_t offset, bytes;
    int64_t before; /* so many bytes before it must not change */
    int64_t n, size; /* of a long array; only `bytes` of it are memory */
    bool device, filled, pinned;
    void *put_in; /* a copy of what judge_filled() found there; may be null */
};

/* All buffers, and how many there are. */
struct buffer *memory_buffers(int *n);

/* The buffer that p lies in, or null. */
struct buffer *memory_buffer_of(const void *p);

/* What the lab has put into all of this before the call; null if it has not, or
 * if that is much. */
const void *memory_put_in(const void *p, size_t bytes);

/* Bytes handed out in a region, edges included. */
int64_t memory_used(enum region region);

/* How often all buffers have gone. */
unsigned memory_cleared(void);

/* Where each region begins; those of the device are the same memory. */
char *const *judge_arenas(void);

/* Make the arenas if they are not there yet, and give them to the process that
 * is started with these options. */
void memory_give(struct sandbox_options *o);

/* Whether these bytes are what judge_out() or judge_out_floats() has filled
 * them with. */
bool memory_is_poison(const void *p, size_t bytes);

/* Before a call: what lay behind the buffers of earlier ones is gone. */
void memory_forget_rest(void);

/* After a call: nothing around the buffers has changed, or a finding. */
void judge_check_edges(void);

#endif
