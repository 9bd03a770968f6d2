/*
 * shadow.c - what check mode remembers about memory: which bytes were ever
 * written, and who touched each word last, to tell races.
 *
 * Two accesses of one word race if one of them writes, they are not both
 * atomic, and nothing orders them: not the same thread, no barrier of the
 * block, no __syncwarp() of the warp, no fence with an atomic or volatile
 * handshake between them. That is asked of the program's order, not of the
 * order in which we happened to run it. It is enough to keep the last write
 * and two reads of each word: a writer differs from at least one of two
 * readers. (FastTrack, Flanagan and Freund, PLDI 2009, argues so for one read.)
 */
#include "check/shadow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reads --------------------------------------------------------------- */

/* Whether every thread that reads now comes after the last write anyway. */
static bool quiet(struct touch write, const struct block *b, bool grid)
{
    const struct segment *s;

    if (write.segment < check_epoch)
        return true;
    if (grid || write.info & TOUCH_COMING)
        return false;
    s = shadow_segment_at(write.segment);
    return s->block == (uint32_t)b->number && s->barrier < b->barriers;
}

static void check_written(const struct warp_request *r, int i, size_t cell)
{
    const struct object *o = r->object;

    if (o->space == SPACE_SHARED
            ? o->write[cell].segment < r->warp->block->first
            : !o->written && !o->write[cell].segment)
        shadow_never_written(r, i, cell);
}

/*
 * An access of a lock's owner to what another one has touched, in an order that
 * the lock alone makes. Whichever of the two has read it with no fence behind
 * the taking of the lock would read an old value if it were the later one.
 */
static void see_bare(const struct warp_request *r, int i, size_t cell,
                     struct touch t, bool t_writes)
{
    const struct object *o = r->object;
    const struct warp *w = r->warp;
    const int lane = r->lane[i];
    const struct owner *owner = shadow_owner_at(w, lane);
    const bool reads = (r->op & OP_KIND) == OP_READ;
    const struct location *l = shadow_location(owner->lock, false);
    bool mine, others;

    if (o->space != SPACE_GLOBAL || t.segment < check_epoch ||
        (reads && !t_writes) || !l || !l->is_lock ||
        shadow_ordered_by(t, w, lane, false))
        return;
    mine = reads && !(r->op & OP_VOLATILE) &&
           !owner->fenced[shadow_segment_at(t.segment)->block ==
                          (uint32_t)w->block->number];
    others = t.info & TOUCH_BARE && !(r->op & OP_VOLATILE);
    /* Without order it is a race, which is said as such. */
    if ((!mine && !others) || !shadow_ordered(t, w, lane))
        return;

    const struct touch me = {w->segment, shadow_info_of(r, i)};
    const struct party a = shadow_touch_party(me, r->op & OP_KIND);
    const struct party b = shadow_touch_party(t, t_writes ? OP_WRITE : OP_READ);
    struct check_finding f = {.kind = SIMT_KIND_RACE,
                              .at = mine ? a : b,
                              .other = mine ? b : a,
                              .has_other = true,
                              .object = o,
                              .offset = (int64_t)(cell << o->shift),
                              .element = r->bytes,
                              .text = "no fence behind the lock"};

    report_finding(&f);
}

/* The plain accesses that TOUCH_BARE is about: reads, and what is then written
 * in the same place. */
static uint32_t bare(const struct warp_request *r, int i)
{
    struct owner *owner = shadow_owner_at(r->warp, r->lane[i]);
    const char *place = r->object->base + r->offset[i];

    if (!owner || owner->fenced[0] || r->op & (OP_VOLATILE | OP_RANGE))
        return 0;
    for (int k = 0; k < READ; k++)
        if (owner->read[k] == place)
            return TOUCH_BARE;
    if ((r->op & OP_KIND) == OP_WRITE)
        return 0;
    owner->read[owner->reads++ % READ] = place;
    return TOUCH_BARE;
}

/* Whether nothing orders the two, one of which writes. */
static bool unordered(struct touch t, uint32_t info, uint32_t floor,
                      const struct object *o, const struct warp *w, int lane)
{
    if (t.segment < floor)
        return o->space == SPACE_GLOBAL && shadow_is_parents(t) &&
               !(t.info & info & TOUCH_STRONG);
    return !shadow_compatible(t, info, o, w) && !shadow_ordered(t, w, lane);
}

void shadow_batch(struct warp *w, unsigned lane)
{
    w->batch[lane][w->batches[lane]++ % BATCHES] =
        (struct batch){.end = check_segment};
    w->segment = 0; /* what comes now is of the next batch */
}

void shadow_wait(struct warp *w, unsigned lane, size_t but)
{
    const uint32_t n = w->batches[lane];

    for (uint32_t k = n > BATCHES ? n - BATCHES : 0; k + but < n; k++) {
        struct batch *b = &w->batch[lane][k % BATCHES];

        if (!b->waited)
            b->waited = shadow_segment_of(w);
    }
}

/* A read of what an asynchronous copy brings: has the thread that copies waited
 * for it, and does this one come behind that? Who never waits at all is found
 * at its end. */
static void see_coming(const struct warp_request *r, int i, size_t cell,
                       struct touch copy)
{
    const struct warp *w = r->warp;
    const struct warp *from =
        &w->block->warp[shadow_segment_at(copy.segment)->warp];
    const unsigned lane = copy.info & TOUCH_LANE;
    const uint32_t n = from->batches[lane];
    const uint32_t oldest = n > BATCHES ? n - BATCHES : 0;
    uint32_t k = oldest, waited;

    while (k < n && copy.segment >= from->batch[lane][k % BATCHES].end)
        k++;
    if (!(from->waited >> lane & 1) || (k == oldest && oldest > 0))
        return;
    waited = k < n ? from->batch[lane][k % BATCHES].waited : 0;
    if (waited && shadow_ordered((struct touch){waited, lane}, w, r->lane[i]))
        return;

    const struct touch me = {w->segment, shadow_info_of(r, i)};
    struct check_finding f = {.kind = SIMT_KIND_UNWAITED_COPY,
                              .at = shadow_touch_party(copy, OP_WRITE),
                              .other = shadow_touch_party(me, OP_READ),
                              .has_other = true,
                              .object = r->object,
                              .offset = (int64_t)(cell << r->object->shift),
                              .element = r->bytes};

    report_finding(&f);
}

static void read_cell(const struct warp_request *r, int i, size_t cell)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const struct block *b = w->block;
    const int lane = r->lane[i];
    /* What an earlier block did in the same shared memory does not count. */
    const uint32_t floor = o->space == SPACE_SHARED ? b->first : check_epoch;
    const uint32_t strong = TOUCH_ATOMIC | TOUCH_VOLATILE;
    struct touch *r1 = &o->read1[cell], *r2 = &o->read2[cell];
    const struct touch write = o->write[cell];
    struct touch me;
    bool old1, old2;

    if (w->segment &&
        ((r1->segment == w->segment && (int)(r1->info & TOUCH_LANE) == lane) ||
         (r1->segment == w->segment && r2->segment == w->segment &&
          !(write.info & TOUCH_SAME))))
        return;
    check_written(r, i, cell);
    me.segment = shadow_segment_of(w);
    me.info = shadow_info_of(r, i);
    if (w->owner && shadow_owner_at(w, lane)) {
        me.info |= bare(r, i);
        see_bare(r, i, cell, write, true);
    }
    if (write.info & TOUCH_COMING && write.segment >= floor)
        see_coming(r, i, cell, write);
    if (unordered(write, me.info, floor, o, w, lane) &&
        (shadow_is_parents(write) || !shadow_wrote_same(r, lane, cell)))
        shadow_race(r, i, write, true, cell);
    /* What the parent has read stays until it is written. */
    if (o->space == SPACE_GLOBAL && shadow_is_parents(*r1)) {
        *r2 = me;
        return;
    }
    if (r1->segment >= floor && r1->info & TOUCH_ATOMIC &&
        !shadow_compatible(*r1, me.info, o, w) && !shadow_ordered(*r1, w, lane))
        shadow_race(r, i, *r1, true, cell);

    old1 = r1->segment < floor || shadow_ordered_by(*r1, w, lane, false);
    old2 = r2->segment < floor || shadow_ordered_by(*r2, w, lane, false);
    if (old1) {
        *r1 = me;
        if (old2)
            r2->segment = 0;
    } else if (old2) {
        *r2 = me;
    } else {
        const struct segment *s1 = shadow_segment_at(r1->segment);
        const struct segment *s2 = shadow_segment_at(r2->segment);
        const uint32_t block = (uint32_t)b->number;

        /* Two readers as far apart as can be, and plain ones rather. */
        if ((s1->block == s2->block && block != s1->block) ||
            (s1->block == s2->block && s1->warp == s2->warp &&
             w->number != s1->warp) ||
            (r2->info & strong && !(me.info & strong)))
            *r2 = me;
        else if (r1->info & strong && !(me.info & strong))
            *r1 = me;
    }
    if (r1->segment < floor || r2->segment < floor)
        return;
    r2->info &= ~(uint32_t)(TOUCH_BLOCK_KNOWS | TOUCH_GRID_KNOWS);
    if ((r1->info | r2->info) & strong)
        return;
    if (shadow_segment_at(r1->segment)->block !=
        shadow_segment_at(r2->segment)->block) {
        if (quiet(write, b, true))
            r2->info |= TOUCH_GRID_KNOWS;
    } else if (shadow_segment_at(r1->segment)->warp !=
                   shadow_segment_at(r2->segment)->warp &&
               r1->segment >= b->interval_first &&
               (write.segment < floor || quiet(write, b, false))) {
        r2->info |= TOUCH_BLOCK_KNOWS;
    }
}

static void prepare(const struct warp_request *r)
{
    struct object *o = r->object;

    if (r->bytes < 4 && o->shift)
        shadow_split_cells(o);
    if (!o->write)
        shadow_make_cells(o);
}

static inline void read_cells(const struct warp_request *r, int i, size_t cell,
                              size_t cells, uint32_t interval)
{
    for (size_t k = cell; k < cell + cells; k++) {
        const struct touch r2 = r->object->read2[k];

        if (!((r2.info & TOUCH_GRID_KNOWS && r2.segment >= check_epoch) ||
              (r2.info & TOUCH_BLOCK_KNOWS && r2.segment >= interval)))
            read_cell(r, i, k);
    }
}

/* The same thread reads the same place again, it has not changed, and the
 * thread has not answered in between: the loop waits for the change. */
static void see_waiting(const struct warp_request *r)
{
    const struct warp *w = r->warp;
    const char *at = r->object->base + r->offset[0];
    struct site *s = r->site;
    struct volatile_read now = {.at = at,
                                .block = w->block->number,
                                .thread = w->number * 32 + r->lane[0],
                                .writes = w->volatile_writes};

    memcpy(&now.value, at, r->bytes < 8 ? r->bytes : 8);
    if (s->last.at == at && s->last.value == now.value &&
        s->last.block == now.block && s->last.thread == now.thread &&
        s->last.writes == now.writes) {
        const uintptr_t word = (uintptr_t)at & ~(uintptr_t)7;

        s->waits = true;
        *shadow_waited_at(word) = word;
    }
    s->last = now;
}

void shadow_read(const struct warp_request *r)
{
    const struct object *o = r->object;
    const uint32_t interval = r->warp->block->interval_first;
    size_t before = SIZE_MAX, cell, cells;

    prepare(r);
    if (r->op & OP_VOLATILE)
        see_waiting(r);
    for (int i = 0; i < r->n && r->op & OP_VOLATILE; i++) {
        const uintptr_t address = (uintptr_t)o->base + r->offset[i];

        shadow_looks_at(r->warp, r->lane[i], shadow_place_of(r, i));
        if (shadow_fences)
            shadow_acquire(r->warp, r->lane[i], address);
    }
    cells = r->bytes > 1u << o->shift ? r->bytes >> o->shift : 1;
    /* Of lanes that read the same, the first and the last will do, unless it
     * matters who wrote it. */
    if (r->pattern == SAME &&
        !(o->write[r->offset[0] >> o->shift].info & TOUCH_SAME)) {
        read_cells(r, 0, r->offset[0] >> o->shift, cells, interval);
        if (r->n > 1)
            read_cells(r, r->n - 1, r->offset[0] >> o->shift, cells, interval);
        return;
    }
    for (int i = 0; i < r->n; i++, before = cell) {
        cell = r->offset[i] >> o->shift;
        if (cell == before && i + 1 < r->n &&
            r->offset[i + 1] >> o->shift == cell &&
            !(o->write[cell].info & TOUCH_SAME))
            continue;
        read_cells(r, i, cell, cells, interval);
    }
}

/* ---- writes ---------------------------------------------------------- */

/* Unordered writes of one word are no race if they write the same: known only
 * when the lane has gone on. */
static struct question {
    bool asked, reader_asked;
    size_t cell;
    struct touch writer, reader;
    unsigned char old[16];
} questions[33];

/* Does this atomic operation come behind a plain write of its block, with no
 * barrier between (which other blocks do not know)? Others still race with that
 * write, so the atomic must not take its place: it goes among the readers. */
static bool keeps_plain(struct touch write, struct touch me, uint32_t floor,
                        bool global)
{
    if (write.segment < floor || write.info & TOUCH_ATOMIC ||
        !(me.info & TOUCH_ATOMIC))
        return false;
    const struct segment *a = shadow_segment_at(write.segment);
    const struct segment *b = shadow_segment_at(me.segment);
    return a->block == b->block && (global || a->barrier == b->barrier);
}

static bool write_cell(const struct warp_request *r, int i, size_t cell)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const int lane = r->lane[i];
    const uint32_t floor =
        o->space == SPACE_SHARED ? w->block->first : check_epoch;
    struct touch *touches[] = {&o->read1[cell], &o->read2[cell]};
    struct touch *write = &o->write[cell];
    struct question *q = &questions[i];
    struct touch me = {shadow_segment_of(w), shadow_info_of(r, i)};
    const bool values = !(r->op & OP_RANGE) && (r->op & OP_KIND) == OP_WRITE;

    if (w->owner && shadow_owner_at(w, lane) && !(me.info & TOUCH_ATOMIC)) {
        me.info |= bare(r, i);
        see_bare(r, i, cell, *write, true);
        see_bare(r, i, cell, *touches[0], false);
        see_bare(r, i, cell, *touches[1], false);
    }
    if (unordered(*write, me.info, floor, o, w, lane)) {
        if (!values) {
            shadow_race(r, i, *write, true, cell);
        } else if (!q->asked) {
            q->asked = true;
            q->reader_asked = false;
            q->cell = cell;
            q->writer = *write;
        }
    }
    for (int k = 0; k < 2; k++) {
        struct touch *t = touches[k];

        if (!t->segment)
            continue;
        if (unordered(*t, me.info, floor, o, w, lane)) {
            if (q->asked && q->cell == cell) {
                q->reader_asked = true;
                q->reader = *t;
            } else {
                shadow_race(r, i, *t, false, cell);
            }
        }
        t->segment = 0;
    }
    if (keeps_plain(*write, me, floor, o->space == SPACE_GLOBAL))
        *touches[0] = me;
    else
        *write = me;
    return q->asked;
}

bool shadow_write(const struct warp_request *r)
{
    const struct object *o = r->object;
    const bool atomic = (r->op & OP_KIND) == OP_ATOMIC;
    size_t cells;
    bool asked = false;

    prepare(r);
    shadow_some_lost = false;
    shadow_atomic_runs = atomic;
    if (o->space == SPACE_GLOBAL)
        r->warp->dirty |= r->mask;
    r->warp->volatile_writes += (r->op & OP_VOLATILE) != 0;
    cells = r->bytes > 1u << o->shift ? r->bytes >> o->shift : 1;
    for (int i = 0; i < r->n; i++) {
        const size_t cell = r->offset[i] >> o->shift;
        const uintptr_t address = (uintptr_t)o->base + r->offset[i];

        questions[i].asked = false;
        if (atomic && !(r->op & OP_EXCH))
            check_written(r, i, cell);
        if (atomic ||
            (r->op & OP_VOLATILE && shadow_raises_flag(r, r->lane[i])))
            shadow_see_order(r, i, cell);
        if (shadow_fences && atomic)
            shadow_acquire(r->warp, r->lane[i], address);
        if (shadow_later && r->op & OP_CAS)
            shadow_take_up(r->warp, r->lane[i], address & ~(uintptr_t)7, false);
        for (size_t k = cell; k < cell + cells; k++)
            if (write_cell(r, i, k))
                asked = true;
        if (shadow_fences && (atomic || r->op & OP_VOLATILE))
            shadow_release(r->warp, r->lane[i], address, atomic);
        if (r->op & OP_VOLATILE && r->warp->owner)
            shadow_owner_writes(r, i, o->write[cell]);
    }
    if (shadow_later && r->op & OP_CAS)
        for (int i = 0; i < r->n; i++)
            shadow_take_up(r->warp, r->lane[i],
                           ((uintptr_t)o->base + r->offset[i]) & ~(uintptr_t)7,
                           false);
    return asked;
}

void shadow_before(const struct warp_request *r, int i)
{
    if (questions[i].asked)
        memcpy(questions[i].old, r->object->base + r->offset[i], r->bytes);
}

void shadow_forget(const struct warp_request *r)
{
    for (int i = 0; i < r->n; i++)
        if (questions[i].asked)
            shadow_race(r, i, questions[i].writer, true, questions[i].cell);
}

void shadow_after(const struct warp_request *r, int i)
{
    const struct question *q = &questions[i];
    const struct warp *w = r->warp;
    const int lane = r->lane[i];
    size_t cells;
    bool same;

    if (!q->asked || !r->object->write)
        return;
    same = !memcmp(q->old, r->object->base + r->offset[i], r->bytes);
    /* The compiler announces the write of a structure, then the read that it
     * is a copy of. */
    if (same && r->bytes == 16 && (w->lane[lane].op & OP_KIND) == OP_READ &&
        w->lane[lane].op >> OP_BYTES == 16 &&
        w->lane[lane].site > r->site->pc &&
        w->lane[lane].site - r->site->pc < 64)
        same = !memcmp(q->old, (const void *)w->lane[lane].address, 16);
    if (!same) {
        shadow_race(r, i, q->writer, true, q->cell);
        if (q->reader_asked)
            shadow_race(r, i, q->reader, false, q->cell);
        return;
    }
    if (shadow_is_parents(q->writer))
        return;
    cells =
        r->bytes > 1u << r->object->shift ? r->bytes >> r->object->shift : 1;
    for (size_t k = 0; k < cells; k++)
        shadow_write_same(r, lane, (r->offset[i] >> r->object->shift) + k,
                          q->writer);
}

/* ---- launches ------------------------------------------------------------ */

/* Launches that the host has not waited for. */
static uint32_t unwaited_first; /* segment of the first of them */
static unsigned unwaited_since; /* simt_waits then */
static char unwaited_kernel[200];

static void note_launch(void)
{
    const char *kernel = check_launch->kernel;

    if (!unwaited_first || unwaited_since != simt_waits) {
        unwaited_first = check_segment;
        unwaited_since = simt_waits;
        snprintf(unwaited_kernel, sizeof unwaited_kernel, "%s", kernel);
    } else if (strcmp(unwaited_kernel, kernel)) {
        strcpy(unwaited_kernel, "a kernel");
    }
}

const char *shadow_unwaited(const struct object *o, size_t offset,
                            bool looks_on)
{
    const struct touch *t;

    if (!o->write || !unwaited_first || unwaited_since != simt_waits)
        return NULL;
    t = &o->write[offset >> o->shift];
    return t->segment >= unwaited_first &&
                   !(looks_on && t->info & (TOUCH_ATOMIC | TOUCH_VOLATILE))
               ? unwaited_kernel
               : NULL;
}

void shadow_launch(void)
{
    shadow_begin_shared(check_launch->shared);
    if (shadow_begin_segments()) {
        shadow_forget_touches();
        unwaited_first = 0;
    }
    note_launch();
    shadow_atomic_runs = false;
    shadow_behind[0] = shadow_behind[1] = 0;
    shadow_forget_waited();
}

void shadow_launch_end(void)
{
    shadow_take_up(NULL, 0, 0, true);
    shadow_lock_orders();
    shadow_end_segments();
}

void shadow_thread_end(struct warp *w, int lane)
{
    if (shadow_later)
        shadow_take_up(w, lane, 0, true);
}

void shadow_block_end(struct block *b)
{
    free(b->image);
    free(b->shadows);
    b->image = NULL;
    b->shadows = NULL;
    for (int i = 0; i < b->warps; i++) {
        free(b->warp[i].partial);
        free(b->warp[i].owner);
        b->warp[i].partial = NULL;
        b->warp[i].owner = NULL;
    }
}
