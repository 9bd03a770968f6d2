/*
 * fast.h - fast mode from inside: a block's threads on their fibers (fast.c),
 * and the workers that run blocks (workers.c).
 */
#ifndef SIMT_ENGINE_FAST_H
#define SIMT_ENGINE_FAST_H

#include "engine/engine.h"
#include "engine/fiber.h"

#include <stdatomic.h>

enum {
    RING = SIMT_BLOCK_MAX, /* at most all but one of a block's are ready */
    WARPS = SIMT_BLOCK_MAX / SIMT_WARP,
    CHUNK = 64,       /* blocks taken at once, at most */
    FIBERS = 64,      /* made at once */
    FAIR = 256,       /* exchanges of a block before others have a turn */
    ALONE_NS = 20000, /* launches that take less run on one worker */
    SPIN_NS = 20000,  /* before who waits for other workers sleeps */
    KNOWN = 256,      /* kernels whose time per block is remembered */
    RESIDENT = 2048 * SIMT_SM_COUNT, /* threads of parked blocks, at most */
    RESIDENT_BLOCKS = 32 * SIMT_SM_COUNT, /* parked blocks, at most */
    SIGNAL_STACK = 64 << 10,
};

/* A fiber and the thread it holds. */
struct thread {
    struct fiber fiber;
    unsigned linear; /* of the thread, in its block */
    bool held;
    struct thread *next; /* in worker.unused */
};

struct pool {
    struct pool *next;
    struct fiber *fibers;
    struct thread threads[FIBERS];
};

/* Lanes that wait for each other. */
struct group {
    enum simt_warp_kind kind;
    uint32_t mask, arrived;
    int width;
    const void *site; /* SIMT_ACTIVE only; SIMT_MATRIX: what it does */
};

struct warp {
    uint32_t held; /* lanes */
    int groups;
    struct group group[SIMT_WARP];
    void *sp[SIMT_WARP];
    uint64_t value[SIMT_WARP], result[SIMT_WARP];
    int arg[SIMT_WARP], predicate[SIMT_WARP];
};

struct block {
    void **ready, **waiting; /* stack pointers; waiting: at the barrier */
    unsigned head, tail;     /* of ready; modulo RING */
    unsigned arrived;        /* at the barrier */
    unsigned votes;          /* ... with a predicate that is not 0 */
    unsigned last_arrived, last_votes; /* of the barrier that was completed */
    unsigned fibers; /* in use: live threads that have begun */
    unsigned live;   /* ... and those that have not */
    unsigned threads;
    unsigned noticed; /* threads that have begun; see notice() */
    unsigned turns;   /* exchanges; see FAIR */
    unsigned idle;    /* yields since something else happened */
    unsigned at_grid;
    bool begun, parked;
    char *image; /* while it is parked: its thread-local variables */
    struct warp warp[WARPS];
    void *rings[2][RING];
    void *grid[RING]; /* stack pointers of those in grid_sync */
};

/* Where all workers of a launch wait for each other. */
struct meeting {
    _Atomic uint32_t came, round;
};

struct run {
    const struct simt_launch *launch;
    uint64_t blocks;
    int workers; /* that may take part */
    struct meeting meeting;
    unsigned threads;      /* in a block */
    _Atomic uint64_t next; /* the first block that nobody has taken */
    _Atomic int error;
    _Atomic uint64_t unfinished; /* cooperative launches: blocks */
};

struct worker {
    struct thread *current;
    struct block *block;
    struct run *run;
    void *main;
    struct thread *unused;
    struct pool *pools;
    uint64_t taken, taken_end; /* blocks of the chunk being worked off */
    struct simt_xyz at;        /* blockIdx of `taken` */
    uint64_t blocks;           /* taken since the launch */
    int64_t alone_until;       /* ns; then the other workers shall help */
    struct block *own;         /* the usual place for the running block */
    struct block **parked;
    int parked_n;
    void *signal_stack;
};

extern __thread struct worker *fast_worker; /* of this thread; or null */

static inline void push(struct block *b, void *sp)
{
    b->ready[b->tail++ % RING] = sp;
}

static inline void *pop(struct block *b)
{
    void *sp = b->ready[b->head++ % RING];

    /* The stacks are too many for the first-level cache. */
    __builtin_prefetch(b->ready[(b->head + 1) % RING]);
    return sp;
}

/* Ends the program. */
_Noreturn void fast_no_memory(void);
int64_t fast_nanoseconds(void);
uint64_t fast_processor_ns(void); /* that this thread has had */

/* The fiber may be used for another thread. */
void fast_prepare(struct worker *w, struct thread *t);
/* The stack pointer of a fiber that goes on with the block's next thread. */
void *fast_fresh(struct worker *w);
/* The worker takes one more block, as w->block; false: there is none. */
bool fast_next_block(struct worker *w);

/* helpers.c: one launch at a time may have the other workers, until it gives
 * them back. How many there are then, with the caller; 1: no others. */
int helpers_take(void);
void helpers_give_back(int workers);
/* f(with, 0) by the caller and f(with, 1, ...) by those who come before it
 * returns. All that came have returned then. */
void helpers_run(void (*f)(void *, int), void *with);
/* For so many that all come here. */
void helpers_meet(struct meeting *m, int workers);

/* What device functions do; see base/ops.h. */
int fast_barrier(enum simt_barrier kind, int predicate, const void *site);
uint64_t fast_warp(unsigned how, uint32_t mask, uint64_t value, int arg,
                   int *predicate, const void *site);
void fast_grid_sync(const void *site);
void fast_fence(enum simt_scope scope, const void *site);
void fast_yield(const void *site);
void fast_async(enum simt_async what, size_t batches, const void *site);
void fast_atomic(const volatile void *p, size_t bytes, enum simt_atomic kind,
                 enum simt_scope scope, const void *site);
void fast_stop(int error, const void *site);

#endif
