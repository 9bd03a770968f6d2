/*
 * turns.c - whose turn it is among the lanes of a warp. Where lanes have
 * parted, those in the deepest call go first, and among them those at the
 * smallest address, as what lies before them in the program is mostly where the
 * others join them.
 */
#include "check/lanes.h"

#include <string.h>

/* Idle steps that let lanes which wait for the idle ones go first, and for how
 * long; choices that may pass a lane by. */
enum { IDLE_LANES = 16, FAVOR = 2000, PASSED = 10000000 };

static inline size_t depth(const struct warp *w, int lane)
{
    return (size_t)(w->lane[lane].start - (char *)w->lane[lane].sp);
}

static void set_chain(struct warp *w, uint32_t group)
{
    struct lane *before_it = NULL;
    int n = 0;

    if (w->group == group)
        return;
    w->group = group;
    for (uint32_t m = group; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        w->chain[n++] = (unsigned char)lane;
        if (before_it)
            before_it->next = &w->lane[lane];
        before_it = &w->lane[lane];
    }
    before_it->next = &w->lane[32];
}

static bool later(const struct warp *w, int lane)
{
    const uint32_t kind = w->lane[lane].op & OP_KIND;

    return kind == OP_YIELD || kind == OP_ACTIVE;
}

/* Whether a goes before b. */
static bool before(const struct warp *w, int a, int b)
{
    if (later(w, a) != later(w, b))
        return later(w, b);
    if (depth(w, a) != depth(w, b))
        return depth(w, a) > depth(w, b);
    if (w->lane[a].site != w->lane[b].site)
        return w->lane[a].site < w->lane[b].site;
    return w->lane[a].op < w->lane[b].op;
}

static uint32_t like(const struct warp *w, uint32_t ready, int best)
{
    uint32_t group = 0;

    for (uint32_t m = ready; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        if (w->lane[lane].site == w->lane[best].site &&
            w->lane[lane].op == w->lane[best].op &&
            depth(w, lane) == depth(w, best))
            group |= 1u << lane;
    }
    return group;
}

/*
 * Whether lane a stands at an __activemask() that lies before the end of the
 * turn that lane t has come to, in the same function or in one that this has
 * called: there the call's place stands where t's call of simt_turn_ends() has
 * put its own.
 */
static bool active_before(const struct warp *w, int a, int t)
{
    const struct lane *active = &w->lane[a], *turn = &w->lane[t];
    const size_t down = (uintptr_t)turn->start - turn->address;
    const char *frame = active->start - down;

    if (active->address == (uintptr_t)frame)
        return active->site < turn->site;
#ifdef __x86_64__
    if (active->address < (uintptr_t)frame)
        return ((const uintptr_t *)(const void *)frame)[1] < turn->site;
#endif
    return false;
}

static uint32_t choose_apart(struct warp *w, uint32_t ready)
{
    int best = __builtin_ctz(ready), other;
    uint32_t group;

    for (uint32_t m = ready; m; m &= m - 1)
        if (before(w, __builtin_ctz(m), best))
            best = __builtin_ctz(m);
    /* The lanes of a mask wait for those that may still come. At the end of
     * the turn they will not; on a GPU these wait, too. */
    if ((w->lane[best].op & OP_KIND) == OP_TURN) {
        const int turn = best;

        for (uint32_t m = ready; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            if ((w->lane[lane].op & OP_KIND) == OP_ACTIVE &&
                active_before(w, lane, turn) &&
                (best == turn || before(w, lane, best)))
                best = lane;
        }
    }
    /* Lanes that try in vain may do so until one of the others goes on. */
    if (w->favor > 0 && w->favored & ready) {
        w->favor--;
        best = __builtin_ctz(w->favored & ready);
    } else if (w->idle > IDLE_LANES || ++w->passed > PASSED) {
        group = like(w, ready, best);
        other = __builtin_ctz(ready & ~group ? ready & ~group : ready);
        for (uint32_t m = ready & ~group; m; m &= m - 1)
            if (before(w, __builtin_ctz(m), other))
                other = __builtin_ctz(m);
        w->favored = like(w, ready, other);
        w->favor = FAVOR;
        w->idle = w->passed = 0;
        best = other;
    }
    return like(w, ready, best);
}

uint32_t check_choose(struct warp *w)
{
    const uint32_t ready = w->live & ~w->blocked;
    uintptr_t site, apart = 0;
    uint32_t op, op_apart = 0;
    size_t deep;
    int n;

    if (!ready)
        return 0;
    set_chain(w, ready);
    n = __builtin_popcount(ready);
    site = w->lane[w->chain[0]].site;
    op = w->lane[w->chain[0]].op;
    deep = depth(w, w->chain[0]);
    for (int i = 1; i < n; i++) {
        const int lane = w->chain[i];

        apart |= w->lane[lane].site ^ site;
        op_apart |= w->lane[lane].op ^ op;
        apart |= depth(w, lane) ^ deep;
    }
    if (apart | op_apart) {
        const uint32_t group = choose_apart(w, ready);

        set_chain(w, group);
        return group;
    }
    w->idle = w->passed = w->favor = 0;
    return ready;
}
