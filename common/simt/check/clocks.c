/*
 * clocks.c - segments of a warp's work, and what threads know of others through
 * fences. `clocks` and `locations` are of one launch.
 */
#include "check/shadow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- segments ------------------------------------------------------------ */

/* As many as there may be in a launch; opened in pieces, as only those count as
 * the process's data, which a sandbox limits. */
enum { SEGMENTS = 1 << 28, PIECE = 1 << 20 };

uint32_t check_segment = 2, check_epoch = 2;
struct segment *shadow_segments;
static uint32_t segments_open;
uint32_t shadow_first;
bool shadow_fences, shadow_stores;
/* One more piece of them. */
static void open_segments(void)
{
    if (mprotect(shadow_segments + segments_open,
                 PIECE * sizeof *shadow_segments, PROT_READ | PROT_WRITE))
        shadow_no_memory(PIECE * sizeof *shadow_segments);
    segments_open += PIECE;
}

uint32_t shadow_new_segment(struct warp *w)
{
    const uint32_t number = check_segment - shadow_first;
    struct segment *s = &shadow_segments[number];

    if (number >= SEGMENTS) {
        check_stop(cudaErrorLaunchTimeout);
        s = shadow_segments;
    } else if (number == segments_open) {
        open_segments();
    }
    s->block = (uint32_t)w->block->number;
    s->barrier = w->block->barriers;
    s->sync = w->syncs;
    s->warp = (uint16_t)w->number;
    return w->segment = check_segment++;
}

/* ---- what threads know of others through fences ---------------------- */

enum { CLOCKS = 1 << 14, SEARCH_MAX = 200000000 };
static uint64_t searched;
static struct clocks {
    struct clocks *next;
    int used;
    struct clock clock[CLOCKS];
} * clocks;

struct clock *shadow_new_clock(void)
{
    if (!clocks || clocks->used == CLOCKS) {
        struct clocks *c = malloc(sizeof *c);

        if (!c)
            abort();
        c->used = 0;
        c->next = clocks;
        clocks = c;
    }
    return memset(&clocks->clock[clocks->used++], 0, sizeof(struct clock));
}

/* Mostly a is b and something on top of it. */
struct clock *shadow_join(struct clock *a, struct clock *b)
{
    struct clock *c = a;

    if (!a || !b)
        return a ? a : b;
    for (int i = 0; i < 64 && c; i++, c = c->b ? c->b : c->a)
        if (c == b)
            return a;
    if (b->a == a || b->b == a)
        return b;
    c = shadow_new_clock();
    c->a = a;
    c->b = b;
    return c;
}

bool shadow_knows(struct clock *c, struct touch t, const struct segment *s)
{
    static struct clock **stack;
    static size_t room;
    static uint32_t visit;
    const uint32_t thread = s->warp * 32u + (t.info & TOUCH_LANE);
    size_t n = 0;

    visit++;
    while (c) {
        /* Past any patience, nothing is a race any more. */
        if (++searched > SEARCH_MAX)
            return true;
        if (c->visited != visit) {
            c->visited = visit;
            if (c->block == s->block &&
                (t.segment < c->block_bound ||
                 (t.segment < c->bound && c->thread == thread) ||
                 (t.segment < c->warp_bound && c->thread / 32 == s->warp)))
                return true;
            if (c->b) {
                if (n == room) {
                    room = room ? 2 * room : 1024;
                    stack = realloc(stack, room * sizeof *stack);
                    if (!stack)
                        abort();
                }
                stack[n++] = c->b;
            }
            if (c->a) {
                c = c->a;
                continue;
            }
        }
        c = n ? stack[--n] : NULL;
    }
    return false;
}

static struct location *locations;
static size_t locations_size, locations_used;

struct location *shadow_location(uintptr_t address, bool make)
{
    size_t i;

    if (!locations_size && !make)
        return NULL;
    if (make && 2 * locations_used >= locations_size) {
        struct location *old = locations;
        size_t old_size = locations_size;

        locations_size = old_size ? 2 * old_size : 1024;
        locations = calloc(locations_size, sizeof *locations);
        if (!locations)
            abort();
        locations_used = 0;
        for (size_t k = 0; k < old_size; k++)
            if (old[k].address)
                *shadow_location(old[k].address, true) = old[k];
        free(old);
    }
    i = (address * 0x9E3779B97F4A7C15u >> 20) & (locations_size - 1);
    while (locations[i].address && locations[i].address != address)
        i = (i + 1) & (locations_size - 1);
    if (!locations[i].address) {
        if (!make)
            return NULL;
        locations_used++;
        locations[i].address = address;
    }
    return &locations[i];
}

void shadow_acquire(struct warp *w, int lane, uintptr_t address)
{
    const struct location *l = shadow_location(address, false);

    if (!l)
        return;
    w->known[lane] = shadow_join(l->device, w->known[lane]);
    if (l->block == (uint32_t)w->block->number)
        w->known[lane] = shadow_join(l->within, w->known[lane]);
}

void shadow_release(struct warp *w, int lane, uintptr_t address, bool keep)
{
    struct clock *device = w->fenced[0][lane], *within = w->fenced[1][lane];
    const uint32_t block = (uint32_t)w->block->number;
    struct location *l = shadow_location(address, device || within);

    if (!l)
        return;
    l->device = keep ? shadow_join(device, l->device) : device;
    l->within =
        keep && l->block == block ? shadow_join(within, l->within) : within;
    l->block = block;
}

/* ---- launches ------------------------------------------------------------ */

bool shadow_begin_segments(void)
{
    const bool anew = check_segment > UINT32_MAX - SEGMENTS;

    if (!shadow_segments)
        shadow_segments =
            shadow_map((size_t)SEGMENTS * sizeof *shadow_segments, PROT_NONE);
    if (!segments_open)
        open_segments();
    if (anew)
        check_segment = 2;
    shadow_first = check_epoch = check_segment;
    shadow_fences = shadow_stores = false;
    searched = 0;
    return anew;
}

void shadow_end_segments(void)
{
    if (check_segment - shadow_first > 1 << 18)
        madvise(shadow_segments, segments_open * sizeof *shadow_segments,
                MADV_DONTNEED);
    while (clocks) {
        struct clocks *c = clocks;

        clocks = c->next;
        free(c);
    }
    free(locations);
    locations = NULL;
    locations_size = locations_used = 0;
}
