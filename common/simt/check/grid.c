/*
 * grid.c - a kernel: its blocks in some order, as many at once as the device
 * would hold where they wait for each other.
 */
#define _GNU_SOURCE
#include "check/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct block *spare; /* blocks that are not in use, of `room` threads */
static int room;

static struct stacks {
    char *all;
    int n, used;
} stacks;

void check_make_stacks(void)
{
    for (stacks.n = SIMT_SM_COUNT * 2048; !stacks.all && stacks.n > 1024;) {
        stacks.all = fiber_room(stacks.n);
        if (!stacks.all)
            stacks.n /= 2;
    }
}

/* More threads wait at once than there are stacks: only where the system lets
 * the program have less data than make_stacks() has asked for. */
static void report_no_room(int threads)
{
    struct check_finding f = {.kind = SIMT_KIND_NO_ROOM, .at.op = OP_LAUNCH};
    char text[80];

    snprintf(text, sizeof text, "%d of the %d threads", stacks.used,
             stacks.used + threads);
    f.text = text;
    report_finding(&f);
    check_stop(cudaErrorLaunchFailure);
}

/* Null if there is no room, which has been reported then. */
static struct block *take_block(uint64_t number, int threads)
{
    const struct simt_xyz *g = &check_launch->grid, *d = &check_launch->block;
    struct block *b = spare;
    struct simt_xyz t = {0, 0, 0};

    if (b) {
        spare = b->next;
    } else if (stacks.used + room > stacks.n) {
        report_no_room(room);
        return NULL;
    } else {
        b = check_need(calloc(1, sizeof *b));
        b->warp = check_need(aligned_alloc(
            64, ((size_t)room / 32 * sizeof *b->warp + 63) & ~(size_t)63));
        b->fibers = check_need(fiber_make_in(stacks.all, stacks.used, room));
        stacks.used += room;
    }
    b->number = number;
    b->index = (struct simt_xyz){(unsigned)(number % g->x),
                                 (unsigned)(number / g->x % g->y),
                                 (unsigned)(number / g->x / g->y)};
    b->threads = threads;
    b->warps = (threads + 31) / 32;
    b->arrived = b->ended = b->at_grid = 0;
    b->requests = 0;
    b->barriers = 0;
    b->lock = NULL;
    b->kept = b->before_it = false;
    b->interval_first = b->first = check_segment;
    b->known = b->fenced[0] = b->fenced[1] = NULL;
    for (int i = 0; i < threads; i++) {
        struct warp *w = &b->warp[i / 32];

        if (i % 32 == 0) {
            memset(&w->live, 0, sizeof *w - offsetof(struct warp, live));
            w->block = b;
            w->number = i / 32;
        }
        w->live |= 1u << i % 32;
        w->lane[i % 32].site = 0;
        w->lane[i % 32].op = OP_NONE;
        w->lane[i % 32].index = t;
        check_prepare_lane(&w->lane[i % 32], &b->fibers[i]);
        if (++t.x == d->x) {
            t.x = 0;
            if (++t.y == d->y) {
                t.y = 0;
                t.z++;
            }
        }
    }
    return b;
}

static void give_block(struct block *b)
{
    shadow_block_end(b);
    b->next = spare;
    spare = b;
}

/* Between launches: there are no other blocks. */
static void free_spare(void)
{
    stacks.used = 0;
    while (spare) {
        struct block *b = spare;

        spare = b->next;
        free(b->fibers);
        free(b->warp);
        free(b);
    }
}

/* All blocks that are left wait at grid.sync(), and there was one more. */
static void report_part_of_grid(const struct block *b, uint64_t ended)
{
    struct check_finding f = {.kind = SIMT_KIND_BARRIER,
                              .at = party_of(&b->warp[0], 0),
                              .other = ended_thread(ended, 0),
                              .has_other = true,
                              .text = "grid"};

    report_finding(&f);
    check_stop(cudaErrorLaunchFailure);
}

/* All blocks wait at grid.sync(). */
static void complete_grid(struct block *waiting)
{
    for (struct block *b = waiting; b; b = b->next) {
        for (int i = 0; i < b->threads; i++) {
            struct warp *w = &b->warp[i / 32];

            if (w->wait[i % 32] == WAIT_GRID)
                check_lane_unblocked(w, i % 32);
            w->segment = 0;
        }
        b->at_grid = 0;
        b->barriers++;
        b->interval_first = check_segment;
    }
    shadow_grid_sync();
}

/* The order in which blocks begin, by $SIMT_ORDER: "forward", as if it were not
 * there; "backward"; or a number, which chooses nearly that or some other for
 * each launch, but never one that block 0 begins or ends, or in which it comes
 * second: a lock that does not see block 0 shows if it has the lock and another
 * one comes. Of more blocks than a device holds at once, those that fit come
 * before the others: a block may wait for any in front of it. A number also
 * chooses whether a block's first warp or its last one runs first. */
static struct begin {
    uint64_t size, step, first; /* of the blocks that fit: first + i * step */
    bool zero_before_one;       /* these two change places */
} begin;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static bool coprime(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a == 1;
}

static void choose_order(uint64_t size)
{
    const char *s = getenv("SIMT_ORDER");
    uint64_t x = s ? strtoull(s, NULL, 10) : 0;
    bool backward = s && !strcmp(s, "backward");

    begin = (struct begin){.size = size, .step = 1};
    x = x ? mix(x + 0x9E3779B97F4A7C15u * check_launch_number) : 0;
    check_last_warp_first = x / 2 % 2;
    if (x % 2)
        backward = true;
    if (x && x % 2 == 0 && size > 1) {
        begin.first = 1 + x / 4 % (size - 1);
        for (begin.step = 1 + x / 9 % size; !coprime(size, begin.step);)
            begin.step++;
        begin.step %= size;
        while (size > 3 &&
               (begin.first == begin.step || begin.first + begin.step == size))
            begin.first = 1 + begin.first % (size - 1);
    }
    if (backward)
        begin.first = begin.step = size - 1;
    begin.zero_before_one = backward && x && size > 3;
}

/* The number of the block that begins as the i-th. */
static uint64_t in_order(uint64_t i, uint64_t blocks)
{
    const uint64_t at = i % begin.size, before = i - at;
    uint64_t number;

    if (begin.step == 1 && begin.first == 0)
        return i;
    if (blocks - before < begin.size) /* the rest, backward */
        return blocks - 1 - at;
    number = (begin.first + at * begin.step) % begin.size;
    if (begin.zero_before_one && number < 2)
        number = 1 - number;
    return before + number;
}

/* So many blocks are held at most. */
static uint64_t most_blocks(const struct simt_launch *l, uint64_t blocks,
                            int threads)
{
    const uint64_t fit =
        (uint64_t)SIMT_SM_COUNT * (uint64_t)(2048 / ((threads + 31) & ~31));

    return l->cooperative || blocks < fit ? blocks : fit;
}

/* Blocks run one at a time, as long as they get anywhere; those that wait for
 * others take turns. One that has just taken what may be a lock stands still
 * until the next one has tried the same. */
/* Blocks that are kept have room for so many threads. */
static void make_room(uint64_t blocks, int threads)
{
    const int whole = (threads + 31) & ~31; /* warps */

    if (whole > room ||
        most_blocks(check_launch, blocks, threads) * (uint64_t)room >
            (uint64_t)stacks.n) {
        free_spare();
        room = whole;
    }
}

/* The blocks of a launch. */
struct row {
    uint64_t blocks, most; /* all; that there may be at a time */
    uint64_t next, held;   /* the next one to begin; that have begun */
    uint64_t at_grid, stalls, ended;
    struct block *waiting, **end; /* a list */
    struct block *paused;
    bool meanwhile;        /* another one has run since one was paused */
    struct block *resumed; /* ... which has come as far */
};

static void put_last(struct row *q, struct block *b)
{
    b->next = NULL;
    *q->end = b;
    q->end = &b->next;
}

static struct block *take_first(struct row *q)
{
    struct block *b = q->waiting;

    q->waiting = b->next;
    if (!q->waiting)
        q->end = &q->waiting;
    return b;
}

/* Null: there is none, and nothing more to do. */
static struct block *whose_turn(struct row *q, int threads)
{
    struct block *b;

    if (q->resumed) {
        b = q->resumed;
        q->resumed = NULL;
        b->before_it = false;
    } else if (q->meanwhile) {
        b = q->paused;
        q->paused = NULL;
    } else if (q->next < q->blocks && q->held < q->most) {
        b = take_block(in_order(q->next++, q->blocks), threads);
        q->held += b != NULL;
        return b;
    } else {
        do {
            if (q->at_grid == q->held) {
                if (q->held < q->blocks) {
                    report_part_of_grid(q->waiting, q->ended);
                    return NULL;
                }
                complete_grid(q->waiting);
                q->at_grid = 0;
            }
            b = take_first(q);
            if (b->at_grid == b->threads)
                put_last(q, b);
        } while (b->at_grid == b->threads);
    }
    shadow_swap(b, true);
    return b;
}

/* Its turn is over. False: nothing goes on. */
static bool turn_ends(struct row *q, struct block *b, enum outcome outcome)
{
    switch (outcome) {
    case PAUSED:
        check_progress.idle = 0;
        shadow_swap(b, false);
        q->resumed = q->paused;
        q->paused = b;
        return true;
    case DONE:
        q->ended = b->number;
        give_block(b);
        q->held--;
        q->stalls = 0;
        return true;
    case STOPPED:
        b->next = q->waiting;
        q->waiting = b;
        return false;
    case STALLED:
        if (++q->stalls > IDLE_KERNEL / IDLE_BLOCK + 2 * q->held &&
            q->next >= q->blocks)
            check_report_endless(check_running);
        check_progress.idle = 0;
        break;
    default:
        q->at_grid += outcome == AT_GRID;
        q->stalls = 0;
    }
    shadow_swap(b, false);
    put_last(q, b);
    return true;
}

void check_run_blocks(uint64_t blocks, int threads)
{
    struct row q = {.blocks = blocks,
                    .most = most_blocks(check_launch, blocks, threads),
                    .end = &q.waiting};

    make_room(blocks, threads);
    choose_order(q.most);
    while (!check_stopping && (q.next < blocks || q.waiting || q.paused)) {
        struct block *b = whose_turn(&q, threads);
        bool more, may_begin;
        enum outcome outcome;

        if (!b)
            break;
        q.meanwhile = q.paused;
        may_begin = q.next < blocks && q.held < q.most;
        more = q.next < blocks || q.waiting || q.paused;
        outcome = check_run_block(b, more, may_begin, q.paused);
        for (int i = 0; i < b->warps; i++)
            join_count(&b->warp[i]);
        if (!turn_ends(&q, b, outcome))
            break;
    }
    if (q.paused)
        give_block(q.paused);
    while (q.waiting)
        give_block(take_first(&q));
}
