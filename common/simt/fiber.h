/*
 * fiber.h - stacks to switch between. A fiber never changes its operating
 * system thread, so thread-local variables keep their addresses.
 */
#ifndef FIBER_H
#define FIBER_H

#include <stdbool.h>
#include <stddef.h>

struct fiber {
    void *sp;    /* while it does not run */
    char *low;   /* its lowest usable byte; below lies a page that traps */
    char *start; /* where its stack begins, growing down to low */
};

enum { FIBER_STACK = 64 << 10 };

/*
 * Make n fibers in one mapping, each with a stack of FIBER_STACK bytes whose
 * beginnings are staggered, so that they do not fight for the same sets of the
 * first-level cache. Returns null with errno if there is no memory.
 */
struct fiber *fiber_make(int n);
void fiber_free(struct fiber *fibers, int n);

/* The next switch to f begins run(argument), which must never return. */
void fiber_prepare(struct fiber *f, void (*run)(void *), void *argument);

/* Save the running one in *from, go on with *to. About 3 ns. */
void fiber_switch(struct fiber *from, const struct fiber *to);

/* Whether an address lies in the trap page below one of these stacks. */
bool fiber_overflowed(const struct fiber *fibers, int n, const void *address);

#endif
