/*
 * launch.c - a kernel launch: the configuration's limits and the error that is
 * kept, then the mode's run(). Launches from kernels wait until their kernel
 * has ended: `children` has them in their order, `lock` is held by who adds
 * one; the host's thread alone takes them off.
 */
#define _GNU_SOURCE
#include "base/print.h"
#include "base/variables.h"
#include "engine/engine.h"
#include "host/host.h"
#include "include/simt_helpers.h"
#include "timeline/timeline.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool within(const struct simt_xyz *d, unsigned x, unsigned y, unsigned z)
{
    return d->x - 1 < x && d->y - 1 < y && d->z - 1 < z;
}

/* Blocks that the teaching device holds at once. */
static uint64_t resident(const struct simt_launch *l, uint64_t threads)
{
    uint64_t warps = (threads + SIMT_WARP - 1) / SIMT_WARP;
    uint64_t blocks = 64 / warps; /* 2048 threads */

    if (blocks > 32)
        blocks = 32;
    if (l->shared && blocks > (164 << 10) / (l->shared + 1024))
        blocks = (164 << 10) / (l->shared + 1024);
    return blocks * SIMT_SM_COUNT;
}

/* SIMT_REFUSE_LAUNCHES: each launch; SIMT_REFUSE_LAUNCH=k: of each device, the
 * host's k-th one. */
static bool refused(void)
{
    static int n[SIMT_DEVICES_MAX];
    const int device = simt_device();

    if (getenv("SIMT_REFUSE_LAUNCHES"))
        return simt_refuses(device);
    return !simt_running && simt_turn("SIMT_REFUSE_LAUNCH", device, n) == 0;
}

/* SIMT_BREAK_KERNEL=k: the host's k-th kernel of a device stops at once, which
 * the host sees when it waits. Until then no kernel does anything. */
static bool breaks(void)
{
    static int n[SIMT_DEVICES_MAX];

    if (simt_turn("SIMT_BREAK_KERNEL", simt_device(), n) < 0)
        return false;
    simt_broken = cudaErrorLaunchFailure;
    __atomic_fetch_add(&simt_refusals, 1, __ATOMIC_RELAXED);
    return true;
}

#define SITE __builtin_return_address(0)

#define REFUSE(error, ...) simt_misused_launch(l, error, site, __VA_ARGS__)

/* "64 x 32", "2048": without what is 1. */
struct size {
    char text[40];
};

static struct size size_of(const struct simt_xyz *d)
{
    struct size s;

    if (d->z != 1)
        snprintf(s.text, sizeof s.text, "%u x %u x %u", d->x, d->y, d->z);
    else if (d->y != 1)
        snprintf(s.text, sizeof s.text, "%u x %u", d->x, d->y);
    else
        snprintf(s.text, sizeof s.text, "%u", d->x);
    return s;
}

static int check_block(const struct simt_launch *l, uint64_t threads,
                       const void *site)
{
    const struct simt_xyz *b = &l->block;
    const struct size size = size_of(b);
    char product[40] = "";

    if (within(b, SIMT_BLOCK_MAX, SIMT_BLOCK_MAX, SIMT_BLOCK_Z_MAX) &&
        threads <= SIMT_BLOCK_MAX)
        return 0;
    if (!b->x || !b->y || !b->z)
        return REFUSE(cudaErrorInvalidConfiguration,
                      "%s is launched with blocks of %s threads: a block has "
                      "at least 1 in each direction.",
                      l->kernel, size.text);
    if (threads <= SIMT_BLOCK_MAX)
        return REFUSE(cudaErrorInvalidConfiguration,
                      "%s is launched with blocks of %s threads; a block has "
                      "at most %d in z.",
                      l->kernel, size.text, SIMT_BLOCK_Z_MAX);
    if (b->y != 1 || b->z != 1)
        snprintf(product, sizeof product, " = %llu",
                 (unsigned long long)threads);
    return REFUSE(cudaErrorInvalidConfiguration,
                  "%s is launched with blocks of %s%s threads; a block has at "
                  "most %d.",
                  l->kernel, size.text, product, SIMT_BLOCK_MAX);
}

/* __launch_bounds__ */
static int exceeds(const struct simt_launch *l, uint64_t threads, int most,
                   const void *site)
{
    return REFUSE(cudaErrorLaunchOutOfResources,
                  "%s is launched with blocks of %llu threads, but its "
                  "__launch_bounds__ promise at most %d: so the launch fails. "
                  "Launch smaller blocks, or write the larger number there.",
                  l->kernel, (unsigned long long)threads, most);
}

static int check_grid(const struct simt_launch *l, const void *site)
{
    const struct simt_xyz *g = &l->grid;
    const struct size size = size_of(g);

    if (within(g, SIMT_GRID_X_MAX, SIMT_GRID_YZ_MAX, SIMT_GRID_YZ_MAX))
        return 0;
    if (!g->x || !g->y || !g->z)
        return REFUSE(cudaErrorInvalidConfiguration,
                      "%s is launched with a grid of %s blocks: a grid has at "
                      "least 1 in each direction.",
                      l->kernel, size.text);
    if (g->x > SIMT_GRID_X_MAX)
        return REFUSE(cudaErrorInvalidConfiguration,
                      "%s is launched with a grid of %s blocks; a grid has at "
                      "most %d in x. Is the number below 0, or too large for "
                      "an int?",
                      l->kernel, size.text, SIMT_GRID_X_MAX);
    return REFUSE(cudaErrorInvalidConfiguration,
                  "%s is launched with a grid of %s blocks; a grid has at most "
                  "%d in y and in z. There is more room in x.",
                  l->kernel, size.text, SIMT_GRID_YZ_MAX);
}

/* 0 or an error, which is kept. */
static int check_limits(const struct simt_launch *l, const void *site)
{
    const struct simt_xyz *g = &l->grid, *b = &l->block;
    uint64_t threads = (uint64_t)b->x * b->y * b->z;
    uint64_t blocks = (uint64_t)g->x * g->y * g->z;
    int error;

    if ((error = check_block(l, threads, site)) ||
        (error = check_grid(l, site)))
        return error;
    if (threads > (uint64_t)simt_threads_limit(l->function))
        return exceeds(l, threads, simt_threads_limit(l->function), site);
    if (l->shared > simt_shared_limit(l->function))
        return REFUSE(cudaErrorInvalidValue,
                      "%s is launched with %zu bytes of dynamic shared memory; "
                      "it may have %zu.",
                      l->kernel, l->shared, simt_shared_limit(l->function));
    if (l->cooperative && blocks > resident(l, threads))
        return REFUSE(cudaErrorCooperativeLaunchTooLarge,
                      "%s is launched cooperatively with %llu blocks; the "
                      "device holds %llu such blocks at once.",
                      l->kernel, (unsigned long long)blocks,
                      (unsigned long long)resident(l, threads));
    if (!simt_running && simt_device_of(l->stream) != simt_device())
        return REFUSE(cudaErrorInvalidResourceHandle,
                      "%s is launched in a stream of device %d, and the "
                      "current device is %d; cudaSetDevice() has to come "
                      "before the launch.",
                      l->kernel, simt_device_of(l->stream), simt_device());
    if (refused())
        return simt_launch_refused(simt_refusal(cudaErrorLaunchOutOfResources),
                                   l);
    return 0;
}

/* What a thread has said of its launch: see simt_exceeds(). */
static struct simt_launch exceeding;
static int bounds;

void simt_exceeds(int most)
{
    __atomic_store_n(&bounds, most, __ATOMIC_RELAXED);
    simt_stop(cudaErrorLaunchOutOfResources);
}

static int run(const struct simt_launch *l)
{
    int error;

    blockDim = l->block;
    gridDim = l->grid;
    simt_cooperative = l->cooperative;
    simt_running = true;
    error = simt_run(l);
    simt_running = false;
    if (error == cudaErrorLaunchOutOfResources)
        exceeding = *l;
    return error;
}

/* ---- launches from kernels ------------------------------------------- */

/* On pages of its own, the arguments behind it. */
struct child {
    struct simt_launch launch; /* first, as the arguments, 64 bytes aligned */
    struct child *next;
    size_t bytes;
} __attribute__((aligned(64)));

enum { DEPTH_MAX = 24 };
#define TAIL_LAUNCH ((void *)3) /* cudaStreamTailLaunch */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct child *children, **last_child = &children; /* in their order */
static size_t pending; /* children that have not begun */
static int depth;      /* of the running kernel; 0: the host launched it */

/* A kernel launches: to be run when it has ended. */
static int add_child(const struct simt_launch *l, const void *site)
{
    size_t bytes = sizeof(struct child) + l->args_bytes;
    struct child *c;
    int error = check_limits(l, site);

    if (error)
        return error;
    if (depth >= DEPTH_MAX)
        return REFUSE(cudaErrorLaunchMaxDepthExceeded,
                      "%s is launched by a kernel that is itself the %dth in a "
                      "chain of kernels that launch each other; more are not "
                      "possible.",
                      l->kernel, DEPTH_MAX);
    c = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
             -1, 0);
    if (c == MAP_FAILED)
        return simt_error(cudaErrorMemoryAllocation);
    c->launch = *l;
    c->launch.args = c + 1;
    c->launch.asked = simt_ops->now ? simt_ops->now() : 0;
    c->bytes = bytes;
    simt_copy_bytes(c->launch.args, l->args, l->args_bytes);
    pthread_mutex_lock(&lock);
    if (pending >= simt_pending_limit()) {
        pthread_mutex_unlock(&lock);
        munmap(c, bytes);
        return REFUSE(cudaErrorLaunchPendingCountExceeded,
                      "%s is launched by a kernel while %zu launches wait to "
                      "begin; cudaDeviceSetLimit("
                      "cudaLimitDevRuntimePendingLaunchCount, n) allows more.",
                      l->kernel, pending);
    }
    pending++;
    *last_child = c;
    last_child = &c->next;
    pthread_mutex_unlock(&lock);
    return 0;
}

/* And then its children with theirs, those of the tail launch stream last. The
 * very last one is run in place of its parent: a kernel may launch itself in
 * that stream as often as it likes. */
static int run_family(const struct simt_launch *l, int level)
{
    struct child *self = NULL, *mine, *last, *next;
    int error;

    do {
        depth = level;
        error = run(l);
        mine = children;
        children = NULL;
        last_child = &children;
        last = NULL;
        for (struct child *c = mine; c; c = c->next) {
            if (c->launch.stream == TAIL_LAUNCH)
                last = c;
            else
                c->launch.ended = simt_ops->now ? simt_ops->now() : 0;
        }
        for (int tail = 0; tail < 2; tail++)
            for (struct child *c = mine; c; c = c->next) {
                if ((c->launch.stream == TAIL_LAUNCH) != tail)
                    continue;
                pending--;
                if (!error && c != last)
                    error = run_family(&c->launch, level + !tail);
            }
        if (self)
            munmap(self, self->bytes);
        self = error ? NULL : last;
        for (; mine; mine = next) {
            next = mine->next;
            if (mine != self)
                munmap(mine, mine->bytes);
        }
        if (self)
            l = &self->launch;
    } while (self);
    return error;
}

/* True: that is all that is done. */
static bool count_threads(const struct simt_launch *l)
{
    const uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;

    if (blocks > simt_launched) {
        simt_launched = blocks;
        memcpy(simt_shape, &l->grid, sizeof l->grid);
        memcpy(simt_shape + 3, &l->block, sizeof l->block);
    }
    simt_threads += blocks * l->block.x * l->block.y * l->block.z;
    return simt_dry;
}

int simt_launch(const struct simt_launch *l)
{
    const void *site = simt_launch_site ? simt_launch_site : SITE;
    int error;

    simt_launch_site = NULL;
    if (simt_running)
        return add_child(l, site);
    error = simt_error(0);
    if (!error)
        error = check_limits(l, site);
    if (error)
        return error;
    if (simt_capturing && (error = simt_capturing->launch(l)) >= 0)
        return error;
    if (count_threads(l) || breaks())
        return 0;
    simt_print_begins(l);
    timeline_begins(l->stream, NULL);
    variables_take();
    simt_open_memory();
    error = run_family(l, 0);
    simt_close_memory();
    variables_give();
    timeline_work(l->stream, &(struct simt_work){.what = l->kernel,
                                                 .engine = SIMT_COMPUTE,
                                                 .file = l->file,
                                                 .line = l->line});
    if (!error)
        return 0;
    if (error == cudaErrorLaunchOutOfResources)
        return exceeds(&exceeding,
                       (uint64_t)exceeding.block.x * exceeding.block.y *
                           exceeding.block.z,
                       bounds, site);
    simt_host_waits(); /* there are no results to wait for */
    return error == cudaErrorCooperativeLaunchTooLarge
               ? simt_error(error)
               : simt_sticky_error(error);
}
