/* blocks.c - a block: its warps in turn, its barriers, and why it gets nowhere.
 */
#include "check/lanes.h"

#include <string.h>

/* Steps of any kind, and barriers, after which another block goes on: a loop
 * may work until it is told to stop. */
enum { BUSY_BLOCK = 5000000, BUSY_BARRIERS = 10000 };

/* A thread of the block that has ended, and rather one that has not returned
 * before it came to `site` or behind it (*missed), if any; -1: nobody. */
static int who_ended(const struct block *b, uintptr_t site, bool *missed)
{
    int some = -1;

    *missed = false;
    for (int i = 0; i < b->threads && !*missed; i++) {
        const struct warp *w = &b->warp[i / 32];

        if (!(w->ended >> i % 32 & 1))
            continue;
        *missed = !(w->left >> i % 32 & 1) || w->lane[i % 32].site >= site;
        if (some < 0 || *missed)
            some = i;
    }
    return some;
}

/* All threads that have not ended wait at barriers. */
static void complete_barrier(struct block *b)
{
    struct warp *first = NULL;
    int first_lane = 0, count = 0, all = 1, gone;
    bool missed;

    for (int i = 0; i < b->warps; i++) {
        struct warp *w = &b->warp[i];

        check_progress.arrivals += w->live != 0;
        for (uint32_t m = w->live; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            if (!first) {
                first = w;
                first_lane = lane;
            } else if (w->lane[lane].site != first->lane[first_lane].site) {
                struct check_finding f = {.kind = SIMT_KIND_BARRIER,
                                          .at = party_of(w, lane),
                                          .other = party_of(first, first_lane),
                                          .has_other = true,
                                          .same_warp = w == first};

                report_finding(&f);
            }
            count += w->value[lane] != 0;
            all &= w->value[lane] != 0;
        }
    }
    /* A barrier does not wait for threads that have ended. That some return
     * before it is worth a note. Others went by it, or came in other rounds. */
    if (b->ended && first) {
        gone = who_ended(b, first->lane[first_lane].site, &missed);

        struct check_finding f = {.kind = SIMT_KIND_BARRIER,
                                  .note = !missed,
                                  .at = party_of(first, first_lane),
                                  .other = ended_thread(b->number, gone),
                                  .has_other = true,
                                  .same_warp = gone / 32 == first->number};

        report_finding(&f);
    }
    for (int i = 0; i < b->warps; i++) {
        struct warp *w = &b->warp[i];

        join_forget(w);
        for (uint32_t m = w->live; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            w->result[lane] = w->kind[lane] == SIMT_SYNC_AND  ? (uint64_t)all
                              : w->kind[lane] == SIMT_SYNC_OR ? count != 0
                                                              : (uint64_t)count;
            check_lane_unblocked(w, lane);
        }
    }
    b->arrived = 0;
    check_interval++;
    check_progress.idle = 0;
    shadow_barrier(b);
}

/*
 * Lanes that wait in a shuffle for others of their warp, which wait at a
 * barrier further on in the program: these have skipped the shuffle, and the
 * barrier is right where it is. Returns whether there are such.
 */
static bool skipped_exchange(struct block *b, struct check_finding *f)
{
    for (int i = 0; i < b->threads; i++) {
        const struct warp *w = &b->warp[i / 32];
        const int lane = i % 32;

        if (!(w->live >> lane & 1) || w->wait[lane] != WAIT_WARP)
            continue;
        for (uint32_t m = w->mask[lane] & w->live; m; m &= m - 1) {
            const int other = __builtin_ctz(m);

            if (w->wait[other] != WAIT_BARRIER ||
                w->lane[other].site < w->lane[lane].site)
                continue;
            f->kind = SIMT_KIND_WARP_MASK;
            f->text = "waits for lanes that do not come";
            f->at = party_of(w, lane);
            f->other = party_of(w, other);
            f->has_other = f->same_warp = true;
            return true;
        }
    }
    return false;
}

/* Nothing can go on: say who waits for whom. */
static void report_deadlock(struct block *b)
{
    struct check_finding f = {.kind = SIMT_KIND_DEADLOCK};
    const struct warp *at[4] = {NULL};
    const struct warp *gone = NULL;
    int lane_at[4] = {0}, gone_lane = 0;

    if (matrix_deadlock(b)) {
        check_stop(cudaErrorLaunchFailure);
        return;
    }
    for (int i = 0; i < b->threads; i++) {
        const struct warp *w = &b->warp[i / 32];
        const int lane = i % 32;

        if (w->ended >> lane & 1) {
            if (!gone) {
                gone = w;
                gone_lane = lane;
            }
        } else if (!at[w->wait[lane]]) {
            at[w->wait[lane]] = w;
            lane_at[w->wait[lane]] = lane;
        }
    }
    if (skipped_exchange(b, &f)) {
        /* said */
    } else if (at[WAIT_BARRIER] || at[WAIT_GRID]) {
        const int here = at[WAIT_BARRIER] ? WAIT_BARRIER : WAIT_GRID;
        const int there = at[WAIT_WARP] ? WAIT_WARP : WAIT_GRID;

        f.kind = SIMT_KIND_BARRIER;
        f.at = party_of(at[here], lane_at[here]);
        f.text = here == WAIT_GRID ? "grid" : NULL;
        if (at[there] && there != here) {
            f.other = party_of(at[there], lane_at[there]);
            f.has_other = true;
            f.same_warp = at[here] == at[there];
        } else if (gone) {
            f.other = ended_thread(b->number, gone->number * 32 + gone_lane);
            f.has_other = true;
        }
    } else if (at[WAIT_WARP]) {
        const struct warp *w = at[WAIT_WARP];
        const int lane = lane_at[WAIT_WARP];
        uint32_t missing = 0;

        for (int i = 0; i < 32; i++)
            if ((w->mask[lane] & w->live) >> i & 1 &&
                (w->mask[i] != w->mask[lane] || w->kind[i] != w->kind[lane]))
                missing |= 1u << i;
        f.at = party_of(w, lane);
        if (missing) {
            f.other = party_of(w, __builtin_ctz(missing));
            f.has_other = f.same_warp = true;
        }
    }
    report_finding(&f);
    check_stop(cudaErrorLaunchFailure);
}

static bool ready(const struct warp *w)
{
    return (w->live & ~w->blocked) != 0;
}

enum outcome check_run_block(struct block *b, bool others, bool fresh,
                             const struct block *paused)
{
    const uint64_t most_idle = paused ? 5 * IDLE_BLOCK : IDLE_BLOCK;
    const uint64_t first_step = check_progress.steps;
    const uint32_t first_barrier = b->barriers;

    check_block = b;
    blockIdx = b->index;
    check_interval++;
    for (;;) {
        bool moved = false;

        check_progress.pausing = check_progress.pausing_before = false;
        check_progress.may_pause = paused ? paused->before_it : fresh;
        for (int i = 0; i < b->warps; i++) {
            struct warp *w =
                &b->warp[check_last_warp_first ? b->warps - 1 - i : i];

            if (!ready(w))
                continue;
            moved = true;
            check_run_warp(w);
            if (check_stopping)
                return STOPPED;
        }
        if (b->ended == b->threads)
            return DONE;
        if (b->arrived && b->arrived + b->ended == b->threads) {
            complete_barrier(b);
        } else if (!moved) {
            if (b->at_grid == b->threads)
                return AT_GRID;
            report_deadlock(b);
            return STOPPED;
        }
        if (check_progress.pausing && check_progress.may_pause) {
            b->before_it = check_progress.pausing_before;
            return PAUSED;
        }
        if (others && check_progress.idle > most_idle)
            return STALLED;
        if (others && (check_progress.steps - first_step > BUSY_BLOCK ||
                       b->barriers - first_barrier > BUSY_BARRIERS))
            return BUSY;
        if (check_progress.idle > IDLE_KERNEL || check_time_is_up()) {
            check_report_endless(check_running);
            return STOPPED;
        }
    }
}
