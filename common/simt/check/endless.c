/* endless.c - kernels without end: when the time is up, and which loop it is.
 */
#include "check/lanes.h"

#include <string.h>

/* Steps from one look at the clock to the next, and for looking which loop it
 * is that has no end. */
enum { CLOCK = 10000, WATCH = 300000 };

/* Where one thread each has come by since the time was up, and how often. */
static struct seen {
    uintptr_t site;
    uint64_t block;
    unsigned thread, times;
    int line; /* of the loop whose turn ends there; 0: not known */
} seen[256];

void check_see_where(const struct warp *w)
{
    const struct lane *l = &w->lane[w->chain[0]];
    const struct seen now = {
        .site = l->site,
        .block = w->block->number,
        .thread = (unsigned)(w->number * 32 + w->chain[0]),
        .times = 1,
        .line = (l->op & OP_KIND) == OP_TURN ? (int)l->length : 0};

    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        if (!seen[i].times) {
            seen[i] = now;
            return;
        }
        if (seen[i].site == now.site) {
            seen[i].times +=
                seen[i].block == now.block && seen[i].thread == now.thread;
            return;
        }
    }
}

/* What the loop that goes round outside of all others ends with: behind those
 * in it, as kernels are compiled with all that they call. Null: none. */
static const struct seen *outermost(void)
{
    const struct seen *last = NULL;

    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (seen[i].times > 1 && (!last || seen[i].site > last->site))
            last = &seen[i];
    return last;
}

/* Whether the kernel's time is up, and has been for some steps more, in which
 * loops show that they go round. */
bool check_time_is_up(void)
{
    if (check_progress.steps < check_progress.clock)
        return false;
    if (check_progress.watch)
        return true;
    check_progress.clock = check_progress.steps + CLOCK;
    if ((double)(check_now_ns() - check_progress.began) * 1e-9 >
        check_progress.limit) {
        memset(seen, 0, sizeof seen);
        check_progress.watch = check_progress.clock =
            check_progress.steps + WATCH;
    }
    return false;
}

void check_report_endless(struct warp *w)
{
    struct check_finding f = {.kind = SIMT_KIND_ENDLESS,
                              .at = party_of(w, w->chain[0])};
    const struct seen *loop = check_progress.watch ? outermost() : NULL;

    if (loop) {
        f.at = (struct party){.pc = loop->site,
                              .op = OP_CALL,
                              .on_device = true,
                              .block = loop->block,
                              .thread = loop->thread};
        f.loop = loop->line;
    }
    if (check_progress.stuck_at) {
        f.at = (struct party){.pc = check_progress.stuck_at + 1,
                              .op = OP_CALL,
                              .on_device = true,
                              .block = w->block->number,
                              .thread =
                                  (unsigned)w->number * 32 + check_this_lane()};
        f.loop = 0;
    }
    f.seconds = (double)(check_now_ns() - check_progress.began) * 1e-9;
    report_finding(&f);
    check_stop(cudaErrorLaunchTimeout);
}
