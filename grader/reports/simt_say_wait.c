/*
 * simt_say_wait.c - see simt_say.h: barriers, warps and tiles that not all come
 * to who have to, and loops that do not end.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "reports/simt_branch.h"

/* "thread 16 waits at line 30", what the other side of a barrier does. */
static void where_other_is(const struct simt_raw *raw, const struct finding *f,
                           char *text, size_t size)
{
    struct simt_who w = simt_who_is(raw, &raw->other);
    char line[100];

    simt_line_of(f, &raw->other, line, sizeof line);
    if (raw->other.ended && !simt_same_tuple(raw->at.block, raw->other.block))
        said_put(text, size, SAY(part_left_kernel_with_block), w.thread,
                 w.block);
    else if (raw->other.ended)
        said_put(text, size, SAY(part_left_kernel), w.thread);
    else if (!strcmp(raw->other.op, "barrier") &&
             (raw->kind == SIMT_KIND_MATRIX ||
              raw->kind == SIMT_KIND_WARP_MASK))
        said_put(text, size, SAY(part_waits_at_syncthreads), w.thread, line);
    else if (!strcmp(raw->other.op, "barrier") &&
             simt_same_line(&raw->at.place, &raw->other.place))
        said_put(text, size, SAY(part_waits_on_same_line), w.thread);
    else if (!strcmp(raw->other.op, "barrier"))
        said_put(text, size, SAY(part_waits_at_other_barrier), w.thread, line);
    else if (!strcmp(raw->other.op, "warp"))
        said_put(text, size, SAY(part_waits_for_lanes), w.thread, line);
    else
        said_put(text, size, SAY(part_thread_at_place), w.thread, line);
}

void simt_say_barrier(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], other[200] = "";

    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->has_other)
        where_other_is(raw, f, other, sizeof other);
    if (!strcmp(raw->text, "grid")) {
        finding_add(f,
                    raw->has_other ? SAY(grid_sync_divergence_other)
                                   : SAY(grid_sync_divergence),
                    w.thread, w.block, line, other);
        finding_add(f, "%s", SAY(grid_sync_needs_all_threads));
        return;
    }
    if (!raw->has_other)
        finding_add(f, SAY(barrier_divergence), w.thread, w.block, line);
    else
        finding_add(f, SAY(barrier_divergence_other), w.thread, w.block, line,
                    other);
    if (raw->note) {
        finding_add(f, "%s", SAY(barrier_ignores_ended_threads));
        return;
    }
    simt_say_branch(raw, f);
    finding_add(f, "%s",
                raw->other.ended ? SAY(barrier_needs_all_no_return)
                                 : SAY(barrier_needs_all_threads));
}

void simt_say_deadlock(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char where[240], other[200];
    bool warp = !strcmp(raw->at.op, "warp");

    simt_where(f, &raw->at, where, sizeof where);
    finding_add(f, SAY(deadlock_in_block), w.block, w.thread, where);
    if (raw->has_other) {
        where_other_is(raw, f, other, sizeof other);
        finding_add(f, SAY(deadlock_meanwhile), other);
    }
    if (*raw->text)
        finding_add(f, "%s", raw->text);
    if (warp)
        simt_say_branch(raw, f);
    if (warp)
        finding_add(f, "%s", SAY(deadlock_mask_names_absent_lanes));
    else
        finding_add(f, "%s", SAY(deadlock_check_each_wait));
}

void simt_say_lock_order(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_who at = simt_who_is(raw, &raw->at);
    const struct simt_who other = simt_who_is(raw, &raw->other);
    char line[2][100];

    simt_line_of(f, &raw->at, line[0], sizeof line[0]);
    simt_line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(f, SAY(lock_order_reversed), at.thread, at.block, line[0],
                other.thread, other.block, line[1]);
    finding_add(f, "%s", SAY(lock_order_same));
}

void simt_say_endless(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    struct simt_party at = raw->at;
    char line[100], code[CODE];

    /* A turn ends at a bracket; its loop says more where it begins. */
    if (raw->loop && at.place.line) {
        f->place.line = at.place.line = raw->loop;
        f->place.column = 0;
    }
    simt_line_of(f, &at, line, sizeof line);
    simt_quote(&at, code, sizeof code);
    /* Whether one that still runs ends some time, nobody knows. */
    if (raw->seconds >= 1)
        finding_add(f, SAY(kernel_timeout), simt_kernel_of(raw), raw->seconds,
                    w.thread, w.block, line);
    else
        finding_add(f, SAY(kernel_endless_loop), simt_kernel_of(raw), w.thread,
                    w.block, line);
    finding_add(f,
                *code ? SAY(endless_loop_condition_shown)
                      : SAY(endless_loop_condition),
                code);
    if (raw->seconds >= 1)
        finding_add(f, SAY(long_loop_share_work));
}

void simt_say_warp_mask(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], other[200], where[240];

    simt_line_of(f, &raw->at, line, sizeof line);
    if (!strncmp(raw->text, "waits ", 6)) {
        simt_where(f, &raw->at, where, sizeof where);
        where_other_is(raw, f, other, sizeof other);
        finding_add(f, SAY(warp_lanes_missing), w.thread, w.block, where,
                    other);
        simt_say_branch(raw, f);
        finding_add(f, "%s", SAY(warp_mask_only_callers));
        return;
    }
    if (!strncmp(raw->text, "reads ", 6))
        finding_add(f, SAY(warp_call_reads_lane), w.thread, w.block, line,
                    raw->text);
    else
        finding_add(f, SAY(warp_call_wrong_mask), w.thread, w.block, line,
                    *raw->text ? raw->text : SAY(part_own_lane_unmasked));
    simt_say_branch(raw, f);
    if (!strncmp(raw->text, "reads ", 6))
        finding_add(f, "%s", SAY(warp_read_undefined));
    else
        finding_add(f, "%s", SAY(warp_mask_names_callers));
}

static const struct simt_advice of_tiles[] = {
    {"is no multiple of 16", SAY(tile_stride_multiple)},
    {"which it has to be", SAY(tile_alignment)},
    {"they ", SAY(tile_leading_dimension)},
    {"neither loaded nor filled", SAY(tile_uninitialized)},
    {"threads only", SAY(tile_block_of_whole_warps)},
};

/* Tensor cores. What is wrong is in the device's own words, which know the
 * figures. */
void simt_say_matrix(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char where[240], other[200];

    simt_where(f, &raw->at, where, sizeof where);
    if (!strncmp(raw->text, "not all", 7)) {
        where_other_is(raw, f, other, sizeof other);
        finding_add(f, SAY(wmma_lanes_missing), where, w.thread, w.block,
                    other);
        finding_add(f, "%s", SAY(wmma_needs_whole_warp));
        return;
    }
    if (!strncmp(raw->text, "passes", 6)) {
        finding_add(f, SAY(wmma_lanes_differ), where, w.thread, w.block,
                    raw->text);
        finding_add(f, "%s", SAY(wmma_same_for_all_lanes));
        return;
    }
    finding_add(f, SAY(wmma_error_at_place), where, raw->text);
    simt_advise(f, raw->text, of_tiles, sizeof of_tiles / sizeof *of_tiles);
}

void simt_say_no_grid_sync(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f, SAY(grid_sync_needs_cooperative_launch), line);
}
