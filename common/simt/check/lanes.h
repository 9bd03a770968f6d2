/*
 * lanes.h - the running lane: what the engine, the hooks and the signal
 * handlers of check mode share. One operating system thread at a time runs
 * kernels.
 */
#ifndef SIMT_CHECK_LANES_H
#define SIMT_CHECK_LANES_H

#include "check/check.h"
#include "engine/engine.h"

/* What runs between an access and the next lane lies in a section of its own:
 * a stack that overflows there does so because of the program around it. */
#define LANE_CODE __attribute__((section("simt_lane_code")))

extern __thread bool check_in_lane; /* set while lanes run, not the engine */
extern __thread uintptr_t check_lane_span; /* shadow_span then; else 0 */
extern struct warp *check_running;
extern struct lane *check_lane;

/* How far the launch is; what decides that it gets nowhere. */
extern struct progress {
    uint64_t steps;     /* of warps */
    uint64_t idle;      /* of these, the last ones that changed nothing */
    uint64_t arrivals;  /* of threads at barriers */
    uint64_t clock;     /* the step at which the clock is looked at next */
    uint64_t watch;     /* not 0: the time is up; it ends at this step */
    uint64_t began;     /* ns of the processor */
    double limit;       /* s; see docs/cpu-device.md, SIMT_SECONDS */
    uintptr_t stuck_at; /* where the watchdog found a lane; 0: nowhere */
    bool may_pause;     /* the block may give way to one that has not begun */
    bool pausing, pausing_before; /* it does; before what may take a lock */
} check_progress;

extern int check_stop_error;

/* Idle steps (that change nothing: failed CAS, volatile reads) after which
 * another block goes on, or the kernel is ended. */
enum { IDLE_BLOCK = 20000, IDLE_KERNEL = 2000000 };

/* Of the processor, so that a busy machine makes no kernel endless. */
uint64_t check_now_ns(void);
void *check_need(void *p); /* ends the program without memory */

/*
 * Leave one lane, go on with another. Not simt_switch(): that returns, and a
 * return is predicted to go where the last call came from. Here it comes from
 * the next access of the lane before, and goes to where all lanes of the group
 * go, as a jump is predicted.
 */
void simt_lane_switch(struct lane *from, struct lane *to);

/* The next lane of the chain, in the end the engine, goes on. */
static inline __attribute__((always_inline)) void check_give_way(void)
{
    struct lane *me = check_lane, *next = me->next;

    check_lane = next;
    threadIdx = next->index;
    simt_lane_switch(me, next);
}

static inline unsigned check_this_lane(void)
{
    return (unsigned)(check_lane - check_running->lane);
}

/* Leave a lane for good. */
__attribute__((noreturn)) void check_abandon_lane(void);

/* Note an access and give way: it is looked at, then the lane goes on. */
void check_note_access(uintptr_t address, uint32_t op, uintptr_t site);

/* Wait until the engine has cleared the lane's bit in blocked. */
void check_lane_waits(enum wait wait, uintptr_t site, enum op op);
void check_lane_unblocked(struct warp *w, int lane);

void check_prepare_lane(struct lane *l, struct fiber *f);
/* Let the lanes of the chain run, each to its next stop. */
void check_run_chain(struct warp *w);

/* ---- bounds.c -------------------------------------------------------- */

/* What the lane was to show and has not. Returns whether there was such. */
bool check_report_beyonds(struct warp *w, int lane);
/* s[0][t] may walk over all rows of s: no mistake in what is touched. The
 * access belongs to the index if it is as far from the start of some row. */
void check_see_beyond(const struct warp_request *r);

/* ---- access.c -------------------------------------------------------- */

extern int check_device;                  /* that the kernel runs on */
extern struct warp_request check_request; /* the last one that was looked at */
/* These lanes have arrived at accesses of one place: look at them. */
void check_look_at_group(struct warp *w, uint32_t group);
extern bool check_one_by_one; /* ... and its lanes must go on one by one */

/* ---- turns.c, exchange.c --------------------------------------------- */

/* The lanes of the warp that go next. 0: none can. */
uint32_t check_choose(struct warp *w);
/* Does what lanes wait for that all have come to; whether there was such. */
bool check_exchange(struct warp *w);
void check_report_mask(struct warp *w, int lane, const char *text,
                       bool undefined);

/* ---- endless.c ------------------------------------------------------- */

/* The time is up: where the warp is now. */
void check_see_where(const struct warp *w);
/* Whether the kernel's time is up, and has been for some steps more, in which
 * loops show that they go round. */
bool check_time_is_up(void);
void check_report_endless(struct warp *w);

/* ---- warps.c, blocks.c, grid.c --------------------------------------- */

void check_run_warp(struct warp *w);

/* others: there are blocks to give way to. fresh: one that may begin now.
 * paused: waits for this one to get no further, if it stands before what takes
 * a lock, to have taken it; null: none. */
enum outcome { DONE, STALLED, BUSY, PAUSED, AT_GRID, STOPPED };
enum outcome check_run_block(struct block *b, bool others, bool fresh,
                             const struct block *paused);

/* The stacks of all threads that the device's multiprocessors hold at once.
 * Made before the program begins, which cannot take that memory first. */
void check_make_stacks(void);
/* All blocks of the launch. */
void check_run_blocks(uint64_t blocks, int threads);

/* ---- crash.c --------------------------------------------------------- */

extern __thread bool check_host_told; /* of the access that crashes now */
void check_watch_crashes(void);
void check_prepare_signals(void); /* of this thread, before a kernel */
void check_watch(bool on);        /* lanes that no longer come to a hook */

#endif
