/*
 * traffic.c - see judge.h: what the kernels of a call made the memory do, and
 * which line is to blame for too much of it.
 */
#define _GNU_SOURCE
#include "judge/traffic.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/symbolize.h"
#include "judge/blame.h"
#include "judge/ending.h"
#include "reports/simt_report.h"

static const enum simt_where wheres[] = {
    [SPACE_ANY] = SIMT_ANYWHERE,
    [SPACE_GLOBAL] = SIMT_IN_GLOBAL,
    [SPACE_SHARED] = SIMT_IN_SHARED,
};
static const enum simt_access accesses[] = {
    [OP_ANY] = SIMT_ANY_OP,
    [OP_READ] = SIMT_LOADS,
    [OP_WRITE] = SIMT_STORES,
    [OP_ATOMIC] = SIMT_ATOMICS,
};

void traffic_is_there(void)
{
    ck_assert_msg(student.device, "counts need judge_start(BUILD_CHECK, 1)");
    if (!simt_report_mark_seen(student.device, student.number))
        judge_fail(SAY(report_lost_counts));
    if (simt_report_counts_lost(student.device))
        judge_fail(SAY(too_many_places_to_count));
}

/* A kernel of its own that clears what the others add to is welcome. */
static int64_t most_blocks(void)
{
    enum { MANY = 64 };
    static struct simt_launches kernel[MANY];
    int n = simt_report_kernels(student.device, kernel, MANY);
    int64_t most = 0;

    for (int i = 0; i < n && i < MANY; i++) {
        int64_t blocks =
            (int64_t)simt_report_counts(student.device, SIMT_ANYWHERE,
                                        SIMT_ANY_OP, kernel[i].name)
                .blocks;
        most = blocks > most ? blocks : most;
    }
    return most;
}

int64_t judge_counted(enum judge_count count, enum judge_space space,
                      enum judge_op op)
{
    struct simt_counts c;

    traffic_is_there();
    if (count == COUNT_BLOCKS)
        return most_blocks();
    c = simt_report_counts(student.device, wheres[space], accesses[op], NULL);
    return count_of(count, &c);
}

int64_t judge_copied(void)
{
    traffic_is_there();
    return (int64_t)simt_report_copied(student.device);
}

struct judge_changes judge_changes(void)
{
    struct simt_changes c;

    traffic_is_there();
    c = simt_report_changes(student.device);
    return (struct judge_changes){(int64_t)c.writes, (int64_t)c.turns,
                                  (int64_t)c.atomics};
}

void judge_ladder(int64_t least, const char *work, ...)
{
    struct ladder *l = &judge.table->ladder;
    double excess =
        (double)judge_counted(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY);

    WHAT(text, work);
    said_english(text, l->work, sizeof l->work);
    l->read = (double)judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_READ);
    l->written = (double)judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE);
    l->least = (double)least;
    l->wavefronts =
        (double)judge_counted(COUNT_WAVEFRONTS, SPACE_SHARED, OP_ANY);
    l->ideal_wavefronts = l->wavefronts - excess;
    l->counted = true;
}

/* ---- which line is to blame --------------------------------------------- */

static struct blame blame_a_line(const struct too_much *m)
{
    enum { MANY = 1000 };
    struct simt_line *line = calloc(MANY, sizeof *line);
    int n;

    if (!line)
        own_trouble("malloc");
    simt_report_symbolize(student.device);
    n = simt_report_arrays(student.device, line, MANY);

    struct blame b = blame_line(line, n < MANY ? n : MANY, m);
    free(line);
    return b;
}

static struct blame blame_a_kernel(enum judge_count count)
{
    enum { MANY = 64 };
    static struct simt_launches kernel[MANY];
    int64_t counted[MANY];
    int n;

    simt_report_symbolize(student.device);
    n = simt_report_kernels(student.device, kernel, MANY);
    for (int i = 0; i < n && i < MANY; i++) {
        struct simt_counts c = simt_report_counts(student.device, SIMT_ANYWHERE,
                                                  SIMT_ANY_OP, kernel[i].name);
        counted[i] = count_of(count, &c);
    }
    return blame_kernel(kernel, counted, n < MANY ? n : MANY, count);
}

static bool counted_by_kernel(enum judge_count count)
{
    return count == COUNT_LAUNCHES || count == COUNT_BLOCKS ||
           count == COUNT_WARPS || count == COUNT_THREADS ||
           count == COUNT_BARRIERS || count == COUNT_PRODUCTS;
}

/* ---- too much, too little ---------------------------------------------- */

static const char *enough(int64_t most)
{
    static char text[60];

    if (most <= 0)
        return SAY(part_none_needed);
    if (most == 1)
        return SAY(part_one_enough);
    said_put(text, sizeof text, SAY(part_enough), most);
    return text;
}

void judge_at_most(enum judge_count count, enum judge_space space,
                   enum judge_op op, int64_t most, const char *what, ...)
{
    const int64_t bound = count_bound(count, most);
    int64_t got = judge_counted(count, space, op);
    char counted[120];

    if (got <= bound && op == OP_WRITE) {
        op = OP_ATOMIC;
        got = judge_counted(count, space, op);
    }
    if (got <= bound)
        return;
    WHAT(text, what);
    count_words(count, op, got, counted, sizeof counted);

    struct blame b = counted_by_kernel(count)
                         ? blame_a_kernel(count)
                         : blame_a_line(&(struct too_much){
                               count, wheres[space], accesses[op], got, most});
    /* The lab's own kernel is as it should be: it is launched too often. */
    if (!counted_by_kernel(count) &&
        (!b.place.line || !same_file(b.place.file, judge.source)))
        b = (struct blame){.text = ""};
    judge_fail_at(b.place, SAY(count_too_high), text, counted, enough(most),
                  b.text);
}

void judge_at_least(enum judge_count count, enum judge_space space,
                    enum judge_op op, int64_t least, const char *what, ...)
{
    int64_t got = judge_counted(count, space, op);
    char counted[120];

    /* An atomic operation reads and writes. */
    if (op == OP_READ || op == OP_WRITE)
        got += judge_counted(count, space, OP_ATOMIC);
    if (got >= least)
        return;
    WHAT(text, what);
    count_words(count, op, got, counted, sizeof counted);
    if (count == COUNT_PRODUCTS)
        judge_fail(SAY(not_done_by_tensor_cores), text, least, got);
    if (space == SPACE_SHARED)
        judge_fail(SAY(not_done_in_shared_memory), text, least, counted);
    const bool launched = judge_counted(COUNT_LAUNCHES, SPACE_ANY, OP_ANY) > 0;
    judge_fail(SAY(not_done_on_device), text, least, counted,
               launched ? "" : SAY(no_kernel_launched));
}

void judge_blocks_share(const char *what, ...)
{
    traffic_is_there();
    const struct simt_share s = simt_report_share(student.device);

    WHAT(text, what);
    if (s.blocks == 0 || 2 * s.busiest <= 3 * s.requests / s.blocks)
        return;
    judge_fail_at(s.place, SAY(one_block_overloaded), text, s.requests,
                  s.blocks, s.requests / s.blocks, s.busiest);
}

void judge_not_by_one_block(const char *what, ...)
{
    traffic_is_there();
    const struct simt_share s = simt_report_share(student.device);

    WHAT(text, what);
    if (s.blocks < 8 || 4 * s.busiest <= s.requests)
        return;
    judge_fail_at(s.place, SAY(one_block_does_most), s.requests, text,
                  s.busiest, s.blocks - 1);
}

void judge_copies_at_most(int64_t bytes, const char *what, ...)
{
    static struct simt_step step[SIMT_STEPS];
    struct simt_timeline t;

    WHAT(text, what);
    int64_t got = judge_copied();
    if (got <= bytes)
        return;
    simt_report_symbolize(student.device);
    int n = simt_report_timeline(student.device, &t, step, SIMT_STEPS);
    struct blame b = blame_copies(step, n < SIMT_STEPS ? n : SIMT_STEPS);
    judge_fail_at(b.place, SAY(not_done_by_kernel), text, got, b.text);
}
