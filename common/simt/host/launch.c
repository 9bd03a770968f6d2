/*
 * launch.c - a kernel launch: the configuration's limits and the error that is
 * kept, then the mode's run(). Launches from kernels wait until their kernel
 * has ended. And what device code calls, handed to the mode.
 */
#define _GNU_SOURCE
#include "base/device.h"
#include "host/memory.h"
#include "timeline/timeline.h"
#include "host/variables.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

/* The built-in variables; the headers declare them as uint3 and dim3. */
extern __thread struct simt_xyz threadIdx, blockIdx, blockDim, gridDim SIMT_TLS;
__thread struct simt_xyz threadIdx, blockIdx, blockDim, gridDim;
__thread struct simt_feed simt_feed;
__thread char simt_dynamic_shared[SIMT_SHARED_MAX]
    __attribute__((aligned(128)));

__thread bool simt_running;
static bool cooperative; /* the last launch */
const struct simt_ops *simt_ops = &simt_fast_ops;
bool simt_check_mode;
unsigned simt_refusals;
uint64_t simt_launched, simt_threads;
bool simt_dry;
bool simt_accepts;

enum {
    INVALID_VALUE = 1,
    MEMORY_ALLOCATION = 2,
    INVALID_CONFIGURATION = 9,
    MAX_DEPTH_EXCEEDED = 65,
    PENDING_COUNT_EXCEEDED = 69,
    INVALID_RESOURCE_HANDLE = 400,
    LAUNCH_OUT_OF_RESOURCES = 701,
    LAUNCH_FAILURE = 719,
    COOPERATIVE_TOO_LARGE = 720,
};

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

const struct simt_launch *simt_refused;

/* SIMT_REFUSE_LAUNCHES: each launch; SIMT_REFUSE_LAUNCH=k: of each device, the
 * host's k-th one. */
static bool refused(void)
{
    const char *which = getenv("SIMT_REFUSE_LAUNCH");
    const int device = simt_device();
    static int n[SIMT_DEVICES_MAX];

    if (!simt_refuses(device) || simt_accepts)
        return false;
    return getenv("SIMT_REFUSE_LAUNCHES") ||
           (which && !simt_running && ++n[device] == atoi(which));
}

/* SIMT_REFUSE_ERROR: the number of the error. */
int simt_refusal(int error)
{
    const char *other = getenv("SIMT_REFUSE_ERROR");

    __atomic_fetch_add(&simt_refusals, 1, __ATOMIC_RELAXED);
    return other ? atoi(other) : error;
}

/* SIMT_BREAK_KERNEL=k: the host's k-th kernel of a device stops at once, which
 * the host sees when it waits. Until then no kernel does anything. */
static bool breaks(void)
{
    const char *which = getenv("SIMT_BREAK_KERNEL");
    const int device = simt_device();
    static int n[SIMT_DEVICES_MAX];

    if (!which || !simt_refuses(device) || simt_accepts ||
        ++n[device] < atoi(which))
        return false;
    simt_broken = LAUNCH_FAILURE;
    __atomic_fetch_add(&simt_refusals, 1, __ATOMIC_RELAXED);
    return true;
}

#define SITE __builtin_return_address(0)

#define REFUSE(error, ...) \
    (simt_refused = l, simt_misuse(error, "launch", site, __VA_ARGS__))

/* 0 or an error, which is kept. */
static int check_limits(const struct simt_launch *l, const void *site)
{
    const struct simt_xyz *g = &l->grid, *b = &l->block;
    uint64_t threads = (uint64_t)b->x * b->y * b->z;
    uint64_t blocks = (uint64_t)g->x * g->y * g->z;

    if (!within(b, SIMT_BLOCK_MAX, SIMT_BLOCK_MAX, SIMT_BLOCK_Z_MAX) ||
        threads > SIMT_BLOCK_MAX)
        return REFUSE(INVALID_CONFIGURATION,
                      "%s is launched with blocks of %u x %u x %u = %llu "
                      "threads; 1 to %d are possible, at most %d in z.",
                      l->kernel, b->x, b->y, b->z, (unsigned long long)threads,
                      SIMT_BLOCK_MAX, SIMT_BLOCK_Z_MAX);
    if (!within(g, SIMT_GRID_X_MAX, SIMT_GRID_YZ_MAX, SIMT_GRID_YZ_MAX))
        return REFUSE(INVALID_CONFIGURATION,
                      "%s is launched with a grid of %u x %u x %u blocks; at "
                      "least 1 x 1 x 1 and at most %d x %d x %d are possible.",
                      l->kernel, g->x, g->y, g->z, SIMT_GRID_X_MAX,
                      SIMT_GRID_YZ_MAX, SIMT_GRID_YZ_MAX);
    if (l->shared > simt_shared_limit(l->function))
        return REFUSE(INVALID_VALUE,
                      "%s is launched with %zu bytes of dynamic shared memory; "
                      "it may have %zu.",
                      l->kernel, l->shared, simt_shared_limit(l->function));
    if (l->cooperative && blocks > resident(l, threads))
        return REFUSE(COOPERATIVE_TOO_LARGE,
                      "%s is launched cooperatively with %llu blocks; the "
                      "device holds %llu such blocks at once.",
                      l->kernel, (unsigned long long)blocks,
                      (unsigned long long)resident(l, threads));
    if (!simt_running && simt_device_of(l->stream) != simt_device())
        return REFUSE(INVALID_RESOURCE_HANDLE,
                      "%s is launched in a stream of device %d, and the "
                      "current device is %d; cudaSetDevice() has to come "
                      "before the launch.",
                      l->kernel, simt_device_of(l->stream), simt_device());
    if (refused())
        return simt_error(simt_refusal(LAUNCH_OUT_OF_RESOURCES));
    return 0;
}

static int run(const struct simt_launch *l)
{
    int error;

    blockDim = l->block;
    gridDim = l->grid;
    cooperative = l->cooperative;
    simt_running = true;
    error = simt_ops->run(l);
    simt_running = false;
    return error;
}

/* ---- launches from kernels --------------------------------------- */

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
        return REFUSE(MAX_DEPTH_EXCEEDED,
                      "%s is launched by a kernel that is itself the %dth in a "
                      "chain of kernels that launch each other; more are not "
                      "possible.",
                      l->kernel, DEPTH_MAX);
    c = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
             -1, 0);
    if (c == MAP_FAILED)
        return simt_error(MEMORY_ALLOCATION);
    c->launch = *l;
    c->launch.args = c + 1;
    c->bytes = bytes;
    simt_copy_bytes(c->launch.args, l->args, l->args_bytes);
    pthread_mutex_lock(&lock);
    if (pending >= simt_pending_limit()) {
        pthread_mutex_unlock(&lock);
        munmap(c, bytes);
        return REFUSE(PENDING_COUNT_EXCEEDED,
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
        for (struct child *c = mine; c; c = c->next)
            if (c->launch.stream == TAIL_LAUNCH)
                last = c;
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

    if (blocks > simt_launched)
        simt_launched = blocks;
    simt_threads += blocks * l->block.x * l->block.y * l->block.z;
    return simt_dry;
}

int simt_launch(const struct simt_launch *l)
{
    int error;

    if (simt_running)
        return add_child(l, SITE);
    error = simt_error(0);
    if (!error)
        error = check_limits(l, SITE);
    if (error)
        return error;
    if (simt_captures && (error = simt_capture_launch(l)) >= 0)
        return error;
    if (count_threads(l) || breaks())
        return 0;
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
    simt_host_waits(); /* there are no results to wait for */
    return error == COOPERATIVE_TOO_LARGE ? simt_error(error)
                                          : simt_sticky_error(error);
}

/* ---- what device code calls -------------------------------------- */

int simt_barrier(enum simt_barrier kind, int predicate)
{
    return simt_ops->barrier(kind, predicate, SITE);
}

uint64_t simt_warp(enum simt_warp_kind kind, uint32_t mask, uint64_t value,
                   int arg, int width, int *predicate)
{
    if (kind == SIMT_ACTIVE)
        value = (uintptr_t)__builtin_frame_address(0);
    return simt_ops->warp(kind, mask, value, arg, width, predicate, SITE);
}

/* All lanes of a warp; calls that differ in what they do do not meet. */
#define MATRIX(m, what)                                                     \
    do {                                                                    \
        if (simt_running)                                                   \
            simt_ops->warp(SIMT_MATRIX, UINT32_MAX, (uintptr_t)&(m),        \
                           (int)(what), SIMT_WARP, NULL, SITE);             \
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

void simt_async_copy(void)
{
    simt_ops->async(false, SITE);
}

void simt_async_wait(void)
{
    simt_ops->async(true, SITE);
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

bool simt_in_kernel(void)
{
    return simt_running;
}

bool simt_is_cooperative(void)
{
    return cooperative;
}
