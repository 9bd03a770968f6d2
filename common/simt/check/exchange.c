/* exchange.c - exchanges among the lanes of a warp. */
#include "check/lanes.h"

#include <string.h>

/* Something large as an integer and as a floating point number, so that whoever
 * uses it gets a wrong sum. */
#define GARBAGE UINT64_C(0x7edeadbe7edeadbe)

void check_report_mask(struct warp *w, int lane, const char *text, bool note)
{
    struct check_finding f = {.kind = SIMT_KIND_WARP_MASK,
                              .note = note,
                              .at = party_of(w, lane),
                              .text = text};

    report_finding(&f);
}

/*
 * The lanes whose shuffle reads from a lane that takes no part, because the
 * mask does not name it or because it is no more: what they get is undefined.
 * That is an error if it is so for all of them. Where some get something, the
 * others may not look at theirs: the upper half in the last steps of a sum.
 */
static uint32_t undefined_lanes(struct warp *w, uint32_t mask, uint32_t here)
{
    const int some = __builtin_ctz(here);
    uint32_t undefined = 0, gone = 0;
    uint64_t from[32], result[32];
    int predicate[32];

    if (w->kind[some] < SIMT_SHFL || w->kind[some] > SIMT_SHFL_XOR ||
        here == ~0u)
        return 0;
    for (int i = 0; i < 32; i++)
        from[i] = (uint64_t)i;
    simt_warp_results((enum simt_warp_kind)w->kind[some], ~0u, from, w->arg,
                      w->width[some], result, predicate);
    for (uint32_t m = here; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const uint32_t source = 1u << (result[lane] & 31);

        if (!(here & source))
            undefined |= 1u << lane;
        if (mask & ~here & source)
            gone |= 1u << lane;
    }
    if (gone)
        check_report_mask(w, __builtin_ctz(gone),
                          "reads from a lane that has ended or does not exist",
                          undefined != here);
    else if (undefined == here)
        check_report_mask(w, some, "reads from a lane that is not in the mask",
                          false);
    return undefined;
}

/* Complete the exchanges for which all lanes are there. */
bool check_exchange(struct warp *w)
{
    bool moved = false;

    for (uint32_t left = w->exchange; left;) {
        const int first = __builtin_ctz(left);
        const uint32_t mask = w->mask[first], here = mask & w->live;
        uint32_t undefined;
        bool all = true;

        left &= ~(1u << first);
        for (uint32_t m = here; m && all; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            all =
                w->exchange >> lane & 1 && w->kind[lane] == w->kind[first] &&
                w->mask[lane] == mask &&
                (w->kind[lane] != SIMT_MATRIX || w->arg[lane] == w->arg[first]);
        }
        if (!all)
            continue;
        undefined = undefined_lanes(w, mask, here);
        if (w->kind[first] == SIMT_MATRIX)
            matrix_exchange(w, here);
        else
            simt_warp_results((enum simt_warp_kind)w->kind[first], here,
                              w->value, w->arg, w->width[first], w->result,
                              w->predicate);
        for (uint32_t m = undefined; m; m &= m - 1)
            w->result[__builtin_ctz(m)] = GARBAGE;
        for (uint32_t m = here; m; m &= m - 1)
            check_lane_unblocked(w, __builtin_ctz(m));
        if (w->kind[first] == SIMT_SYNCWARP) {
            join_forget(w);
            shadow_syncwarp(w, here);
        }
        left &= ~here;
        moved = true;
    }
    return moved;
}
