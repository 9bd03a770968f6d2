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
#include "engine/engine.h"
#include "engine/fiber.h"

#include <link.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

extern __thread struct simt_xyz threadIdx, blockIdx, blockDim, gridDim SIMT_TLS;

enum {
    RING = SIMT_BLOCK_MAX, /* at most all but one of a block's are ready */
    WARPS = SIMT_BLOCK_MAX / SIMT_WARP,
    CHUNK = 64,       /* blocks taken at once, at most */
    FIBERS = 64,      /* made at once */
    FAIR = 256,       /* exchanges of a block before others have a turn */
    ALONE_NS = 20000, /* launches that take less run on one worker */
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

struct run {
    const struct simt_launch *launch;
    uint64_t blocks;
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

static __thread struct worker *worker;

/* ---- fibers ---------------------------------------------------------- */

static void fiber_main(void *argument);
_Noreturn static void end_run(struct worker *w, int error);

_Noreturn static void no_memory(void)
{
    fputs("The CPU device has no memory left for the threads of a block.\n",
          stderr);
    abort();
}

static void prepare(struct worker *w, struct thread *t)
{
    fiber_prepare(&t->fiber, fiber_main, t);
    t->next = w->unused;
    w->unused = t;
}

static void add_pool(struct worker *w)
{
    struct pool *p = calloc(1, sizeof *p);

    if (!p || !(p->fibers = fiber_make(FIBERS)))
        no_memory();
    p->next = w->pools;
    w->pools = p;
    for (int i = FIBERS - 1; i >= 0; i--) {
        p->threads[i].fiber = p->fibers[i];
        prepare(w, &p->threads[i]);
    }
}

/* The stack pointer of a fiber that goes on with the block's next thread. */
static void *fresh(struct worker *w)
{
    struct thread *t;

    if (!w->unused)
        add_pool(w);
    t = w->unused;
    w->unused = t->next;
    return t->fiber.sp;
}

/* ---- the shared memory of a block that is parked --------------------- */

/* __shared__ variables are thread-local, one copy for each worker. So are
 * blockIdx, simt_feed and few other things in the executable: all are swapped,
 * but the tail of the dynamic shared memory that this launch does not use. */

static int tls_bytes(struct dl_phdr_info *info, size_t size, void *bytes)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)bytes = info->dlpi_phdr[i].p_memsz;
    return 1; /* the first one is the executable */
}

static int tls_start(struct dl_phdr_info *info, size_t size, void *start)
{
    (void)size;
    *(char **)start = info->dlpi_tls_data;
    return 1;
}

/* Image to shared memory (load) or back. */
static void swap_shared(struct worker *w, struct block *b, bool load)
{
    char *start = NULL;
    size_t bytes = 0, before, after;

    dl_iterate_phdr(tls_bytes, &bytes);
    dl_iterate_phdr(tls_start, &start);
    if (!start)
        return;
    before = (size_t)(simt_dynamic_shared - start);
    after = before + SIMT_SHARED_MAX;
    before += w->run->launch->shared;
    if (!b->image && !(b->image = malloc(bytes)))
        no_memory();
    if (load) {
        memcpy(start, b->image, before);
        memcpy(start + after, b->image + after, bytes - after);
    } else {
        memcpy(b->image, start, before);
        memcpy(b->image + after, start + after, bytes - after);
    }
}

/* ---- what runs next -------------------------------------------------- */

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

static void *stuck(struct worker *w);

/* The stack pointer to go on with; null for the caller's own. */
static inline void *pick(struct worker *w, struct block *b)
{
    if (b->head != b->tail)
        return pop(b);
    return simt_feed.left ? fresh(w) : stuck(w);
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

/* With $SIMT_PARTS __activemask() names only a part of the lanes that come to it
 * together, as it may: a draw makes two parts of them. */
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

static int64_t nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * (int64_t)1000000000 + t.tv_nsec;
}

/* Take the next blocks from the grid, in order. */
static bool take_chunk(struct worker *w)
{
    struct run *r = w->run;
    const struct simt_xyz *g = &r->launch->grid;
    uint64_t at = atomic_load_explicit(&r->next, memory_order_relaxed), n;

    if (w->alone_until && nanoseconds() > w->alone_until)
        return false;
    do {
        if (at >= r->blocks)
            return false;
        n = (r->blocks - at) / ((uint64_t)simt_workers() * 4);
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
static bool next_block(struct worker *w)
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
        if (!w->run->launch->cooperative && next_block(w))
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
    struct worker *w = worker;

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

static int barrier(enum simt_barrier kind, int predicate, const void *site)
{
    struct worker *w = worker;
    struct block *b = w->block;

    (void)site;
    settle(w);
    if (kind != SIMT_SYNC)
        return vote(w, b, kind, predicate);
    arrive(w, b);
    return 0;
}

static void yield(const void *site);

static uint64_t warp(enum simt_warp_kind kind, uint32_t mask, uint64_t value,
                     int arg, int width, int *predicate, const void *site)
{
    struct worker *w = worker;
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
        site = kind == SIMT_MATRIX ? (const void *)(uintptr_t)(unsigned)arg
                                   : NULL;
    for (g = own->group; g < own->group + own->groups; g++)
        if (g->kind == kind && g->mask == mask && g->site == site)
            break;
    if (g == own->group + own->groups) {
        own->groups++;
        *g = (struct group){kind, mask, 0, width, site};
    }
    g->arrived |= 1u << lane;
    own->value[lane] = value;
    own->arg[lane] = arg;
    if (all_here(b, own, g)) {
        complete(b, own, g, 1u << lane);
        if (b->turns % FAIR == 0)
            yield(NULL);
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

static void grid_sync(const void *site)
{
    struct worker *w = worker;
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

static void yield(const void *site)
{
    struct worker *w = worker;
    struct block *b = w->block;
    void *next;

    (void)site;
    settle(w);
    if (atomic_load_explicit(&w->run->error, memory_order_relaxed))
        leave_for_good(w);
    if (++b->idle > 4 * b->fibers + 16 && !simt_feed.left)
        spin(w);
    if (simt_feed.left)
        next = fresh(w);
    else if (b->head != b->tail)
        next = pop(b);
    else
        return;
    leave(w, &b->ready[b->tail++ % RING], next);
}

static void async(bool waits, const void *site)
{
    (void)waits, (void)site; /* nothing is under way */
}

static void fence(enum simt_scope scope, const void *site)
{
    (void)scope;
    (void)site;
    atomic_thread_fence(memory_order_seq_cst);
}

static void atomic(const volatile void *p, size_t bytes, enum simt_atomic kind,
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

static void stop(int error, const void *site)
{
    (void)site;
    if (!simt_running)
        abort();
    end_run(worker, error);
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

static struct sigaction before[NSIG];

static void crashed(int number, siginfo_t *info, void *context)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    struct worker *w = worker;

    (void)context;
    if (simt_running && number == SIGSEGV && simt_open_touched(info->si_addr))
        return;
    /* Another worker's thread is about to end the program, and to say why. */
    while (info->si_code > 0 && atomic_flag_test_and_set(&told))
        pause();
    if (!simt_running && number == SIGSEGV && simt_is_closed(info->si_addr)) {
        static const char text[] =
            "The host touches memory of the device, which only kernels and "
            "cudaMemcpy() can. The memory check of make grade, or simtcc "
            "--check, names the line.\n";
        ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);

        (void)n; /* nobody to tell */
    }
    if (simt_running && w && w->run) {
        const char *what = "accesses memory that does not exist";
        char text[640], who[128] = "after writing past the end of a "
                                   "__shared__ array a thread";
        int n;

        if (number == SIGFPE)
            what = "divides an integer by zero";
        for (const struct pool *p = w->pools; p && number != SIGFPE;
             p = p->next)
            if (fiber_overflowed(p->fibers, FIBERS, info->si_addr))
                what = "has a stack overflow (recursion too deep or large "
                       "local arrays)";
        const struct simt_launch *l = w->run->launch;
        /* They lie beside the __shared__ variables. */
        if (blockIdx.x < l->grid.x && blockIdx.y < l->grid.y &&
            blockIdx.z < l->grid.z && threadIdx.x < l->block.x &&
            threadIdx.y < l->block.y && threadIdx.z < l->block.z)
            snprintf(who, sizeof who, "block (%u,%u,%u), thread (%u,%u,%u)",
                     blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
                     threadIdx.y, threadIdx.z);
        n = snprintf(text, sizeof text,
                     "The kernel %.200s crashed: %s %s. The memory check of "
                     "make grade, or simtcc --check, names the line.\n",
                     l->kernel, who, what);
        n = (int)write(STDERR_FILENO, text, (size_t)n);
        (void)n; /* nobody to tell */
    }
    /* It happens again as soon as this handler returns. */
    sigaction(number, &before[number], NULL);
}

static pthread_key_t worker_key;

static void free_block(struct block *b)
{
    if (b)
        free(b->image);
    free(b);
}

static void free_worker(void *memory)
{
    struct worker *w = memory;
    stack_t none = {.ss_flags = SS_DISABLE};

    if (w->signal_stack) {
        sigaltstack(&none, NULL);
        munmap(w->signal_stack, SIGNAL_STACK);
    }
    for (struct pool *p = w->pools, *next; p; p = next) {
        next = p->next;
        fiber_free(p->fibers, FIBERS);
        free(p);
    }
    free_block(w->own);
    free(w->parked);
    free(w);
    worker = NULL;
}

static void watch_crashes(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE};
    struct sigaction action = {.sa_sigaction = crashed,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};

    for (int i = 0; i < 3; i++)
        sigaction(numbers[i], &action, &before[numbers[i]]);
}

static void start(void)
{
    static pthread_once_t called = PTHREAD_ONCE_INIT;

    pthread_once(&called, watch_crashes);
}

static void once(void)
{
    pthread_key_create(&worker_key, free_worker);
    start();
}

/* ---- workers --------------------------------------------------------- */

int simt_workers(void)
{
    static int n;

    if (!n)
        n = omp_get_max_threads();
    return n;
}

static struct block *new_block(void)
{
    struct block *b = calloc(1, sizeof *b);

    if (!b)
        no_memory();
    b->ready = b->rings[0];
    b->waiting = b->rings[1];
    return b;
}

static struct worker *this_worker(void)
{
    static pthread_once_t called = PTHREAD_ONCE_INIT;
    struct worker *w = worker;
    stack_t stack = {.ss_size = SIGNAL_STACK}, old;

    if (w)
        return w;
    pthread_once(&called, once);
    w = calloc(1, sizeof *w);
    if (!w)
        no_memory();
    w->own = new_block();
    /* The stack that overflowed cannot be used to say so. */
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
        stack.ss_sp = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (stack.ss_sp != MAP_FAILED && sigaltstack(&stack, NULL) == 0)
            w->signal_stack = stack.ss_sp;
    }
    pthread_setspecific(worker_key, w);
    return worker = w;
}

/* After an error: whatever the fibers were doing is forgotten. */
static void reset(struct worker *w)
{
    w->unused = NULL;
    for (struct pool *p = w->pools; p; p = p->next)
        for (int i = FIBERS - 1; i >= 0; i--) {
            p->threads[i].held = false;
            prepare(w, &p->threads[i]);
        }
    free_block(w->own);
    w->own = new_block();
}

/* Run w->block until it is parked or done; blocks that follow it on the same
 * fiber take its place. */
static void go(struct worker *w)
{
    struct block *b = w->block;
    void *next;

    if (!b->begun) {
        b->begun = true;
        next = fresh(w);
    } else {
        swap_shared(w, b, true);
        next = pop(b);
    }
    b->parked = false;
    simt_switch(&w->main, next);
    b->begun = b->parked;
    if (b->parked)
        swap_shared(w, b, false);
}

static void begin(struct worker *w, struct run *r)
{
    w->run = r;
    w->taken = w->taken_end = w->blocks = 0;
    simt_running = true;
    blockDim = r->launch->block;
    gridDim = r->launch->grid;
    simt_feed.dim = r->launch->block;
}

/* Run blocks until no one is left to take. */
static void work(struct worker *w)
{
    const int workers = simt_workers(), threads = (int)w->run->threads;
    int most = (RESIDENT / threads < RESIDENT_BLOCKS ? RESIDENT / threads
                                                     : RESIDENT_BLOCKS) /
                   workers +
               1;
    int turn = 0;

    for (;;) {
        if (w->parked_n < most) {
            w->block = w->own;
            if (next_block(w)) {
                go(w);
                if (!w->own->begun)
                    continue;
                if (!w->parked)
                    w->parked = malloc(RESIDENT * sizeof *w->parked);
                if (!w->parked)
                    no_memory();
                w->parked[w->parked_n++] = w->own;
                w->own = new_block();
                continue;
            }
        }
        if (!w->parked_n || atomic_load(&w->run->error) ||
            (w->alone_until && atomic_load(&w->run->next) < w->run->blocks))
            break;
        turn = (turn + 1) % w->parked_n;
        if (turn == 0)
            sched_yield(); /* all of them wait for another worker, maybe */
        w->block = w->parked[turn];
        go(w);
        if (!w->block->begun) {
            free_block(w->block);
            w->parked[turn] = w->parked[--w->parked_n];
        }
    }
    if (atomic_load(&w->run->error)) {
        while (w->parked_n)
            free_block(w->parked[--w->parked_n]);
        reset(w);
    }
}

/* All blocks are resident: each worker has a share of them and takes all of it
 * from one grid_sync() to the next. */
static void cooperate(struct worker *w, int id, int workers)
{
    struct run *r = w->run;
    uint64_t first = r->blocks * (uint64_t)id / (uint64_t)workers;
    uint64_t end = r->blocks * ((uint64_t)id + 1) / (uint64_t)workers;
    struct block **blocks = calloc(end - first + 1, sizeof *blocks);
    bool begun = false, over;

    if (!blocks)
        no_memory();
    w->taken = first;
    w->taken_end = end;
    w->at.x = (unsigned)(first % r->launch->grid.x);
    w->at.y = (unsigned)(first / r->launch->grid.x % r->launch->grid.y);
    w->at.z = (unsigned)(first / r->launch->grid.x / r->launch->grid.y);
    for (uint64_t i = 0; i < end - first; i++)
        blocks[i] = new_block();
    for (;;) {
        for (bool again = true; again && !atomic_load(&r->error);) {
            again = false;
            for (uint64_t i = 0; i < end - first; i++) {
                struct block *b = w->block = blocks[i];

                if (begun ? !b->begun || b->at_grid == b->fibers
                          : !next_block(w))
                    continue;
                go(w);
                if (!b->begun)
                    atomic_fetch_sub(&r->unfinished, 1);
                else if (b->at_grid != b->fibers)
                    again = true; /* it gave way to others */
                if (atomic_load(&r->error))
                    break;
            }
            begun = true;
        }
#pragma omp barrier
        over = atomic_load(&r->error) || !atomic_load(&r->unfinished);
        /* Nobody goes on before all have looked. */
#pragma omp barrier
        if (over)
            break;
        for (uint64_t i = 0; i < end - first; i++) {
            struct block *b = blocks[i];

            for (unsigned k = 0; k < b->at_grid; k++)
                push(b, b->grid[k]);
            b->at_grid = 0;
        }
    }
    for (uint64_t i = 0; i < end - first; i++)
        free_block(blocks[i]);
    free(blocks);
    if (atomic_load(&r->error))
        reset(w);
}

/* Waking the other workers takes longer than a small kernel does. How long a
 * block of a kernel took is remembered by the address of its loop. */
static struct {
    _Atomic uintptr_t kernel;
    _Atomic int64_t block_ns;
} known[KNOWN];

static unsigned known_place(const struct simt_launch *l)
{
    return (unsigned)((uintptr_t)l->threads >> 4) % KNOWN;
}

static bool is_small(const struct simt_launch *l, uint64_t blocks)
{
    unsigned i = known_place(l);

    if (blocks == 1 || simt_workers() == 1)
        return true;
    return atomic_load(&known[i].kernel) == (uintptr_t)l->threads &&
           (double)atomic_load(&known[i].block_ns) * (double)blocks < ALONE_NS;
}

static int run(const struct simt_launch *l)
{
    struct run r = {.launch = l};
    struct worker *w = this_worker();
    int64_t began = nanoseconds();

    r.threads = l->block.x * l->block.y * l->block.z;
    r.blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    atomic_init(&r.unfinished, r.blocks);
    begin(w, &r);
    if (!l->cooperative && is_small(l, r.blocks)) {
        w->alone_until = began + 2 * ALONE_NS;
        work(w);
        w->alone_until = 0;
    }
    if (atomic_load(&r.next) < r.blocks && !atomic_load(&r.error)) {
#pragma omp parallel num_threads(simt_workers())
        {
            struct worker *own = this_worker();

            if (own != w)
                begin(own, &r);
            if (l->cooperative)
                cooperate(own, omp_get_thread_num(), omp_get_num_threads());
            else
                work(own);
            simt_running = own == w;
            if (own == w && own->blocks) {
                unsigned i = known_place(l);

                atomic_store(&known[i].kernel, (uintptr_t)l->threads);
                atomic_store(&known[i].block_ns,
                             (nanoseconds() - began) / (int64_t)own->blocks);
            }
        }
    }
    return atomic_load(&r.error);
}

const struct simt_ops simt_fast_ops = {
    .start = start,
    .run = run,
    .barrier = barrier,
    .warp = warp,
    .grid_sync = grid_sync,
    .fence = fence,
    .async = async,
    .yield = yield,
    .atomic = atomic,
    .stop = stop,
};
