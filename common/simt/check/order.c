/*
 * order.c - whether one touch of a word comes before another, in the program's
 * order and not in the one that happened; and if nothing says so, a race.
 */
#include "check/lanes.h"
#include "check/shadow.h"

#include <stdlib.h>
#include <string.h>

bool shadow_same_thread(struct touch a, struct touch b)
{
    const struct segment *s = shadow_segment_at(a.segment);
    const struct segment *t = shadow_segment_at(b.segment);

    return s->block == t->block && s->warp == t->warp &&
           !((a.info ^ b.info) & TOUCH_LANE);
}

struct party shadow_touch_party(struct touch t, enum op op)
{
    const struct segment *s = shadow_segment_at(t.segment);
    const struct site *site = site_numbered(t.info >> TOUCH_SITE_SHIFT);

    return (struct party){.pc = site->pc,
                          .op = op,
                          .bytes = site->bytes,
                          .argument = site->argument,
                          .on_device = true,
                          .block = s->block,
                          .thread = s->warp * 32u + (t.info & TOUCH_LANE)};
}

static inline bool same_warp(struct touch t, const struct warp *w)
{
    const struct segment *s = shadow_segment_at(t.segment);

    return s->block == (uint32_t)w->block->number && s->warp == w->number;
}

bool shadow_compatible(struct touch t, uint32_t info, const struct object *o,
                       const struct warp *w)
{
    if (!(t.info & info & TOUCH_STRONG))
        return false;
    if ((t.info | info) & TOUCH_IN_BLOCK &&
        shadow_segment_at(t.segment)->block != (uint32_t)w->block->number)
        return false;
    if (t.info & info & TOUCH_ATOMIC)
        return true;
    /* volatile does not make lanes of one warp wait for each other. */
    return o->space != SPACE_SHARED || !(t.info & info & TOUCH_VOLATILE) ||
           !same_warp(t, w);
}

/*
 * A plain read against an atomic operation is no mistake where the thread goes
 * on to compare and swap: old = *p; while ((seen = atomicCAS(p, old, ...)) !=
 * old) ... Such a finding waits until the reader does that, or ends.
 *
 * A volatile read against a volatile write without a fence is none where the
 * reader only waits for the value to change. That shows at the latest at the
 * end of the launch.
 */
static struct put_off {
    struct check_finding finding;
    uint64_t block;
    unsigned thread;
    uintptr_t word;
    const struct site *volatile_read; /* null: it waits for its thread */
} * later;
size_t shadow_later, later_room;

/* Words that some loop has waited for in this launch, by hashing: the compiler
 * may put the first look at a flag before the loop. */
static uintptr_t waited[256];

uintptr_t *shadow_waited_at(uintptr_t word)
{
    return &waited[word * 0x9E3779B97F4A7C15u >> 56];
}

static uintptr_t word_of(const struct object *o, int64_t offset)
{
    return ((uintptr_t)o->base + (uintptr_t)offset) & ~(uintptr_t)7;
}

static void put_off(const struct check_finding *f, const struct party *reader,
                    const struct site *volatile_read)
{
    const uintptr_t word = word_of(f->object, f->offset);

    for (size_t i = 0; i < shadow_later; i++)
        if (volatile_read
                ? later[i].volatile_read == volatile_read &&
                      later[i].finding.at.pc == f->at.pc &&
                      later[i].finding.other.pc == f->other.pc
                : later[i].thread == reader->thread &&
                      later[i].block == reader->block && later[i].word == word)
            return;
    if (shadow_later == later_room) {
        later_room = later_room ? 2 * later_room : 64;
        later = realloc(later, later_room * sizeof *later);
        if (!later)
            abort();
    }
    later[shadow_later++] = (struct put_off){*f, reader->block, reader->thread,
                                             word, volatile_read};
}

void shadow_take_up(const struct warp *w, int lane, uintptr_t word, bool report)
{
    for (size_t i = 0; i < shadow_later;) {
        const struct site *volatile_read = later[i].volatile_read;

        if (!w || (!volatile_read && later[i].block == w->block->number &&
                   later[i].thread == (unsigned)(w->number * 32 + lane) &&
                   (!word || later[i].word == word))) {
            if (report &&
                !(volatile_read &&
                  (volatile_read->waits ||
                   *shadow_waited_at(later[i].word) == later[i].word)))
                report_finding(&later[i].finding);
            later[i] = later[--shadow_later];
        } else {
            i++;
        }
    }
}

/* The i-th lane of a request. */
static struct party asks(const struct warp_request *r, int i)
{
    return (struct party){.pc = r->site->pc,
                          .op = r->op & OP_KIND,
                          .bytes = r->bytes,
                          .argument = r->site->argument,
                          .on_device = true,
                          .block = r->warp->block->number,
                          .thread =
                              (unsigned)(r->warp->number * 32 + r->lane[i])};
}

/* Which thread it was is not known any more. */
static void race_with_parent(const struct warp_request *r, int i,
                             struct touch t, bool t_writes, size_t cell)
{
    const struct site *site = site_numbered(t.info >> TOUCH_SITE_SHIFT);
    struct check_finding f = {
        .kind = SIMT_KIND_RACE,
        .at = asks(r, i),
        .other = {.pc = site->pc,
                  .op = t.info & TOUCH_ATOMIC ? OP_ATOMIC
                        : t_writes            ? OP_WRITE
                                              : OP_READ,
                  .bytes = site->bytes,
                  .argument = site->argument,
                  .on_device = true},
        .has_other = true,
        .object = r->object,
        .offset = (int64_t)(cell << r->object->shift),
        .element = r->bytes,
        .text = "the kernel that launched it",
    };

    if (f.offset < (int64_t)r->offset[i])
        f.offset = (int64_t)r->offset[i];
    report_finding(&f);
}

void shadow_race(const struct warp_request *r, int i, struct touch t,
                 bool t_writes, size_t cell)
{
    const struct warp *w = r->warp;

    if (shadow_is_parents(t)) {
        race_with_parent(r, i, t, t_writes, cell);
        return;
    }

    const struct site *site = site_numbered(t.info >> TOUCH_SITE_SHIFT);
    struct check_finding f = {
        .kind = SIMT_KIND_RACE,
        .at = asks(r, i),
        .other = shadow_touch_party(t, t.info & TOUCH_ATOMIC ? OP_ATOMIC
                                       : t_writes            ? OP_WRITE
                                                             : OP_READ),
        .has_other = true,
        .same_warp = same_warp(t, w),
        .object = r->object,
        .offset = (int64_t)(cell << r->object->shift),
        .element = r->bytes,
    };

    const bool atomic = t.info & TOUCH_ATOMIC;
    const bool volatiles = t.info & TOUCH_VOLATILE && r->op & OP_VOLATILE &&
                           (f.at.op == OP_READ || !t_writes);

    if (f.offset < (int64_t)r->offset[i])
        f.offset = (int64_t)r->offset[i];
    if (volatiles && !(f.same_warp && r->object->space == SPACE_SHARED))
        put_off(&f, &f.at, t_writes ? r->site : site);
    else if (f.at.op == OP_READ && atomic)
        put_off(&f, &f.at, NULL);
    else if (f.at.op == OP_ATOMIC && !t_writes && !atomic)
        put_off(&f, &f.other, NULL);
    else
        report_finding(&f);
}

bool shadow_raises_flag(const struct warp_request *r, int lane)
{
    const struct warp *w = r->warp;

    return (w->fenced[0][lane] ||
            (w->fenced[1][lane] && r->object->space == SPACE_SHARED)) &&
           !(w->used >> lane & 1);
}

uint32_t shadow_info_of(const struct warp_request *r, int i)
{
    uint32_t info = r->lane[i] | r->site->number << TOUCH_SITE_SHIFT;

    if ((r->op & OP_KIND) == OP_ATOMIC)
        info |= TOUCH_ATOMIC | TOUCH_STRONG;
    if (r->op & OP_IN_BLOCK)
        info |= TOUCH_IN_BLOCK;
    if (r->warp->copying >> r->lane[i] & 1 && r->object->space == SPACE_SHARED)
        info |= TOUCH_COMING;
    if (r->op & OP_VOLATILE) {
        info |= TOUCH_VOLATILE;
        if ((r->op & OP_KIND) == OP_READ || shadow_raises_flag(r, r->lane[i]))
            info |= TOUCH_STRONG;
    }
    return info;
}

static bool is_written(const struct object *o, const struct block *b,
                       size_t cell)
{
    return o->write[cell].segment >= b->first;
}

/* The nearest cells that the block has written, rather those before. */
static void find_written(struct check_finding *f, const struct block *b,
                         size_t cell)
{
    const struct object *o = f->object;
    size_t from, to;

    for (from = cell; from > 0 && !is_written(o, b, from - 1); from--)
        ;
    for (to = cell; to < o->cells && !is_written(o, b, to); to++)
        ;
    if (from > 0 && (to == o->cells || cell - from <= to - cell)) {
        for (to = from; from > 0 && is_written(o, b, from - 1); from--)
            ;
    } else {
        for (from = to; to < o->cells && is_written(o, b, to); to++)
            ;
    }
    f->written_from = (int64_t)(from << o->shift);
    f->written_to = (int64_t)(to << o->shift);
}

void shadow_never_written(const struct warp_request *r, int i, size_t cell)
{
    const size_t offset = cell << r->object->shift;
    struct check_finding f = {
        .kind = SIMT_KIND_UNWRITTEN,
        .at = asks(r, i),
        .object = r->object,
        .offset = (int64_t)(offset > r->offset[i] ? offset : r->offset[i]),
        .element = r->bytes,
    };

    if (r->object->space == SPACE_SHARED && r->warp->block->barriers &&
        report_is_new(&f))
        find_written(&f, r->warp->block, cell);
    report_finding(&f);
}

void shadow_forget_waited(void)
{
    memset(waited, 0, sizeof waited);
}

/* What the kernel itself writes, the cache for what is only read may not see
 * (CUDA C++ Programming Guide, "Read-Only Data Cache Load Function"). */
void simt_read_only_load(const void *p, size_t bytes)
{
    const uintptr_t address = (uintptr_t)p;
    enum space space;
    const struct object *o;

    if (!check_in_lane)
        return;
    check_in_lane = false;
    o = shadow_object(address, &space);
    if (o && o->space == SPACE_GLOBAL && o->write &&
        address - (uintptr_t)o->base < o->bytes) {
        const size_t offset = address - (uintptr_t)o->base;
        const struct touch t = o->write[offset >> o->shift];

        if (t.segment >= check_epoch) {
            struct check_finding f = {
                .kind = SIMT_KIND_STALE,
                .at = party_of(check_running, (int)check_this_lane()),
                .other = shadow_touch_party(t, OP_WRITE),
                .has_other = true,
                .object = o,
                .offset = (int64_t)offset,
                .element = (unsigned)bytes,
            };
            f.at.pc = (uintptr_t)__builtin_return_address(0);
            f.at.op = OP_READ;
            f.at.bytes = (unsigned)bytes;
            report_finding(&f);
        }
    }
    check_in_lane = true;
}
