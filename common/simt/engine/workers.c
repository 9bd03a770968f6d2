/*
 * workers.c - fast mode's operating system threads: each takes blocks, a chunk
 * at a time, until no one is left, and keeps those that wait for other blocks.
 * See fast.c.
 */
#define _GNU_SOURCE
#include "engine/fast.h"

#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
        fast_no_memory();
    if (load) {
        memcpy(start, b->image, before);
        memcpy(start + after, b->image + after, bytes - after);
    } else {
        memcpy(b->image, start, before);
        memcpy(b->image + after, start + after, bytes - after);
    }
}

/* ---- crashes ------------------------------------------------------------- */

static struct sigaction before[NSIG];

static void crashed(int number, siginfo_t *info, void *context)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    struct worker *w = fast_worker;

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
    fast_worker = NULL;
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

static struct block *new_block(void)
{
    struct block *b = calloc(1, sizeof *b);

    if (!b)
        fast_no_memory();
    b->ready = b->rings[0];
    b->waiting = b->rings[1];
    return b;
}

static struct worker *this_worker(void)
{
    static pthread_once_t called = PTHREAD_ONCE_INIT;
    struct worker *w = fast_worker;
    stack_t stack = {.ss_size = SIGNAL_STACK}, old;

    if (w)
        return w;
    pthread_once(&called, once);
    w = calloc(1, sizeof *w);
    if (!w)
        fast_no_memory();
    w->own = new_block();
    /* The stack that overflowed cannot be used to say so. */
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
        stack.ss_sp = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (stack.ss_sp != MAP_FAILED && sigaltstack(&stack, NULL) == 0)
            w->signal_stack = stack.ss_sp;
    }
    pthread_setspecific(worker_key, w);
    return fast_worker = w;
}

/* After an error: whatever the fibers were doing is forgotten. */
static void reset(struct worker *w)
{
    w->unused = NULL;
    for (struct pool *p = w->pools; p; p = p->next)
        for (int i = FIBERS - 1; i >= 0; i--) {
            p->threads[i].held = false;
            fast_prepare(w, &p->threads[i]);
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
        next = fast_fresh(w);
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
    const int workers = w->run->workers, threads = (int)w->run->threads;
    int most = (RESIDENT / threads < RESIDENT_BLOCKS ? RESIDENT / threads
                                                     : RESIDENT_BLOCKS) /
                   workers +
               1;
    int turn = 0;

    for (;;) {
        if (w->parked_n < most) {
            w->block = w->own;
            if (fast_next_block(w)) {
                go(w);
                if (!w->own->begun)
                    continue;
                if (!w->parked)
                    w->parked = malloc(RESIDENT * sizeof *w->parked);
                if (!w->parked)
                    fast_no_memory();
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
static void cooperate(struct worker *w, int id)
{
    struct run *r = w->run;
    const int workers = r->workers;
    uint64_t first = r->blocks * (uint64_t)id / (uint64_t)workers;
    uint64_t end = r->blocks * ((uint64_t)id + 1) / (uint64_t)workers;
    struct block **blocks = calloc(end - first + 1, sizeof *blocks);
    bool begun = false, over;

    if (!blocks)
        fast_no_memory();
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
                          : !fast_next_block(w))
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
        helpers_meet(&r->meeting, workers);
        over = atomic_load(&r->error) || !atomic_load(&r->unfinished);
        /* Nobody goes on before all have looked. */
        helpers_meet(&r->meeting, workers);
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
    _Atomic uint64_t block_ns;
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

/* A worker's share of a launch. The time that counts is the processor's: how
 * many others want that is not the kernel's. */
static void take_part(void *argument, int number)
{
    struct run *r = argument;
    struct worker *w = this_worker();
    uint64_t blocks, began;

    if (number)
        begin(w, r);
    blocks = w->blocks;
    began = fast_processor_ns();
    if (r->launch->cooperative)
        cooperate(w, number);
    else
        work(w);
    simt_running = number == 0;
    if (number == 0 && w->blocks > blocks) {
        const unsigned i = known_place(r->launch);

        atomic_store(&known[i].kernel, (uintptr_t)r->launch->threads);
        atomic_store(&known[i].block_ns,
                     (fast_processor_ns() - began) / (w->blocks - blocks));
    }
}

static int run(const struct simt_launch *l)
{
    struct run r = {.launch = l, .workers = simt_workers()};
    struct worker *w = this_worker();

    r.threads = l->block.x * l->block.y * l->block.z;
    r.blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    atomic_init(&r.unfinished, r.blocks);
    begin(w, &r);
    if (!l->cooperative && is_small(l, r.blocks)) {
        w->alone_until = fast_nanoseconds() + 2 * ALONE_NS;
        work(w);
        w->alone_until = 0;
    }
    if (atomic_load(&r.next) < r.blocks && !atomic_load(&r.error)) {
        r.workers = helpers_take();
        if (r.workers > 1)
            helpers_run(take_part, &r);
        else
            take_part(&r, 0);
        helpers_give_back(r.workers);
    }
    return atomic_load(&r.error);
}

const struct simt_ops simt_fast_ops = {
    .start = start,
    .run = run,
    .barrier = fast_barrier,
    .warp = fast_warp,
    .grid_sync = fast_grid_sync,
    .fence = fast_fence,
    .async = fast_async,
    .yield = fast_yield,
    .atomic = fast_atomic,
    .stop = fast_stop,
};
