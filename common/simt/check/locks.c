/* locks.c - owners of locks. */
#include "check/shadow.h"

#include <stdlib.h>
#include <string.h>

/*
 * Who has changed a place with an atomicCAS() or an atomicExch() whose answer
 * counts may have taken a lock. It was one if the same thread gives it back, by
 * a store or by arithmetic. (Not by another atomicCAS(): who puts something on
 * a list and takes it off again does the same.)
 *
 * What lies between needs a fence at either end. At the end it is asked for by
 * the order of accesses (see above), but volatile ones never race: they do if
 * two owners write there. At the beginning it is asked for where the owner goes
 * on to read, itself, what other owners write. A barrier of the block or warp
 * is taken for such a fence.
 */

bool shadow_atomic_runs;
uint32_t shadow_behind[2];

/* ---- locks that are taken while others are held -------------------------- */

/*
 * Somebody had `first` and took `second`. If others do it the other way round,
 * or in a ring, each may wait for the next one for ever, whether it came so
 * this time or not. (They do not if a lock around it keeps them apart, or a
 * barrier.)
 */
static struct edge {
    uintptr_t first, second;
    bool locks[2];          /* each was given back by who took it */
    uintptr_t pc;           /* where the second one was taken */
    uintptr_t around[HELD]; /* what else it had */
    uint64_t block;
    uint32_t epoch, barriers; /* of the block */
    unsigned thread;
} edges[256];
static int edge_count;

static void note_edge(const struct warp *w, int lane, uintptr_t first,
                      uintptr_t second, uintptr_t pc)
{
    const struct block *b = w->block;
    const struct owner *o = &w->owner[lane];
    struct edge e = {.first = first,
                     .second = second,
                     .pc = pc,
                     .block = b->number,
                     .epoch = check_epoch,
                     .barriers = b->barriers,
                     .thread = (unsigned)(w->number * 32 + lane)};
    int same = 0;

    /* a few threads of each pair are enough */
    for (int i = 0; i < edge_count; i++)
        if (edges[i].first == first && edges[i].second == second)
            same++;
    if (same >= 4 || edge_count == (int)(sizeof edges / sizeof *edges))
        return;
    memcpy(e.around, o->held, sizeof e.around);
    edges[edge_count++] = e;
}

/* Whether two threads may be there at once, each with the first of its two. */
static bool may_meet(const struct edge *a, const struct edge *b)
{
    if (a->epoch != b->epoch ||
        (a->block == b->block &&
         (a->thread == b->thread || a->barriers != b->barriers)))
        return false;
    for (int i = 0; i < HELD; i++)
        for (int k = 0; k < HELD && a->around[i]; k++)
            if (a->around[i] == b->around[k])
                return false;
    return true;
}

enum { RING = 32 };

/* From the last of n edges back to the first one: of how many edges the ring
 * is; 0: there is none. */
static int find_ring(const struct edge *way[RING], int n, int *patience)
{
    for (const struct edge *e = edges; e < edges + edge_count; e++) {
        bool meet = e->locks[0] && e->locks[1] && --*patience > 0 &&
                    e->first == way[n - 1]->second;
        int all;

        for (int i = 0; i < n && meet; i++)
            meet = may_meet(way[i], e);
        if (!meet)
            continue;
        way[n] = e;
        if (e->second == way[0]->first)
            return n + 1;
        all = n + 1 < RING ? find_ring(way, n + 1, patience) : 0;
        if (all)
            return all;
    }
    return 0;
}

static struct party edge_party(const struct edge *e)
{
    return (struct party){.pc = e->pc,
                          .op = OP_ATOMIC,
                          .on_device = true,
                          .block = e->block,
                          .thread = e->thread};
}

void shadow_lock_orders(void)
{
    for (int i = 0; i < edge_count; i++) {
        const struct edge *way[RING] = {&edges[i]};
        int patience = 100000, n = 0;

        if (edges[i].locks[0] && edges[i].locks[1])
            n = find_ring(way, 1, &patience);
        if (n)
            report_finding(
                &(struct check_finding){.kind = SIMT_KIND_LOCK_ORDER,
                                        .at = edge_party(way[0]),
                                        .other = edge_party(way[n - 1]),
                                        .has_other = true});
    }
    edge_count = 0;
}

void shadow_lets_go(struct warp *w, int lane, uintptr_t lock)
{
    struct owner *o = &w->owner[lane];
    int n = 0;

    for (int i = 0; i < HELD && o->held[i]; i++) {
        o->held[n] = o->held[i];
        n += o->held[i] != lock;
    }
    if (n == HELD || !o->held[n])
        return; /* it had not taken that */
    o->held[n] = 0;
    for (struct edge *e = edges; e < edges + edge_count; e++) {
        e->locks[0] = e->locks[0] || e->first == lock;
        e->locks[1] = e->locks[1] || e->second == lock;
    }
}

void shadow_take_lock(struct warp *w, int lane, uintptr_t lock, uintptr_t pc)
{
    struct owner *o;
    bool held = false;

    if (!w->owner)
        w->owner = calloc(32, sizeof *w->owner);
    if (!w->owner)
        abort();
    o = &w->owner[lane];
    for (int i = 0; i < HELD && o->held[i]; i++)
        held = held || o->held[i] == lock;
    for (int i = 0; i < HELD && o->held[i] && !held; i++)
        note_edge(w, lane, o->held[i], lock, pc);
    struct owner now = {.lock = lock};
    memcpy(now.held, o->held, sizeof now.held);
    if (!held) {
        memmove(now.held + 1, o->held, sizeof o->held - sizeof *o->held);
        now.held[0] = lock;
    }
    *o = now;
}

/* ---- one lock ------------------------------------------------------------ */

struct owner *shadow_owner_at(const struct warp *w, int lane)
{
    return w->owner && w->owner[lane].lock ? &w->owner[lane] : NULL;
}

void shadow_fence_behind_lock(struct warp *w, int lane, enum simt_scope scope)
{
    struct owner *o = shadow_owner_at(w, lane);

    w->used &= ~(1u << lane);
    if (!o)
        return;
    o->fenced[0] = o->fenced[0] || scope != SIMT_BLOCK;
    o->fenced[1] = true;
    o->written = 0;
}

void shadow_barrier_behind_lock(struct warp *w, uint32_t mask)
{
    for (uint32_t m = (w->owner ? ~0u : w->used) & mask; m; m &= m - 1)
        shadow_fence_behind_lock(w, __builtin_ctz(m), SIMT_DEVICE);
}

void shadow_give_back_lock(struct warp *w, int lane)
{
    struct owner *o = &w->owner[lane];

    shadow_location(o->lock, true)->is_lock = true;
    w->used |= 1u << lane;
    for (int i = 0; i < o->written; i++) {
        const struct object *x = o->write[i].object;
        const char *place = x->base + o->write[i].offset;
        const size_t bytes = o->write[i].bytes;
        struct location *l = shadow_location((uintptr_t)place, true);
        uint64_t value = 0;

        memcpy(&value, place, bytes < sizeof value ? bytes : sizeof value);
        if (l->lock == o->lock && l->value != value &&
            !shadow_same_thread(l->by, o->write[i].by)) {
            struct check_finding f = {
                .kind = SIMT_KIND_RACE,
                .at = shadow_touch_party(o->write[i].by, OP_WRITE),
                .other = shadow_touch_party(l->by, OP_WRITE),
                .has_other = true,
                .object = x,
                .offset = (int64_t)o->write[i].offset,
                .element = (unsigned)bytes};

            report_finding(&f);
        }
        l->lock = o->lock;
        l->by = o->write[i].by;
        l->value = value;
    }
    o->lock = 0;
}

void shadow_owner_writes(const struct warp_request *r, int i, struct touch by)
{
    struct warp *w = r->warp;
    const int lane = r->lane[i];
    struct owner *o = shadow_owner_at(w, lane);

    if (w->owner)
        shadow_lets_go(w, lane, (uintptr_t)r->object->base + r->offset[i]);
    if (!o)
        return;
    if ((uintptr_t)r->object->base + r->offset[i] == o->lock) {
        shadow_give_back_lock(w, lane);
    } else if (o->written < WRITTEN && r->object->space == SPACE_GLOBAL) {
        o->write[o->written].object = r->object;
        o->write[o->written].offset = r->offset[i];
        o->write[o->written].bytes = r->bytes;
        o->write[o->written++].by = by;
    }
}
