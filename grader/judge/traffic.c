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

static int64_t pick(enum judge_count count, const struct simt_counts *c)
{
    switch (count) {
    case COUNT_REQUESTS:
        return (int64_t)c->requests;
    case COUNT_LANES:
        return (int64_t)c->lanes;
    case COUNT_SECTORS:
        return (int64_t)c->sectors;
    case COUNT_WAVEFRONTS:
        return (int64_t)c->wavefronts;
    case COUNT_EXCESS_WAVEFRONTS:
        return (int64_t)simt_waste(c, SIMT_WAVEFRONTS);
    case COUNT_EXCESS_REQUESTS:
        return (int64_t)simt_waste(c, SIMT_DIVERGENCE);
    case COUNT_PASSES:
        return (int64_t)c->passes;
    case COUNT_LAUNCHES:
        return (int64_t)c->launches;
    case COUNT_BLOCKS:
        return (int64_t)c->blocks;
    case COUNT_WARPS:
        return (int64_t)c->warps;
    case COUNT_THREADS:
        return (int64_t)c->threads;
    case COUNT_BARRIERS:
        return (int64_t)c->barriers;
    case COUNT_PRODUCTS:
        return (int64_t)c->products;
    }
    return 0;
}

void traffic_is_there(void)
{
    ck_assert_msg(student.device, "counts need judge_start(BUILD_CHECK, 1)");
    if (!simt_report_mark_seen(student.device, student.number))
        judge_fail(_("The CPU device's counts of this run did not come "
                     "through. Does your code write to, close or replace "
                     "descriptors that it has not opened?"));
    if (simt_report_counts_lost(student.device))
        judge_fail(_("Your code has more kernels, or more places in them that "
                     "touch memory, than can be counted (some thousands). No "
                     "answer to this lab needs so many."));
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
    return pick(count, &c);
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
    snprintf(l->work, sizeof l->work, "%s", text);
    l->read = (double)judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_READ);
    l->written = (double)judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE);
    l->least = (double)least;
    l->wavefronts =
        (double)judge_counted(COUNT_WAVEFRONTS, SPACE_SHARED, OP_ANY);
    l->ideal_wavefronts = l->wavefronts - excess;
    l->counted = true;
}

/* ---- which line is to blame, and what to do about it ------------------ */

enum { SECTOR = 32 };

/* Sectors that a line could spare if neighbouring threads used all that lies in
 * them: those beyond the ideal, and those that lone threads fetch for a few
 * bytes. */
static int64_t spare_sectors(const struct simt_line *line)
{
    const struct simt_counts *c = &line->counts;
    uint64_t filled =
        (c->lanes * (uint64_t)line->worst.bytes + SECTOR - 1) / SECTOR;
    uint64_t spare = simt_waste(c, SIMT_SECTORS);

    /* Accesses of a line may be of several sizes, so only if it is plain. */
    if (line->worst.bytes > 0 && c->sectors > 2 * filled &&
        c->sectors - filled > spare)
        spare = c->sectors - filled;
    return (int64_t)spare;
}

/* Lines of the student's; all counts 0: none. */
struct worst {
    struct simt_line most, second; /* that count most */
    struct simt_line spare;        /* that could spare most sectors */
};

static struct worst worst_lines(enum judge_count count, enum judge_space space,
                                enum judge_op op)
{
    enum { MANY = 200 };
    struct simt_line *line = calloc(MANY, sizeof *line);
    struct worst w = {0};
    int n;

    if (!line)
        own_trouble("malloc");
    simt_report_symbolize(student.device);
    n = simt_report_lines(student.device, line, MANY);
    for (int i = 0; i < n && i < MANY; i++) {
        int64_t counted = pick(count, &line[i].counts);

        if ((space != SPACE_ANY && line[i].where != wheres[space]) ||
            (op != OP_ANY && line[i].access != accesses[op]))
            continue;
        if (spare_sectors(&line[i]) > spare_sectors(&w.spare))
            w.spare = line[i];
        if (counted > pick(count, &w.most.counts)) {
            w.second = w.most;
            w.most = line[i];
        } else if (counted > pick(count, &w.second.counts)) {
            w.second = line[i];
        }
    }
    free(line);
    return w;
}

/* Whether the lanes touch whole rows of bytes, of which some take a sector more
 * than they would if they began with one. */
static bool begins_within_a_sector(const struct simt_request *q)
{
    bool found = false;

    for (int i = 0; i < 32;) {
        int64_t first = q->offset[i], end = first + q->bytes;

        if (!(q->mask >> i++ & 1))
            continue;
        for (; i < 32 && q->mask >> i & 1 && q->offset[i] == end; i++)
            end += q->bytes;
        if (end - first < SECTOR)
            return false;
        found |= first % SECTOR + (end - first - 1) % SECTOR >= SECTOR;
    }
    return found;
}

/* What to look at in the line that could spare most sectors. */
static const char *advice_on_spare(const struct simt_line *line)
{
    if (2 * (int64_t)simt_waste(&line->counts, SIMT_SECTORS) <
        spare_sectors(line))
        return _(" Few threads at once touch memory here, so a whole sector is "
                 "fetched for a few bytes, again and again. Let neighbouring "
                 "threads touch neighbouring addresses in one step, and touch "
                 "no memory more often than needed.");
    if (begins_within_a_sector(&line->worst))
        return _(" Neighbouring threads touch neighbouring addresses, but "
                 "these begin in the middle of a sector, so they lie in "
                 "one sector more than they need. Let each row begin with "
                 "a sector, as in memory from cudaMallocPitch().");
    if (line->access == SIMT_STORES)
        return _(" Neighbouring threads should touch neighbouring addresses; "
                 "here they lie apart, and a whole sector is written for each "
                 "few bytes.");
    return _(" Neighbouring threads should touch neighbouring addresses; "
             "here they lie apart, and most of each sector is fetched for "
             "nothing.");
}

/* What to look at, for a line that wastes. */
static const char *advice(enum judge_count count)
{
    switch (count) {
    case COUNT_EXCESS_WAVEFRONTS:
        return _(" Threads of one warp use the same bank at different "
                 "addresses, so they have to wait for each other. Let their "
                 "words lie in different banks.");
    case COUNT_EXCESS_REQUESTS:
        return _(" Only some threads of each warp take part. Let neighbouring "
                 "threads do the work, so that whole warps can rest.");
    default:
        return "";
    }
}

/* Which line to look at where there were more sectors than the `bound`, and
 * `excess` more than needed, and what to look at. The line that has most of
 * them may be the one that needs them: it is to blame only if it alone has too
 * many, and if no other could spare what is too much. */
static struct simt_line blame_for_sectors(const struct worst *w, int64_t bound,
                                          int64_t excess, char *text,
                                          size_t size)
{
    const int64_t most = (int64_t)w->most.counts.sectors;

    if (2 * spare_sectors(&w->spare) >= excess) {
        snprintf(text, size, "%s", advice_on_spare(&w->spare));
        return w->spare;
    }
    *text = '\0';
    if (most > bound)
        snprintf(text, size, "%s",
                 _(" The same memory is touched more often than needed: "
                   "keep in a variable or in shared memory what is used "
                   "again, and see whether several threads do the same "
                   "elements."));
    else if (w->second.place.line && w->second.place.line != w->most.place.line)
        snprintf(text, size,
                 _(" Line %d accounts for another %" PRId64
                   ". Is all of it needed, or does one of the two touch again "
                   "what could be kept in a variable or in shared memory?"),
                 w->second.place.line, (int64_t)w->second.counts.sectors);
    return w->most;
}

/* ---- too much, too little ---------------------------------------------- */

/* What was counted, in words: "read 4096 sectors of global memory". */
static void describe_count(enum judge_count count, enum judge_op op, int64_t n,
                           char *text, size_t size)
{
    const char *format = "%" PRId64;

    switch (count) {
    case COUNT_REQUESTS:
        format = _("%" PRId64 " requests by warps");
        break;
    case COUNT_LANES:
        format = op == OP_ATOMIC ? _("%" PRId64 " atomic operations")
                                 : _("%" PRId64 " accesses by threads");
        break;
    case COUNT_SECTORS:
        format = op == OP_READ ? _("%" PRId64 " sectors (of 32 bytes) read")
                 : op == OP_WRITE
                     ? _("%" PRId64 " sectors (of 32 bytes) written")
                 : op == OP_ATOMIC
                     ? _("%" PRId64
                         " sectors (of 32 bytes) changed by atomic operations")
                     : _("%" PRId64 " sectors (of 32 bytes)");
        break;
    case COUNT_WAVEFRONTS:
        format = _("%" PRId64 " wavefronts of shared memory");
        break;
    case COUNT_EXCESS_WAVEFRONTS:
        format = _("%" PRId64 " extra wavefronts through bank conflicts");
        break;
    case COUNT_EXCESS_REQUESTS:
        format = _("%" PRId64 " requests more than full warps would need");
        break;
    case COUNT_PASSES:
        format = _("%" PRId64 " atomic operations one after the other");
        break;
    case COUNT_LAUNCHES:
        format = _("%" PRId64 " kernel launches");
        break;
    case COUNT_BLOCKS:
        format = _("%" PRId64 " blocks");
        break;
    case COUNT_WARPS:
        format = _("%" PRId64 " warps");
        break;
    case COUNT_THREADS:
        format = _("%" PRId64 " threads");
        break;
    case COUNT_BARRIERS:
        format = _("%" PRId64 " waits of a warp at a barrier");
        break;
    case COUNT_PRODUCTS:
        format = _("%" PRId64 " products of tiles");
        break;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, format, n);
#pragma GCC diagnostic pop
}

void judge_at_most(enum judge_count count, enum judge_space space,
                   enum judge_op op, int64_t most, const char *what, ...)
{
    const int64_t bound =
        count == COUNT_SECTORS && most > 0 ? most + most / 1024 + 8 : most;
    int64_t got = judge_counted(count, space, op);
    char counted[120], look[400];
    struct simt_line line;
    struct worst w;

    if (got <= bound && op == OP_WRITE) {
        op = OP_ATOMIC;
        got = judge_counted(count, space, op);
    }
    if (got <= bound)
        return;
    WHAT(text, what);
    describe_count(count, op, got, counted, sizeof counted);
    w = worst_lines(count, space, op);
    line = w.most;
    snprintf(look, sizeof look, "%s", advice(count));
    if (count == COUNT_SECTORS)
        line = blame_for_sectors(&w, bound, got - most, look, sizeof look);
    if (pick(count, &line.counts) == 0)
        judge_fail(_("Too much: %s took %s; %" PRId64 " are enough."), text,
                   counted, most);
    judge_fail_at(line.place,
                  _("Too much: %s took %s; %" PRId64 " are enough. This line "
                    "alone accounts for %" PRId64 ".%s"),
                  text, counted, most, pick(count, &line.counts), look);
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
    describe_count(count, op, got, counted, sizeof counted);
    if (count == COUNT_PRODUCTS)
        judge_fail(_("Not done by tensor cores: %s takes at least %" PRId64
                     " products of tiles; your kernels made %" PRId64
                     ". Let mma_sync() do the work of this lab."),
                   text, least, got);
    judge_fail(_("Not done on the device: %s takes at least %" PRId64
                 "; your kernels made %s. The work of this lab is a kernel's, "
                 "not the host's."),
               text, least, counted);
}

void judge_blocks_share(const char *what, ...)
{
    traffic_is_there();
    const struct simt_share s = simt_report_share(student.device);

    WHAT(text, what);
    if (s.blocks == 0 || 2 * s.busiest <= 3 * s.requests / s.blocks)
        return;
    judge_fail_at(
        s.place,
        _("One block does much more than the others: %s takes %" PRIu64
          " requests by %" PRIu64 " blocks, which is %" PRIu64
          " for each, and one of them made %" PRIu64
          ". Give all blocks a part of the work."),
        text, s.requests, s.blocks, s.requests / s.blocks, s.busiest);
}

void judge_copies_at_most(int64_t bytes, const char *what, ...)
{
    WHAT(text, what);
    int64_t got = judge_copied();
    if (got > bytes)
        judge_fail(_("Not done by a kernel: %s copied %" PRId64
                     " bytes with cudaMemcpy() or one of its relatives. All "
                     "is in the device's memory already; let your kernel read "
                     "it there, and write its results where they belong."),
                   text, got);
}
