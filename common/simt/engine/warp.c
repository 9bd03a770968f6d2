/*
 * warp.c - what the lanes of a warp get back from an exchange. Pure functions
 * of what the lanes deposited (tensor cores: which may be where that is, see
 * matrix.c); both modes use them. The rules are those of the
 * CUDA C++ programming guide, "Warp shuffle functions" and its neighbours.
 */
#include "engine/engine.h"

/* The lane that a shuffle reads from; the lane itself where the source lies
 * outside of its piece of `width` lanes. The hardware looks at five bits of
 * arg (PTX: shfl.sync). */
static inline __attribute__((always_inline)) int
source(const enum simt_warp_kind kind, int lane, int arg, int width)
{
    int first = lane & ~(width - 1);
    int last = first + width - 1;
    int from;

    switch (kind) {
    case SIMT_SHFL:
        return first + (arg & (width - 1));
    case SIMT_SHFL_UP:
        from = lane - (arg & 31);
        return from < first ? lane : from;
    case SIMT_SHFL_DOWN:
        from = lane + (arg & 31);
        return from > last ? lane : from;
    default:
        /* An earlier piece may be read, a later one not. */
        from = lane ^ (arg & 31);
        return from > last ? lane : from;
    }
}

/* From a lane that takes no part: undefined; its own. */
static inline __attribute__((always_inline)) void
shuffle(const enum simt_warp_kind kind, uint32_t mask, const uint64_t value[32],
        const int arg[32], int width, uint64_t result[32])
{
    for (uint32_t m = mask; m; m &= m - 1) {
        const int i = __builtin_ctz(m);
        const int from = source(kind, i, arg[i], width);

        result[i] = value[mask >> from & 1 ? from : i];
    }
}

static uint32_t combine(enum simt_warp_kind kind, uint32_t a, uint32_t b)
{
    switch (kind) {
    case SIMT_ADD:
        return a + b;
    case SIMT_MIN_U:
        return a < b ? a : b;
    case SIMT_MAX_U:
        return a > b ? a : b;
    case SIMT_MIN_S:
        return (int32_t)a < (int32_t)b ? a : b;
    case SIMT_MAX_S:
        return (int32_t)a > (int32_t)b ? a : b;
    case SIMT_AND:
        return a & b;
    case SIMT_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* The same answer for every lane. */
static uint64_t common(enum simt_warp_kind kind, uint32_t mask,
                       const uint64_t value[32], int *same)
{
    uint32_t votes = 0, equal = 0, all = 0;
    int first = mask ? __builtin_ctz(mask) : 0;

    for (uint32_t m = mask; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        uint32_t v = (uint32_t)value[i];

        votes |= (uint32_t)(value[i] != 0) << i;
        equal |= (uint32_t)(value[i] == value[first]) << i;
        all = i == first ? v : combine(kind, all, v);
    }
    *same = equal == mask;
    switch (kind) {
    case SIMT_SYNCWARP:
        return 0;
    case SIMT_ACTIVE:
        return mask;
    case SIMT_BALLOT:
        return votes;
    case SIMT_ALL:
        return votes == mask;
    case SIMT_ANY:
        return votes != 0;
    case SIMT_UNI:
        return votes == mask || votes == 0;
    case SIMT_MATCH_ALL:
        return *same ? mask : 0;
    default:
        return all;
    }
}

void simt_warp_results(enum simt_warp_kind kind, uint32_t mask,
                       const uint64_t value[32], const int arg[32], int width,
                       uint64_t result[32], int predicate[32])
{
    uint64_t answer = 0;
    int same = 0;

    /* The hardware's encoding knows powers of two only. */
    if (width <= 0 || width > 32 || (width & (width - 1)))
        width = 32;
    if (kind == SIMT_SYNCWARP)
        return;
    if (kind == SIMT_MATRIX) {
        const struct simt_matrix *m[32];

        for (uint32_t left = mask; left; left &= left - 1) {
            const int i = __builtin_ctz(left);

            m[i] = (const struct simt_matrix *)(uintptr_t)value[i];
        }
        simt_matrix_do(mask, m);
        return;
    }
    switch (kind) { /* a loop for each */
    case SIMT_SHFL:
        shuffle(SIMT_SHFL, mask, value, arg, width, result);
        return;
    case SIMT_SHFL_UP:
        shuffle(SIMT_SHFL_UP, mask, value, arg, width, result);
        return;
    case SIMT_SHFL_DOWN:
        shuffle(SIMT_SHFL_DOWN, mask, value, arg, width, result);
        return;
    case SIMT_SHFL_XOR:
        shuffle(SIMT_SHFL_XOR, mask, value, arg, width, result);
        return;
    default:
        answer = common(kind, mask, value, &same);
    }
    for (uint32_t m = mask; m; m &= m - 1) {
        int i = __builtin_ctz(m);

        predicate[i] = same;
        if (kind == SIMT_MATCH_ANY) {
            uint32_t equal = 0;

            for (uint32_t k = mask; k; k &= k - 1)
                if (value[__builtin_ctz(k)] == value[i])
                    equal |= k & -k;
            result[i] = equal;
        } else {
            result[i] = answer;
        }
    }
}
