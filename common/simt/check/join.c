/*
 * join.c - which accesses of the program become a request of the hardware.
 * nvcc makes fewer of them than the text has:
 *
 *   - The members of an aligned vector that a thread reads or writes, one by
 *     one, are one access of 8 or 16 bytes. What is no vector, like a[4 * i]
 *     and a[4 * i + 1], stays apart, since it need not be aligned.
 *   - What a thread has read or written already is still in a register, unless
 *     something may have changed it since: a store through another pointer, an
 *     atomic operation, a fence or a barrier. `__restrict__` says that other
 *     pointers do not, and that nobody changes what is only read.
 *
 * All that is seen here is the accesses, and what the translator has seen in
 * the text: the largest aligned type, and whether there is a __restrict__
 * (translate.c). In doubt fewer requests are counted than a GPU would make, so
 * that nobody loses points for how the compiler happens to see it. Which forms
 * are counted exactly is in grader/tests/cu/requests.csv.
 *
 * What may still grow is counted when it no longer can.
 *
 * Here as well: a loop that waits for a value to change counts once. How often
 * it goes round is a matter of luck.
 *
 * What always holds: what is known of the program is read once, in
 * join_start(), and not changed any more; what was accessed lately belongs to
 * each warp.
 */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

enum {
    VECTOR_MAX = 16,
    ALL_BYTES = (1 << VECTOR_MAX) - 1,
    FACT_RESTRICT = 1,
    UNROLLED = 4
};

/* A byte from each file: the largest vector's bytes, and FACT_RESTRICT. */
extern const unsigned char __start_simt_facts[] __attribute__((weak));
extern const unsigned char __stop_simt_facts[] __attribute__((weak));

static unsigned vector_bytes; /* 0: none */
static bool restricted;
static int window = RECENTS / 2; /* how many recent ones matter */

void join_start(void)
{
    for (const unsigned char *p = __start_simt_facts; p < __stop_simt_facts;
         p++) {
        if ((*p & ~FACT_RESTRICT) > vector_bytes)
            vector_bytes = *p & ~(unsigned)FACT_RESTRICT;
        restricted = restricted || *p & FACT_RESTRICT;
    }
    if (restricted)
        window = RECENTS;
}

unsigned join_vector(void)
{
    return vector_bytes;
}

/* ---- what a warp has touched last ------------------------------------ */

static uint32_t bits_of(unsigned bytes)
{
    return (1u << bytes) - 1;
}

/* The bytes of e, if r's lanes all touch the same ones of what e's have
 * touched; else 0. */
static inline uint32_t same_place(const struct warp *w, int k,
                                  const struct warp_request *r)
{
    const struct recent *e = &w->recent[k];
    const uintptr_t base = (uintptr_t)r->object->base;
    uintptr_t at = base + r->offset[0] - w->recent_at[k];

    /* Mostly this tells without a look at e. */
    if (w->recent_lane[k] == r->lane[0] && at > VECTOR_MAX - r->bytes)
        return 0;
    at = base + r->offset[0] - e->at[r->lane[0]];
    if (at > VECTOR_MAX - r->bytes || r->mask & ~e->mask)
        return 0;
    for (int i = 1; i < r->n; i++)
        if (base + r->offset[i] - e->at[r->lane[i]] != at)
            return 0;
    return bits_of(r->bytes) << at;
}

/* The bytes of the first request that are left of `have`: an aligned piece, all
 * of it. A load may as well bring what nobody asked for, to make three of four.
 * Stores are dealt out from the first on, two and one of three; if the two are
 * not aligned, each goes `alone`.
 */
static uint32_t next_piece(const struct recent *e, uint32_t have, int *alone)
{
    const unsigned first = (unsigned)__builtin_ctz(have);
    const unsigned run = (unsigned)__builtin_ctz(~(have >> first)) / e->unit;
    uint32_t best = bits_of(e->unit) << first;

    if (*alone == 0 && e->op == OP_WRITE && (run == 2 || run == 3) &&
        first % (2 * e->unit))
        *alone = 2;
    if (*alone > 0) {
        --*alone;
        return best;
    }
    for (unsigned bytes = e->unit; bytes <= e->vector; bytes *= 2) {
        const uint32_t piece = bits_of(bytes) << first;
        const int missing = __builtin_popcount(piece & ~have);

        if (first % bytes || first + bytes > e->vector)
            break;
        if (!missing || (e->op == OP_READ && bytes == 4 * e->unit &&
                         missing == (int)e->unit))
            best = piece;
    }
    return best;
}

/* No more will be joined to it. */
static void count_recent(struct warp *w, struct recent *e)
{
    static struct warp_request r;
    uint32_t have = e->have;
    int alone = 0;

    r.warp = w;
    r.site = e->site;
    r.mask = e->mask;
    r.op = e->op;
    r.object = e->object;
    r.pattern = SCATTERED;
    r.n = 0;
    for (uint32_t m = e->mask; m; m &= m - 1)
        r.lane[r.n++] = (unsigned char)__builtin_ctz(m);
    while (have) {
        const uint32_t piece = next_piece(e, have, &alone);

        r.bytes = (unsigned)__builtin_popcount(piece);
        for (int i = 0; i < r.n; i++)
            r.offset[i] = e->at[r.lane[i]] + (unsigned)__builtin_ctz(piece) -
                          (uintptr_t)e->object->base;
        count_request(&r);
        have &= ~piece;
    }
    e->open = false;
}

void join_count(struct warp *w)
{
    for (int k = 0; k < w->recents; k++)
        if (w->recent[k].open)
            count_recent(w, &w->recent[k]);
}

/* Whether nobody can change it, whatever happens. */
static bool constant(const struct recent *e)
{
    return restricted && e->op == OP_READ && e->object->space == SPACE_GLOBAL &&
           e->object->stored != check_launch_number;
}

void join_forget(struct warp *w)
{
    int kept = 0;

    join_count(w);
    for (int k = 0; k < w->recents; k++)
        if (constant(&w->recent[k])) {
            w->recent[kept] = w->recent[k];
            w->recent_at[kept] = w->recent_at[k];
            w->recent_lane[kept++] = w->recent_lane[k];
        }
    w->recents = kept;
}

/* The bytes of e that r may mean, through another pointer. Members of vectors
 * are different ones or the same. */
static uint32_t may_meet(const struct recent *e, const struct warp_request *r,
                         unsigned vector)
{
    const uintptr_t at = (uintptr_t)r->object->base + r->offset[0];

    if (!(e->mask & r->mask) || (restricted && e->object != r->object))
        return 0;
    if (vector > r->bytes && vector == e->vector)
        return bits_of(r->bytes) << (at & (vector - 1));
    return ALL_BYTES;
}

/* r changes memory that others' pointers may point to: e's value may be another
 * one now. */
static void may_change(struct warp *w, struct recent *e,
                       const struct warp_request *r, unsigned vector)
{
    const uint32_t gone = may_meet(e, r, vector);

    e->known &= (uint16_t)~gone;
    if (e->open && e->op == OP_READ && gone == ALL_BYTES)
        count_recent(w, e);
}

static struct recent *oldest(struct warp *w)
{
    struct recent *e = w->recent;

    if (w->recents < window)
        return &w->recent[w->recents++];
    for (int k = 1; k < window; k++)
        if (w->recent[k].used < e->used)
            e = &w->recent[k];
    if (e->open)
        count_recent(w, e);
    return e;
}

/* A loop has gone on. nvcc may have written its body out several times; beyond
 * that a value has no register to stay in. */
static void grow_old(struct warp *w, const struct warp_request *r)
{
    for (int k = 0; k < w->recents; k++) {
        struct recent *e = &w->recent[k];

        if (e->site == r->site && e->mask & r->mask && ++e->turns == UNROLLED)
            e->known = 0;
    }
}

static void remember(const struct warp_request *r, unsigned vector)
{
    const uintptr_t base = (uintptr_t)r->object->base;
    const uintptr_t below = vector - 1;
    struct recent *e;
    unsigned at;

    grow_old(r->warp, r);
    e = oldest(r->warp);
    e->turns = 0;
    e->site = e->last = r->site;
    e->object = r->object;
    e->mask = r->mask;
    e->op = r->op & OP_KIND;
    e->unit = (unsigned char)r->bytes;
    e->vector = (unsigned char)vector;
    e->open = vector > r->bytes;
    for (int i = 0; i < r->n; i++)
        e->at[r->lane[i]] = (base + r->offset[i]) & ~below;
    at = (unsigned)((base + r->offset[0]) & below);
    e->have = e->known = (uint16_t)(bits_of(r->bytes) << at);
    r->warp->recent_at[e - r->warp->recent] = e->at[r->lane[0]];
    r->warp->recent_lane[e - r->warp->recent] = r->lane[0];
    e->used = ++r->warp->touches;
    e->reads = r->warp->reads;
    if (!e->open)
        count_request(r);
}

/* Join r to what is open, or to what is the beginning of it. The same line
 * again is a loop. */
static bool joined(struct recent *e, const struct warp_request *r,
                   uint32_t bytes)
{
    if (!e->open || e->mask != r->mask || e->op != (r->op & OP_KIND) ||
        e->last == r->site || bytes & ~bits_of(e->vector))
        return false;
    if (e->unit == r->bytes ? e->have & bytes : e->have & ~bytes)
        return false;
    e->last = r->site;
    e->unit = (unsigned char)r->bytes;
    e->have |= (uint16_t)bytes;
    e->known |= (uint16_t)bytes;
    e->used = ++r->warp->touches;
    return true;
}

static void join_read(const struct warp_request *r, unsigned vector)
{
    struct warp *w = r->warp;
    struct recent *open = NULL;
    uint32_t open_bytes = 0;

    for (int k = 0; k < w->recents; k++) {
        struct recent *e = &w->recent[k];
        const uint32_t bytes = same_place(w, k, r);

        /* A loop that may store reads again also where it has not stored. */
        if (bytes && e->site == r->site && bytes & ~e->known)
            r->site->changes = true;
        if (bytes && !(bytes & ~e->known) &&
            !(e->site == r->site && r->site->changes)) {
            e->used = ++w->touches;
            return;
        }
        if (bytes && e->open && e->op == OP_READ) {
            open = e;
            open_bytes = bytes;
        }
    }
    w->reads++;
    /* A store that it may have to see does not wait for its neighbours. */
    for (int k = 0; k < w->recents; k++) {
        struct recent *e = &w->recent[k];

        if (e->open && e->op == OP_WRITE && e->have & may_meet(e, r, vector))
            count_recent(w, e);
    }
    if (!open || !joined(open, r, open_bytes))
        remember(r, vector);
}

static void join_write(const struct warp_request *r, unsigned vector)
{
    struct warp *w = r->warp;
    bool done = false;

    r->object->stored = check_launch_number;
    for (int k = 0; k < w->recents; k++) {
        struct recent *e = &w->recent[k];
        const uint32_t bytes = same_place(w, k, r);

        if (!bytes || bytes & ~e->known) {
            if (bytes && !done && e->op == OP_WRITE)
                done = joined(e, r, bytes);
            else
                may_change(w, e, r, vector);
        } else if (e->op == OP_WRITE && (restricted || e->reads == w->reads)) {
            /* What it has stored, nobody will see. */
            e->used = ++w->touches;
            done = true;
        }
    }
    if (!done)
        remember(r, vector);
}

/* ---- waiting --------------------------------------------------------- */

/* Whether the lanes do nothing but look at the same again: they have done that
 * before, and no ordinary access since. */
static bool looks_again(const struct warp_request *r)
{
    struct warp *w = r->warp;
    struct look *l;

    for (int k = 0; k < LOOKS && k < w->looks; k++) {
        bool same = w->look[k].site == r->site && !(r->mask & ~w->look[k].mask);

        for (int i = 0; i < r->n && same; i++)
            same = w->look[k].at[r->lane[i]] ==
                   (uintptr_t)r->object->base + r->offset[i];
        if (same)
            return true;
    }
    l = &w->look[w->looks++ % LOOKS];
    l->site = r->site;
    l->mask = r->mask;
    for (int i = 0; i < r->n; i++)
        l->at[r->lane[i]] = (uintptr_t)r->object->base + r->offset[i];
    return false;
}

/* ---- all requests ---------------------------------------------------- */

/* The largest vector of which all lanes, and all before them at this place in
 * the program, may touch the same member, as they lie apart by its bytes. In
 * shared memory only if the variable has ever been touched by whole vectors.
 * At least the access itself. */
static unsigned vector_of(const struct warp_request *r)
{
    const uintptr_t base = (uintptr_t)r->object->base;
    struct site *s = r->site;
    unsigned vector = vector_bytes;

    if (r->object->space == SPACE_SHARED) {
        if (r->bytes > r->object->widest)
            r->object->widest = r->bytes;
        if (vector > r->object->widest)
            vector = r->object->widest;
    }
    if (vector <= r->bytes)
        return r->bytes;
    if (!s->place)
        s->place = base + r->offset[0];
    for (int i = 0; i < r->n; i++)
        s->apart |= (base + r->offset[i]) ^ s->place;
    while (vector > r->bytes && s->apart & (vector - 1))
        vector /= 2;
    return vector;
}

void join_request(const struct warp_request *r)
{
    const uint32_t kind = r->op & OP_KIND;
    struct warp *w = r->warp;

    if (r->object->space != SPACE_SHARED && r->object->space != SPACE_GLOBAL) {
        count_request(r);
        return;
    }
    if (kind == OP_ATOMIC || r->op & OP_VOLATILE) {
        if (kind != OP_READ) {
            r->object->stored = check_launch_number;
            join_forget(w);
        }
        if (kind == OP_WRITE)
            w->looks = 0;
        else if (looks_again(r))
            return;
        count_request(r);
        return;
    }
    w->looks = 0;
    if (r->op & OP_WHOLE) {
        if (kind == OP_WRITE) {
            r->object->stored = check_launch_number;
            join_forget(w);
        }
        count_request(r);
        return;
    }
    if (kind == OP_READ)
        join_read(r, vector_of(r));
    else
        join_write(r, vector_of(r));
}
