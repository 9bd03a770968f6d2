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

void shadow_take_lock(struct warp *w, int lane, uintptr_t lock)
{
    if (!w->owner)
        w->owner = calloc(32, sizeof *w->owner);
    if (!w->owner)
        abort();
    w->owner[lane] = (struct owner){.lock = lock};
}

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
