/*
 * fast.c - fast mode: the blocks of a grid in parallel, the threads of a block
 * one after the other.
 *
 * An operating system thread that runs blocks is a worker. A block's threads
 * run in a loop on one fiber; one that has to wait leaves its fiber, and the
 * next thread begins on a fresh one. So a kernel that never waits costs no
 * switch at all, and one with barriers costs one switch per thread and barrier.
 *
 * What can run again stands in a ring of stack pointers, `ready`. Whoever waits
 * notes its own stack pointer in the place it waits at and picks the next one;
 * nothing comes between two device threads. The worker's own stack, `main`,
 * takes over when a block is parked, when there are no more, or at an error.
 *
 * The number of live threads needs no bookkeeping: those not begun, and one per
 * fiber in use. Which lanes live is only asked by warp functions: those not
 * begun, and those `held` by a fiber. A thread is held from its first wait on;
 * that it has ended is noticed when its fiber waits with, or runs out of,
 * another one.
 */
#define _GNU_SOURCE
#include "engine/fast.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__thread struct worker *fast_worker;

int simt_workers(void)
{
    static int n;

    if (!n)
        n = omp_get_max_threads();
    return n;
}

/* ---- fibers ---------------------------------------------------------- */

static void fiber_main(void *argument);
_Noreturn static void end_run(struct worker *w, int error);

_Noreturn void fast_no_memory(void)
{
    fputs("The CPU device has no memory left for the threads of a block.\n",
          stderr);
    abort();
}

void fast_prepare(struct worker *w, struct thread *t)
{
    fiber_prepare(&t->fiber, fiber_main, t);
    t->next = w->unused;
    w->unused = t;
}

static void add_pool(struct worker *w)
{
    struct pool *p = calloc(1, sizeof *p);

    if (!p || !(p->fibers = fiber_make(FIBERS)))
        fast_no_memory();
    p->next = w->pools;
    w->pools = p;
    for (int i = FIBERS - 1; i >= 0; i--) {
        p->threads[i].fiber = p->fibers[i];
        fast_prepare(w, &p->threads[i]);
    }
}

void *fast_fresh(struct worker *w)
{
    struct thread *t;

    if (!w->unused)
        add_pool(w);
    t = w->unused;
    w->unused = t->next;
    return t->fiber.sp;
}

/* ---- what runs next -------------------------------------------------- */

static void *stuck(struct worker *w);

/* The stack pointer to go on with; null for the caller's own. */
static inline void *pick(struct worker *w, struct block *b)
{
    if (b->head != b->tail)
        return pop(b);
    return simt_feed.left ? fast_fresh(w) : stuck(w);
}

/* Go on with `next`; the caller's stack pointer goes to *save, and returns here
 * when somebody goes on with that. */
static inline void leave(struct worker *w, void **save, void *next)
{
    struct thread *self = w->current;
    /* Not as a struct: the loop stores x alone, and the processor would have
     * to wait until a wider load can be put together. */
    unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;

    simt_switch(save, next);
    w->current = self;
    threadIdx.x = x;
    threadIdx.y = y;
    threadIdx.z = z;
    simt_feed.row_end = 0;
}

/* To the worker's own stack, not to come back. */
_Noreturn static void leave_for_good(struct worker *w)
{
    void *nowhere;

    simt_switch(&nowhere, w->main);
    __builtin_unreachable();
}

/* ---- warps ----------------------------------------------------------- */

/* Lanes that have not ended. */
static uint32_t alive(const struct block *b, const struct warp *warp)
{
    unsigned begun = b->threads - simt_feed.left, first;
    uint32_t all;

    if (!simt_feed.left)
        return warp->held;
    first = (unsigned)(warp - b->warp) * SIMT_WARP;
    if (begun >= first + SIMT_WARP)
        return warp->held;
    all = b->threads - first >= SIMT_WARP ? UINT32_MAX
                                          : (1u << (b->threads - first)) - 1;
    return warp->held |
           (begun > first ? all & UINT32_MAX << (begun - first) : all);
}

/* With $SIMT_PARTS __activemask() names only a part of the lanes that come to
 * it together, as it may: a draw makes two parts of them. */
static void part(struct warp *warp, uint32_t lanes)
{
    static __thread uint32_t draw = 0x9E3779B9;
    static int parts = -1;
    uint32_t some;

    if (parts < 0)
        parts = getenv("SIMT_PARTS") != NULL;
    if (!parts)
        return;
    draw ^= draw << 13;
    draw ^= draw >> 17;
    draw ^= draw << 5;
    some = draw;
    if (!(lanes & some) || !(lanes & ~some))
        return;
    __atomic_add_fetch(&simt_parted, 1, __ATOMIC_RELAXED);
    for (uint32_t m = lanes; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        warp->result[lane] &= some >> lane & 1 ? some : ~some;
    }
}

/* The lanes of this group have what they waited for; all but `self` become
 * ready. They come before other warps: their stacks are still in the cache. */
static void complete(struct block *b, struct warp *warp, struct group *g,
                     uint32_t self)
{
    uint32_t others = g->arrived & ~self;

    simt_warp_results(g->kind, g->arrived, warp->value, warp->arg, g->width,
                      warp->result, warp->predicate);
    if (g->kind == SIMT_ACTIVE)
        part(warp, g->arrived);
    *g = warp->group[--warp->groups];
    b->idle = 0;
    if (++b->turns % FAIR == 0) {
        for (; others; others &= others - 1)
            push(b, warp->sp[__builtin_ctz(others)]);
        return;
    }
    while (others) {
        int lane = 31 - __builtin_clz(others);

        b->ready[--b->head % RING] = warp->sp[lane];
        others &= ~(1u << lane);
    }
}

static bool all_here(const struct block *b, const struct warp *warp,
                     const struct group *g)
{
    return g->kind != SIMT_ACTIVE &&
           (g->mask & alive(b, warp) & ~g->arrived) == 0;
}

/* A lane has ended: others may have waited for it. */
static void recheck(struct block *b, struct warp *warp)
{
    for (int i = warp->groups - 1; i >= 0; i--)
        if (all_here(b, warp, &warp->group[i]))
            complete(b, warp, &warp->group[i], 0);
}

static void retire(struct block *b, unsigned linear)
{
    struct warp *warp = &b->warp[linear / SIMT_WARP];

    warp->held &= ~(1u << linear % SIMT_WARP);
    recheck(b, warp);
}

/* All threads before `begun` have begun; those not noticed yet have ended
 * without having waited. */
static void notice(struct block *b, unsigned begun)
{
    for (; b->noticed < begun; b->noticed = (b->noticed | 31) + 1)
        recheck(b, &b->warp[b->noticed / SIMT_WARP]);
}

/* Lanes that asked who is active, once nothing else can move: those at the
 * smallest site, so that the ones inside a loop come before those behind it.
 * Returns whether there were any; *self tells that the caller is one. */
static bool tell_active(struct worker *w, bool *self)
{
    struct block *b = w->block;
    bool found = false;

    for (unsigned i = 0; i * SIMT_WARP < b->threads; i++) {
        struct warp *warp = &b->warp[i];
        struct group *first = NULL;
        unsigned linear = w->current->linear;
        uint32_t bit = linear / SIMT_WARP == i && w->current->held
                           ? 1u << linear % SIMT_WARP
                           : 0;

        for (int k = 0; k < warp->groups; k++)
            if (warp->group[k].kind == SIMT_ACTIVE &&
                (!first || warp->group[k].site < first->site))
                first = &warp->group[k];
        if (!first)
            continue;
        found = true;
        if (bit & first->arrived)
            *self = true;
        complete(b, warp, first, bit);
    }
    return found;
}

/* ---- threads that begin and end -------------------------------------- */

/* The running thread waits for the first time: it is held from now on, and the
 * one that this fiber held before has ended. */
static void hold(struct worker *w)
{
    struct thread *t = w->current;
    struct block *b = w->block;
    unsigned before = t->linear;
    bool ended = t->held;

    simt_feed.row_end = 0;
    simt_feed.left -= threadIdx.x + 1 - simt_feed.next.x;
    simt_feed.next.x = threadIdx.x + 1;
    if (simt_feed.next.x == simt_feed.dim.x) {
        simt_feed.next.x = 0;
        if (++simt_feed.next.y == simt_feed.dim.y) {
            simt_feed.next.y = 0;
            simt_feed.next.z++;
        }
    }
    b->live = b->fibers + simt_feed.left;
    t->linear = b->threads - simt_feed.left - 1;
    t->held = true;
    b->warp[t->linear / SIMT_WARP].held |= 1u << t->linear % SIMT_WARP;
    notice(b, t->linear);
    b->noticed = t->linear + 1;
    if (ended)
        retire(b, before);
}

static inline void settle(struct worker *w)
{
    if (simt_feed.row_end)
        hold(w);
}

/* All live threads have arrived at the barrier. */
static inline void open_barrier(struct block *b)
{
    void **swap = b->ready;

    b->ready = b->waiting;
    b->waiting = swap;
    b->head = 0;
    b->tail = b->arrived;
    b->last_arrived = b->arrived;
    b->last_votes = b->votes;
    b->arrived = b->votes = 0;
    b->idle = 0;
}

int64_t fast_nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * (int64_t)1000000000 + t.tv_nsec;
}

uint64_t fast_processor_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Take the next blocks from the grid, in order. */
static bool take_chunk(struct worker *w)
{
    struct run *r = w->run;
    const struct simt_xyz *g = &r->launch->grid;
    uint64_t at = atomic_load_explicit(&r->next, memory_order_relaxed), n;

    if (w->alone_until && fast_nanoseconds() > w->alone_until)
        return false;
    do {
        if (at >= r->blocks)
            return false;
        n = (r->blocks - at) / ((uint64_t)r->workers * 4);
        n = n < 1 ? 1 : n > CHUNK ? CHUNK : n;
    } while (!atomic_compare_exchange_weak_explicit(
        &r->next, &at, at + n, memory_order_relaxed, memory_order_relaxed));
    w->blocks += n;
    w->taken = at;
    w->taken_end = at + n;
    w->at.x = (unsigned)(at % g->x);
    w->at.y = (unsigned)(at / g->x % g->y);
    w->at.z = (unsigned)(at / g->x / g->y);
    return true;
}

/* Make w->block the next one of the grid. */
bool fast_next_block(struct worker *w)
{
    struct run *r = w->run;
    const struct simt_xyz *g = &r->launch->grid;
    struct block *b = w->block;

    if (w->taken == w->taken_end && !take_chunk(w))
        return false;
    if (atomic_load_explicit(&r->error, memory_order_relaxed))
        return false;
    w->taken++;
    blockIdx = w->at;
    if (++w->at.x == g->x) {
        w->at.x = 0;
        if (++w->at.y == g->y) {
            w->at.y = 0;
            w->at.z++;
        }
    }
    b->threads = r->threads;
    b->noticed = 0;
    simt_feed.left = r->threads;
    simt_feed.next = (struct simt_xyz){0, 0, 0};
    return true;
}

/* This fiber has run out of threads. Returns the stack pointer to go on with,
 * or null: this fiber goes on, with the next block. */
static void *finished(struct worker *w, struct thread *t)
{
    struct block *b = w->block;
    void *next;

    notice(b, b->threads);
    if (t->held)
        retire(b, t->linear);
    t->held = false;
    b->idle = 0;
    if (--b->fibers == 0) {
        if (!w->run->launch->cooperative && fast_next_block(w))
            return NULL;
        next = w->main;
    } else {
        b->live = b->fibers;
        if (b->arrived == b->live)
            open_barrier(b);
        next = pick(w, b);
    }
    t->next = w->unused;
    w->unused = t;
    return next;
}

static void fiber_main(void *argument)
{
    struct thread *t = argument;
    struct worker *w = fast_worker;

    for (;;) {
        void *next;

        w->current = t;
        w->block->fibers++;
        w->run->launch->threads(w->run->launch->args);
        next = finished(w, t);
        if (next)
            simt_switch(&t->fiber.sp, next);
    }
}

/* ---- device functions ------------------------------------------------ */

static inline void arrive(struct worker *w, struct block *b)
{
    void **save = &b->waiting[b->arrived++];

    if (b->arrived == b->live) {
        open_barrier(b);
        b->tail--; /* all but this one */
    } else {
        /* Two jumps, each with a target of its own that can be predicted. */
        if (b->head != b->tail)
            leave(w, save, pop(b));
        else
            leave(w, save, pick(w, b));
    }
}

__attribute__((noinline)) static int vote(struct worker *w, struct block *b,
                                          enum simt_barrier kind, int predicate)
{
    unsigned voters, votes;

    b->votes += predicate != 0;
    arrive(w, b);
    voters = b->last_arrived;
    votes = b->last_votes;
    return kind == SIMT_SYNC_COUNT ? (int)votes
           : kind == SIMT_SYNC_AND ? votes == voters
                                   : votes != 0;
}

int fast_barrier(enum simt_barrier kind, int predicate, const void *site)
{
    struct worker *w = fast_worker;
    struct block *b = w->block;

    (void)site;
    settle(w);
    if (kind != SIMT_SYNC)
        return vote(w, b, kind, predicate);
    arrive(w, b);
    return 0;
}

void fast_yield(const void *site);

uint64_t fast_warp(unsigned how, uint32_t mask, uint64_t value, int arg,
                   int *predicate, const void *site)
{
    const enum simt_warp_kind kind = how % (1u << SIMT_WIDTH);
    struct worker *w = fast_worker;
    struct block *b = w->block;
    struct warp *own;
    struct group *g;
    unsigned lane;

    settle(w);
    own = &b->warp[w->current->linear / SIMT_WARP];
    lane = w->current->linear % SIMT_WARP;
    if (kind == SIMT_ACTIVE)
        mask = 0;
    else
        site =
            kind == SIMT_MATRIX ? (const void *)(uintptr_t)(unsigned)arg : NULL;
    for (g = own->group; g < own->group + own->groups; g++)
        if (g->kind == kind && g->mask == mask && g->site == site)
            break;
    if (g == own->group + own->groups) {
        own->groups++;
        *g = (struct group){kind, mask, 0, (int)(how >> SIMT_WIDTH), site};
    }
    g->arrived |= 1u << lane;
    own->value[lane] = value;
    own->arg[lane] = arg;
    if (all_here(b, own, g)) {
        complete(b, own, g, 1u << lane);
        if (b->turns % FAIR == 0)
            fast_yield(NULL);
    } else if (b->head != b->tail) {
        leave(w, &own->sp[lane], pop(b));
    } else {
        void *next = pick(w, b);

        if (next)
            leave(w, &own->sp[lane], next);
    }
    if (predicate)
        *predicate = own->predicate[lane];
    return own->result[lane];
}

void fast_grid_sync(const void *site)
{
    struct worker *w = fast_worker;
    struct block *b = w->block;

    (void)site;
    settle(w);
    if (!w->run->launch->cooperative)
        end_run(w, cudaErrorCooperativeLaunchTooLarge);
    else {
        void **save = &b->grid[b->at_grid++];

        leave(w, save, pick(w, b));
    }
}

/* Every thread of the block waits in a loop of its own. */
static void spin(struct worker *w)
{
    struct block *b = w->block;
    struct run *r = w->run;
    bool self = false;

    b->idle = 0;
    if (tell_active(w, &self))
        return;
    if (r->launch->cooperative || w->parked_n || w->taken != w->taken_end ||
        atomic_load(&r->next) < r->blocks) {
        /* Perhaps for another block. */
        b->parked = true;
        b->ready[--b->head % RING] = NULL;
        leave(w, &b->ready[b->head % RING], w->main);
    } else {
        sched_yield();
    }
}

void fast_yield(const void *site)
{
    struct worker *w = fast_worker;
    struct block *b = w->block;
    void *next;

    (void)site;
    settle(w);
    if (atomic_load_explicit(&w->run->error, memory_order_relaxed))
        leave_for_good(w);
    if (++b->idle > 4 * b->fibers + 16 && !simt_feed.left)
        spin(w);
    if (simt_feed.left)
        next = fast_fresh(w);
    else if (b->head != b->tail)
        next = pop(b);
    else
        return;
    leave(w, &b->ready[b->tail++ % RING], next);
}

void fast_async(enum simt_async what, size_t batches, const void *site)
{
    (void)what, (void)batches, (void)site; /* nothing is under way */
}

void fast_fence(enum simt_scope scope, const void *site)
{
    (void)scope;
    (void)site;
    atomic_thread_fence(memory_order_seq_cst);
}

void fast_atomic(const volatile void *p, size_t bytes, enum simt_atomic kind,
                 enum simt_scope scope, const void *site)
{
    (void)p;
    (void)bytes;
    (void)kind;
    (void)scope;
    (void)site;
}

/* ---- kernels that do not end well ------------------------------------ */

_Noreturn static void end_run(struct worker *w, int error)
{
    int none = 0;

    atomic_compare_exchange_strong(&w->run->error, &none, error);
    leave_for_good(w);
}

void fast_stop(int error, const void *site)
{
    (void)site;
    if (!simt_running)
        abort();
    end_run(fast_worker, error);
}

/* No thread of the block can go on. */
static void *stuck(struct worker *w)
{
    struct block *b = w->block;
    const struct simt_launch *l = w->run->launch;
    unsigned in_warps;
    bool self = false;

    if (tell_active(w, &self))
        return self ? NULL : pop(b);
    if (b->at_grid == b->fibers) {
        b->parked = true;
        return w->main;
    }
    in_warps = b->fibers - b->arrived - b->at_grid;
    if (atomic_load(&w->run->error) == 0) {
        fprintf(stderr,
                "The kernel %s (line %d) does not end: in block (%u,%u,%u) ",
                l->kernel, l->line, blockIdx.x, blockIdx.y, blockIdx.z);
        if (b->arrived)
            fprintf(stderr,
                    "%u of %u threads wait at a barrier that the others never "
                    "reach",
                    b->arrived, b->threads);
        else
            fprintf(stderr,
                    "%u threads wait for lanes of their warp that never come",
                    in_warps);
        fputs(". make grade or simtcc --check names the lines.\n", stderr);
    }
    end_run(w, cudaErrorLaunchFailure);
}
