/*
 * warps.c - a warp's turn: choose lanes, let them run to their next stop, look
 * at what they stand before, until nothing is left to do but wait.
 */
#include "check/lanes.h"

#include <string.h>

/* Steps in a warp's turn; idle steps that make a warp end it. */
enum { TURN = 1000, IDLE_TURN = 64 };

/* What the atomic operations of a group change decides whether the lanes get
 * anywhere. */
static inline uint64_t peek(uintptr_t address, unsigned bytes)
{
    uint64_t v = 0;
    uint32_t word;

    if (bytes == sizeof word) {
        memcpy(&word, (const void *)address, sizeof word);
        return word;
    }
    memcpy(&v, (const void *)address, bytes < sizeof v ? bytes : sizeof v);
    return v;
}

static void run_atomic(struct warp *w, bool *idle)
{
    uint64_t old[32];
    uintptr_t where[32];
    uint32_t changed = 0;
    unsigned bytes = w->lane[w->chain[0]].op >> OP_BYTES;
    int n = __builtin_popcount(w->group);

    for (int i = 0; i < n; i++) {
        where[i] = w->lane[w->chain[i]].address;
        old[i] = peek(where[i], bytes);
    }
    check_run_chain(w);
    for (int i = 0; i < n; i++)
        if (peek(where[i], bytes) != old[i])
            changed |= 1u << w->chain[i];
    *idle = !changed;
    if (!check_stopping) {
        shadow_changed(&check_request, changed);
        count_changed(&check_request, changed);
    }
}

static void run_one_by_one(struct warp *w)
{
    const struct warp_request *r = &check_request;
    struct warp_request all = *r;

    w->group = 0; /* chain[] no longer is what it says */
    for (int i = 0; i < all.n && !check_stopping; i++) {
        w->chain[0] = all.lane[i];
        w->lane[all.lane[i]].next = &w->lane[32];
        shadow_before(&all, i);
        check_run_chain(w);
        if (!check_stopping)
            shadow_after(&all, i);
    }
}

/* Not by an atomic operation, nor by a volatile read, which may be a look at a
 * lock that is still to be taken. */
static bool uses_memory(uint32_t op)
{
    return (op & OP_KIND) == OP_WRITE ||
           ((op & OP_KIND) == OP_READ && !(op & OP_VOLATILE));
}

/*
 * Whether the group goes on from a look at a place to setting it, by another
 * step, which may be a lock that two find free. Not in shared memory: blocks
 * do not meet there.
 */
static bool sets_what_it_saw(const struct warp *w, uint32_t op)
{
    const struct lane *l = &w->lane[w->chain[0]];
    const uint32_t kind = op & OP_KIND;

    return w->looked && l->address == w->looked && l->site != w->look_site &&
           l->address - shadow_tls >= shadow_tls_span &&
           ((kind == OP_ATOMIC && !(op & OP_CAS)) ||
            (kind == OP_WRITE && op & OP_VOLATILE));
}

/* Who has found the place free stands still before it is set, until the next
 * block has found and set it, too. Once a launch. */
static bool pauses_before(const struct warp *w, uint32_t op)
{
    struct site *s = site_of(w->lane[w->chain[0]].site, op, op >> OP_BYTES);

    if (!check_progress.may_pause || s->paused_before == check_launch_number)
        return false;
    s->paused_before = check_launch_number;
    return check_progress.pausing = check_progress.pausing_before = true;
}

/*
 * A lock may have been taken. Who goes on to an ordinary access believes that
 * it was: now let others come, as nobody but us runs one block after the
 * other. Once a launch; and once more where the lock looks as if nobody had
 * it, as for block 0 with atomicCAS(lock, 0, blockIdx.x).
 */
static bool pauses_behind(struct block *b)
{
    struct site *lock = b->lock;
    bool first = lock->paused != check_launch_number;

    b->lock = NULL;
    if (first)
        lock->paused = check_launch_number;
    if (b->kept && check_progress.may_pause &&
        lock->paused_kept != check_launch_number) {
        lock->paused_kept = check_launch_number;
        first = true;
    }
    check_progress.pausing = check_progress.pausing || first;
    return first;
}

/* What the group has just done, for the two above. */
static void remember_look(struct warp *w, uintptr_t address, uintptr_t site,
                          uint32_t op, bool idle)
{
    const uint32_t kind = op & OP_KIND;

    if ((kind == OP_READ && op & OP_VOLATILE) || (kind == OP_ATOMIC && idle)) {
        w->looked = address;
        w->look_site = site;
    } else if (uses_memory(op) || (kind == OP_ATOMIC && address == w->looked)) {
        w->looked = 0;
    }
}

/* What the lanes of a group do together. False if nothing goes on. */
static bool do_group(struct warp *w, uint32_t group, uint32_t op,
                     uintptr_t address, bool *idle)
{
    switch (op & OP_KIND) {
    case OP_READ:
        check_look_at_group(w, group);
        if (check_stopping)
            return false;
        /* Waits for another thread if it reads the same again. */
        if (op & OP_VOLATILE) {
            *idle = address == w->idle_address;
            w->idle_address = address;
        }
        check_run_chain(w);
        break;
    case OP_WRITE:
        check_one_by_one = false;
        check_look_at_group(w, group);
        if (check_stopping)
            return false;
        if (check_one_by_one && check_request.mask == group)
            run_one_by_one(w);
        else
            check_run_chain(w);
        check_progress.idle = 0;
        break;
    case OP_ATOMIC:
        check_one_by_one = false;
        check_look_at_group(w, group);
        if (check_stopping)
            return false;
        run_atomic(w, idle);
        if (!*idle) {
            check_progress.idle = 0;
            join_changed(w);
        }
        break;
    case OP_ACTIVE:
        for (uint32_t m = group; m; m &= m - 1)
            w->result[__builtin_ctz(m)] = group;
        check_run_chain(w);
        break;
    case OP_YIELD:
        *idle = true;
        check_run_chain(w);
        break;
    default:
        check_run_chain(w);
    }
    return true;
}

/* Step until no lane can go on, or the turn is over. */
void check_run_warp(struct warp *w)
{
    int idle_in_turn = 0;

    check_running = w;
    for (int i = 0; i < TURN && !check_stopping; i++) {
        const uint32_t group = check_choose(w);
        uintptr_t address, site;
        uint32_t op;
        bool idle = false, sets;

        if (!group) {
            if (w->exchange && check_exchange(w))
                continue;
            return;
        }
        op = w->lane[w->chain[0]].op;
        address = w->lane[w->chain[0]].address;
        site = w->lane[w->chain[0]].site;
        sets = sets_what_it_saw(w, op);
        if (sets && pauses_before(w, op))
            return;
        check_progress.steps++;
        if (check_progress.watch)
            check_see_where(w);
        if (!do_group(w, group, op, address, &idle))
            return;
        if (w->exchange)
            check_exchange(w);
        remember_look(w, address, site, op, idle);
        if (sets || op & (OP_CAS | OP_EXCH)) {
            w->block->lock = check_request.site;
            w->block->kept = idle;
        } else if (w->block->lock && uses_memory(op) &&
                   pauses_behind(w->block)) {
            return;
        }
        if (idle) {
            check_progress.idle++;
            w->idle++;
            if (++idle_in_turn > IDLE_TURN)
                return;
        }
    }
}
