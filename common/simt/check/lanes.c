/* lanes.c - lanes: their stacks, where they begin and end, what they wait for.
 */
#include "check/lanes.h"

#include <string.h>

static void lane_main(void *unused);

#if defined(__x86_64__)
void check_prepare_lane(struct lane *l, struct fiber *f)
{
    /* Six registers, where to begin, and nowhere to return to. */
    uintptr_t *top = (uintptr_t *)((uintptr_t)f->start & ~(uintptr_t)15) - 8;

    memset(top, 0, 8 * sizeof *top);
    top[6] = (uintptr_t)lane_main;
    l->sp = top;
    l->start = f->start;
}
#else
void check_prepare_lane(struct lane *l, struct fiber *f)
{
    fiber_prepare(f, lane_main, NULL);
    l->sp = f->sp;
    l->start = f->start;
}
#endif

static void report_unwaited(const struct warp *w, int lane)
{
    struct check_finding f = {.kind = SIMT_KIND_UNWAITED_COPY,
                              .at = party_of(w, lane)};

    f.at.pc = w->copied_at[lane];
    f.at.op = OP_CALL;
    report_finding(&f);
}

/* A lane's first function, and what becomes of it. */
static void lane_main(void *unused)
{
    struct warp *w;
    uint32_t bit;

    (void)unused;
    simt_feed.left = 1;
    simt_feed.next = threadIdx;
    check_launch->threads(check_launch->args);
    w = check_running;
    bit = 1u << check_this_lane();
    check_in_lane = false;
    if (w->has_beyond)
        check_report_beyonds(w, (int)check_this_lane());
    if (w->copied & ~w->waited & bit)
        report_unwaited(w, (int)check_this_lane());
    shadow_thread_end(w, (int)check_this_lane());
    check_in_lane = true;
    w->live &= ~bit;
    w->ended |= bit;
    w->block->ended++;
    check_progress.idle = 0;
    check_give_way();
    __builtin_trap();
}

void check_run_chain(struct warp *w)
{
    check_in_lane = true;
    check_lane_span = shadow_span;
    check_lane = &w->lane[w->chain[0]];
    threadIdx = check_lane->index;
    simt_lane_switch(&w->lane[32], check_lane);
    check_in_lane = false;
    check_lane_span = 0;
}

void check_lane_waits(enum wait wait, uintptr_t site, enum op op)
{
    struct warp *w = check_running;
    const unsigned lane = check_this_lane();

    if (w->has_beyond) {
        check_in_lane = false;
        if (check_report_beyonds(w, (int)lane))
            check_abandon_lane();
        check_in_lane = true;
    }
    w->wait[lane] = wait;
    w->lane[lane].site = site;
    w->lane[lane].op = op;
    w->blocked |= 1u << lane;
    if (wait == WAIT_BARRIER)
        w->block->arrived++;
    else if (wait == WAIT_GRID)
        w->block->at_grid++;
    else
        w->exchange |= 1u << lane;
    check_give_way();
}

void check_lane_unblocked(struct warp *w, int lane)
{
    w->wait[lane] = WAIT_NOT;
    w->lane[lane].op = OP_NONE;
    w->blocked &= ~(1u << lane);
    w->exchange &= ~(1u << lane);
}
