/*
 * check.c - check mode runs a kernel as the hardware would: the lanes of a warp
 * in lockstep. The compiler calls a hook, __tsan_read4() and its like, before
 * every access to memory. Each lane has a fiber; in a hook it notes its
 * access and gives way to the next lane of its warp. When all have arrived
 * somewhere, those in the same place are one request of the hardware: it is
 * looked at (bounds, races, counts), and its lanes go on to their next access.
 *
 * Here is where check mode hangs itself on the device, before main(); what a
 * launch is; what is told at marks and at the end.
 */
#include "base/handles.h"
#include "check/lanes.h"
#include "timeline/timeline.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- what device code calls ------------------------------------------ */

static pthread_mutex_t one_kernel = PTHREAD_MUTEX_INITIALIZER;
static bool failed; /* a kernel */

static int check_run(const struct simt_launch *l)
{
    const int threads = (int)(l->block.x * l->block.y * l->block.z);
    const uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    const char *seconds = getenv("SIMT_SECONDS");
    double took;

    pthread_mutex_lock(&one_kernel);
    check_launch = l;
    check_launch_number++;
    check_device = simt_device();
    check_stopping = false;
    check_stop_error = 0;
    check_progress = (struct progress){
        .steps = check_progress.steps,
        .limit = seconds && atof(seconds) > 0 ? atof(seconds) : 60};
    check_prepare_signals();
    simt_feed.dim = l->block;
    shadow_launch();
    check_progress.began = check_now_ns();
    check_watch(true);
    check_run_blocks(blocks, threads);
    check_watch(false);
    took = (double)(check_now_ns() - check_progress.began) * 1e-9;
    count_launch_end(check_stop_error, took, check_progress.arrivals);
    shadow_launch_end();
    failed = failed || check_stop_error;
    check_launch = NULL;
    pthread_mutex_unlock(&one_kernel);
    return check_stop_error;
}

static uint32_t check_now(void)
{
    if (check_in_lane) /* what its warp does next counts as behind it */
        check_running->segment = 0;
    return check_segment;
}

static int check_barrier(enum simt_barrier kind, int predicate,
                         const void *site)
{
    struct warp *w = check_running;
    const unsigned lane = check_this_lane();

    if (!check_in_lane)
        return 0;
    w->kind[lane] = (int)kind;
    w->value[lane] = predicate != 0;
    check_lane_waits(WAIT_BARRIER, (uintptr_t)site, OP_BARRIER);
    return (int)w->result[lane];
}

static uint64_t check_warp(unsigned how, uint32_t mask, uint64_t value, int arg,
                           int *predicate, const void *site)
{
    const enum simt_warp_kind kind = how % (1u << SIMT_WIDTH);
    struct warp *w = check_running;
    const unsigned lane = check_this_lane();

    if (!check_in_lane)
        return 0;
    if (kind == SIMT_ACTIVE) {
        w->lane[lane].site = (uintptr_t)site;
        w->lane[lane].op = OP_ACTIVE;
        w->lane[lane].address = (uintptr_t)value;
        check_give_way();
        return w->result[lane];
    }
    if (!(mask >> lane & 1)) {
        w->lane[lane].site = (uintptr_t)site;
        w->lane[lane].op = OP_WARP;
        check_in_lane = false;
        check_report_mask(w, (int)lane, "its own lane is not in the mask",
                          false);
        check_in_lane = true;
        mask |= 1u << lane;
    }
    w->kind[lane] = (int)kind;
    w->mask[lane] = mask;
    w->value[lane] = value;
    w->arg[lane] = arg;
    w->width[lane] = (int)(how >> SIMT_WIDTH);
    check_lane_waits(WAIT_WARP, (uintptr_t)site, OP_WARP);
    if (predicate)
        *predicate = w->predicate[lane];
    return w->result[lane];
}

static void check_ends(int error, const void *site)
{
    struct check_finding f = {.kind =
                                  error == cudaErrorAssert ? SIMT_KIND_ASSERT
                                  : error == cudaErrorCooperativeLaunchTooLarge
                                      ? SIMT_KIND_NO_GRID_SYNC
                                      : SIMT_KIND_TRAP};

    f.at = party_of(check_running, (int)check_this_lane());
    f.at.pc = (uintptr_t)site;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    check_in_lane = false;
    if (error != cudaErrorLaunchOutOfResources) /* launch.c says it */
        report_finding(&f);
    check_stop(error);
    check_abandon_lane();
}

static void check_grid_sync(const void *site)
{
    if (!check_in_lane)
        return;
    if (!check_launch->cooperative)
        check_ends(cudaErrorCooperativeLaunchTooLarge, site);
    check_lane_waits(WAIT_GRID, (uintptr_t)site, OP_BARRIER);
}

static void check_fence(enum simt_scope scope, const void *site)
{
    (void)site;
    if (!check_in_lane)
        return;
    check_in_lane = false;
    join_forget(check_running);
    shadow_fence(check_running, (int)check_this_lane(), scope);
    check_in_lane = true;
}

static void check_async(enum simt_async what, size_t batches, const void *site)
{
    struct warp *w = check_running;
    const unsigned lane = check_this_lane();
    const uint32_t bit = 1u << lane;

    if (!check_in_lane)
        return;
    switch (what) {
    case SIMT_ASYNC_BEGIN:
        w->copying |= bit;
        if (!(w->copied & bit)) {
            w->copied |= bit;
            w->waited &= ~bit;
            w->copied_at[lane] = (uintptr_t)site;
        }
        break;
    case SIMT_ASYNC_END:
        w->copying &= ~bit;
        break;
    case SIMT_ASYNC_COMMIT:
        shadow_batch(w, lane);
        break;
    case SIMT_ASYNC_WAIT:
        w->waited |= bit;
        check_in_lane = false;
        shadow_wait(w, lane, batches);
        check_in_lane = true;
        break;
    }
}

static void check_yield(const void *site)
{
    struct warp *w = check_running;
    const unsigned lane = check_this_lane();

    if (!check_in_lane)
        return;
    w->lane[lane].site = (uintptr_t)site;
    w->lane[lane].op = OP_YIELD;
    check_give_way();
}

static void check_atomic(const volatile void *p, size_t bytes,
                         enum simt_atomic kind, enum simt_scope scope,
                         const void *site)
{
    uint32_t flags = kind == SIMT_ATOMIC_CAS     ? OP_CAS
                     : kind == SIMT_ATOMIC_EXCH  ? OP_EXCH
                     : kind == SIMT_ATOMIC_STORE ? OP_EXCH | OP_STORE
                                                 : 0;

    if (scope == SIMT_BLOCK)
        flags |= OP_IN_BLOCK;
    if (check_in_lane && shadow_interesting((uintptr_t)p))
        check_note_access((uintptr_t)p,
                          OP_ATOMIC | flags | (uint32_t)bytes << OP_BYTES,
                          (uintptr_t)site);
}

static const struct simt_ops check_ops = {
    .start = check_watch_crashes,
    .run = check_run,
    .now = check_now,
    .barrier = check_barrier,
    .warp = check_warp,
    .grid_sync = check_grid_sync,
    .fence = check_fence,
    .async = check_async,
    .yield = check_yield,
    .atomic = check_atomic,
    .stop = check_ends,
};

/* ---- marks and the end ----------------------------------------------- */

void simt_report_mark(uint32_t number)
{
    report_timeline(timeline_end());
    report_mark(number, simt_copied, &count_changes);
    simt_copied = 0;
    count_changes = (struct changes){0};
}

static void end_report(void)
{
    report_timeline(timeline_end());
    report_end();
}

static void tell_not_destroyed(const char *what, const void *site, int64_t many)
{
    report_finding(&(struct check_finding){
        .kind = SIMT_KIND_NOT_DESTROYED,
        .note = true,
        .at = {.pc = (uintptr_t)site, .op = OP_CALL},
        .text = what,
        .has_index = true,
        .index = many,
    });
}

static void at_end(void)
{
    const int error = simt_last_error(false);
    const int launch_line = report_refused(error, NULL);

    if (check_in_lane) { /* exit() in a kernel, or a signal */
        check_in_lane = false;
        end_report();
        return;
    }
    /* Other calls return their errors. That of a kernel that we ended has been
     * told already, and nothing could be freed after it. */
    if (error && !failed && launch_line) {
        struct check_finding f = {.kind = SIMT_KIND_UNSEEN_ERROR,
                                  .error = simt_error_name(error),
                                  .text = simt_error_string(error),
                                  .line = launch_line};

        report_refused(error, &f.file);
        f.at.op = OP_CALL;
        report_finding(&f);
    }
    if (!failed) {
        shadow_leaks();
        simt_not_destroyed(tell_not_destroyed);
    }
    end_report();
}

/* The compiler makes every file that it instruments call this before main(). */
void __tsan_init(void);
void __tsan_init(void)
{
    static bool done;

    if (done)
        return;
    done = true;
    simt_ops = &check_ops;
    simt_check_mode = true;
    simt_memory_hooks = &shadow_memory_hooks;
    simt_tell_misuse = report_misuse;
    timeline_hooks = &report_timeline_hooks;
    check_make_stacks();
    shadow_start();
    join_start();
    report_start();
    atexit(at_end);
}
