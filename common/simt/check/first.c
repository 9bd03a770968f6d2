/*
 * first.c - what depends on who comes first.
 *
 * What always holds: lost[] is of the request that is looked at now, and says
 * something only while shadow_some_lost is set. An entry of sames[] is of the
 * place that it names, or of none. The thread that runs the kernel owns both.
 */
#include "check/shadow.h"

#include <string.h>

/*
 * An atomic operation and a store into the same place never race; but if
 * nothing orders them, the store may come last, and what the other one has done
 * is lost. It is no mistake where the thread that stores knows what it does: it
 * has looked at the place before, as who gives back a lock that it has taken,
 * or is the last one to be counted. Nor where the thread that changes the value
 * has looked and may have waited for the store.
 */
static bool has_looked(const struct warp *w, int lane, uintptr_t place)
{
    for (int i = 0; i < PLACES; i++)
        if (w->places[lane][i] == place)
            return true;
    return false;
}

void shadow_looks_at(struct warp *w, int lane, uintptr_t place)
{
    uintptr_t *places = w->places[lane];
    size_t i = 0;

    while (i < PLACES - 1 && places[i] && places[i] != place)
        i++;
    memmove(places + 1, places, i * sizeof *places);
    places[0] = place;
}

uintptr_t shadow_place_of(const struct warp_request *r, int i)
{
    const uintptr_t address = (uintptr_t)r->object->base + r->offset[i];

    return r->object->space == SPACE_SHARED
               ? address ^ (uintptr_t)r->warp->block->barriers << 48
               : address;
}

static void report_order(const struct warp_request *r, int i,
                         struct touch store, struct touch change)
{
    struct check_finding f = {
        .kind = SIMT_KIND_ORDER,
        .at = shadow_touch_party(store, OP_ATOMIC),
        .other = shadow_touch_party(change, OP_ATOMIC),
        .has_other = true,
        .same_warp = shadow_segment_at(store.segment)->block ==
                         shadow_segment_at(change.segment)->block &&
                     shadow_segment_at(store.segment)->warp ==
                         shadow_segment_at(change.segment)->warp,
        .object = r->object,
        .offset = (int64_t)r->offset[i],
        .element = r->bytes,
    };

    if (store.info & TOUCH_VOLATILE)
        f.at.op = OP_WRITE;
    report_finding(&f);
}

static bool is_me(struct touch t, const struct warp *w, int lane)
{
    const struct segment *s = shadow_segment_at(t.segment);

    return s->block == (uint32_t)w->block->number && s->warp == w->number &&
           (int)(t.info & TOUCH_LANE) == lane;
}

/* Not of an earlier launch, nor of another block in its own shared memory. */
static bool counts(struct touch t, const struct object *o, const struct warp *w)
{
    if (o->space != SPACE_SHARED)
        return t.segment >= check_epoch;
    return t.segment >= w->block->first &&
           shadow_segment_at(t.segment)->block == (uint32_t)w->block->number;
}

/* Lost changes of this request, once they are known to be some: by index. */
static struct touch lost[33];
bool shadow_some_lost;

void shadow_see_order(const struct warp_request *r, int i, size_t cell)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const int lane = r->lane[i];
    const uintptr_t address = (uintptr_t)o->base + r->offset[i];
    const uintptr_t place = shadow_place_of(r, i);
    const bool store = r->op & (OP_STORE | OP_VOLATILE);
    const struct touch write = o->write[cell];
    const struct touch me = {shadow_segment_of(w), shadow_info_of(r, i)};
    struct location *l;

    lost[i].segment = 0;
    if (store && !has_looked(w, lane, place)) {
        if (counts(write, o, w) && write.info & TOUCH_CHANGED &&
            !is_me(write, w, lane) && !shadow_ordered(write, w, lane)) {
            if (r->op & OP_VOLATILE)
                report_order(r, i, me, write);
            else
                lost[i] = write;
            shadow_some_lost = true;
        }
        l = shadow_location(address, true);
        if (!counts(l->store, o, w))
            l->store = me;
        shadow_stores = true;
    } else if (shadow_stores && !(r->op & (OP_EXCH | OP_CAS | OP_VOLATILE)) &&
               !has_looked(w, lane, place)) {
        l = shadow_location(address, false);
        if (l && counts(l->store, o, w) && !is_me(l->store, w, lane) &&
            !shadow_ordered(l->store, w, lane)) {
            lost[i] = l->store;
            shadow_some_lost = true;
        }
    }
    shadow_looks_at(w, lane, place);
}

/* The lane has changed a place in one step. */
static void see_owner(const struct warp_request *r, int i)
{
    const uintptr_t address = (uintptr_t)r->object->base + r->offset[i];
    const int lane = r->lane[i];
    struct owner *o = r->warp->owner ? &r->warp->owner[lane] : NULL;
    const bool asks = r->op & (OP_CAS | OP_EXCH) && !(r->op & OP_STORE);

    if (o && !asks)
        shadow_lets_go(r->warp, lane, address);
    if (o && o->lock == address && !asks)
        shadow_give_back_lock(r->warp, lane);
    else if (asks)
        shadow_take_lock(r->warp, lane, address, r->site->pc);
}

void shadow_changed(const struct warp_request *r, uint32_t changed)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const uint32_t fences_of[2] = {shadow_behind[0], shadow_behind[1]};

    shadow_atomic_runs = false;
    shadow_behind[0] = shadow_behind[1] = 0;
    for (int i = 0; i < r->n && changed && o->write; i++) {
        struct touch *write = &o->write[r->offset[i] >> o->shift];
        const struct touch me = {w->segment, shadow_info_of(r, i)};

        if (!(changed >> r->lane[i] & 1))
            continue;
        see_owner(r, i);
        if (write->segment == w->segment && !(r->op & (OP_EXCH | OP_CAS)))
            write->info |= TOUCH_CHANGED;
        if (!shadow_some_lost || !lost[i].segment)
            continue;
        if (r->op & OP_STORE)
            report_order(r, i, me, lost[i]);
        else
            report_order(r, i, lost[i], me);
    }
    shadow_some_lost = false;
    for (int k = 0; k < 2; k++)
        for (uint32_t m = fences_of[k]; m; m &= m - 1)
            shadow_fence_behind_lock(w, __builtin_ctz(m),
                                     k ? SIMT_BLOCK : SIMT_DEVICE);
}

/* ---- several threads that write the same ----------------------------- */

/*
 * That is no race among them, and each may read it back; but who has not
 * written it may read what was there before. Kept by hashing; what falls out
 * is taken for written by all.
 */
static struct same {
    const char *place;
    uint32_t block, last; /* segment of the last write */
    uint32_t writers[32]; /* lanes, by warp */
} sames[1024];

static struct same *same_at(const char *place)
{
    return &sames[(uintptr_t)place * 0x9E3779B97F4A7C15u >> 54];
}

void shadow_write_same(const struct warp_request *r, int lane, size_t cell,
                       struct touch before)
{
    const struct segment *s = shadow_segment_at(before.segment);
    const struct warp *w = r->warp;
    const uint32_t block = (uint32_t)w->block->number;
    const char *place = r->object->base + (cell << r->object->shift);
    struct touch *write = &r->object->write[cell];
    struct same *all = same_at(place);

    if (all->place != place || all->block != block ||
        all->last != before.segment) {
        memset(all->writers, before.info & TOUCH_SAME ? 255 : 0,
               sizeof all->writers);
        if (s->block == block)
            all->writers[s->warp] |= 1u << (before.info & TOUCH_LANE);
    }
    all->place = place;
    all->block = block;
    all->last = write->segment;
    all->writers[w->number] |= 1u << lane;
    write->info |= TOUCH_SAME;
}

bool shadow_wrote_same(const struct warp_request *r, int lane, size_t cell)
{
    const char *place = r->object->base + (cell << r->object->shift);
    const struct touch write = r->object->write[cell];
    const struct same *all = same_at(place);

    if (!(write.info & TOUCH_SAME) || shadow_segment_at(write.segment)->block !=
                                          (uint32_t)r->warp->block->number)
        return false;
    return all->place != place || all->last != write.segment ||
           all->writers[r->warp->number] >> lane & 1;
}
