/*
 * matrix_check.c - tensor cores in check mode: the lanes that make a call, what
 * they pass, what fragments hold, and each access of a load or store as one of
 * the warp's own.
 *
 * What pointers and leading dimensions must be, the programming guide and PTX
 * say in different words. Asked for here is what both ask for: a leading
 * dimension that is a multiple of 16 bytes, and a pointer that is a multiple of
 * what a lane gets of the tile, 32 bytes at most. (The guide wants 32 in any
 * case. No program could then read the second tile of a row of bytes.)
 */
#include "check/check.h"
#include "engine/engine.h"

#include <stdarg.h>
#include <stdio.h>

static const char *use_name(unsigned use)
{
    return use == SIMT_A ? "A" : use == SIMT_B ? "B" : "C";
}

__attribute__((format(printf, 3, 4))) static struct check_finding
misuse(const struct warp *w, int lane, const char *format, ...)
{
    static char text[240];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return (struct check_finding){
        .kind = SIMT_KIND_MATRIX, .at = party_of(w, lane), .text = text};
}

static const struct simt_matrix *of(const struct warp *w, int lane)
{
    return (const struct simt_matrix *)(uintptr_t)w->value[lane];
}

/* ---- who is there ---------------------------------------------------- */

/* The first of these lanes that is not at the first one's place, or -1. */
static int elsewhere(const struct warp *w, uint32_t lanes)
{
    const int first = __builtin_ctz(lanes);

    for (uint32_t m = lanes; m; m &= m - 1)
        if (w->lane[__builtin_ctz(m)].site != w->lane[first].site)
            return __builtin_ctz(m);
    return -1;
}

static bool all_there(const struct warp *w, uint32_t here)
{
    const int first = __builtin_ctz(here), other = elsewhere(w, here);
    struct check_finding f;

    if (!~here && other < 0)
        return true;
    f = misuse(w, first, "not all 32 lanes of the warp make this call");
    if (other >= 0) {
        f.other = party_of(w, other);
        f.has_other = f.same_warp = true;
    } else if (w->ended & ~here) {
        f.other = ended_thread(
            w->block->number, w->number * 32 + __builtin_ctz(w->ended & ~here));
        f.has_other = f.same_warp = true;
    } else {
        f = misuse(w, first,
                   "the warp has %d threads only, as the block ends there, and "
                   "this call needs all 32",
                   __builtin_popcount(here));
    }
    report_finding(&f);
    check_stop(cudaErrorLaunchFailure);
    return false;
}

bool matrix_deadlock(const struct block *b)
{
    for (int i = 0; i < b->warps; i++) {
        const struct warp *w = &b->warp[i];

        for (uint32_t m = w->exchange; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);
            struct check_finding f;

            if (w->kind[lane] != SIMT_MATRIX)
                continue;
            f = misuse(w, lane, "not all 32 lanes of the warp make this call");
            for (uint32_t others = w->live; others; others &= others - 1) {
                const int other = __builtin_ctz(others);

                if (w->kind[other] == SIMT_MATRIX &&
                    w->arg[other] == w->arg[lane] && w->exchange >> other & 1)
                    continue;
                f.other = party_of(w, other);
                f.has_other = f.same_warp = true;
                break;
            }
            report_finding(&f);
            return true;
        }
    }
    return false;
}

/* ---- what they pass -------------------------------------------------- */

/* A lane that passes something else than the first; -1: none. */
static int differs(const struct warp *w)
{
    for (int lane = 1; lane < 32; lane++)
        if (of(w, lane)->p != of(w, 0)->p || of(w, lane)->ldm != of(w, 0)->ldm)
            return lane;
    return -1;
}

/* Bytes of a lane's x[]: PTX wants rows to begin at multiples of that. */
static unsigned alignment_of(struct simt_tile t)
{
    const unsigned bytes = simt_tile_elements(t) * simt_tile_unit(t);

    return bytes > 32 ? 32 : bytes;
}

static bool arguments_are_right(const struct warp *w)
{
    const struct simt_matrix *m = of(w, 0);
    const size_t stride = simt_tile_stride(m->tile, m->ldm);
    const char *rows = m->tile.columns ? "columns" : "rows";
    const int other = differs(w);
    unsigned line;
    struct check_finding f;
    int error = cudaErrorMisalignedAddress;

    simt_tile_lines(m->tile, &line);
    if (other >= 0) {
        f = misuse(w, other, "passes another %s than thread %d of its warp",
                   of(w, other)->p != m->p ? "pointer" : "leading dimension",
                   w->number * 32);
        error = cudaErrorLaunchFailure;
    } else if (stride % 16) {
        f = misuse(w, 0,
                   "the leading dimension is %u, so that %s begin %zu bytes "
                   "apart, which is no multiple of 16",
                   m->ldm, rows, stride);
    } else if ((uintptr_t)m->p % alignment_of(m->tile)) {
        f = misuse(w, 0,
                   "the pointer is no multiple of %u bytes, which it has to be "
                   "for this type and shape",
                   alignment_of(m->tile));
    } else if (stride < line && m->op == SIMT_STORE) {
        f = misuse(w, 0,
                   "the leading dimension is %u, so that %s begin %zu bytes "
                   "apart, but have %u: they are written over each other",
                   m->ldm, rows, stride, line);
        error = 0;
    } else if (stride && stride < line) {
        f = misuse(w, 0,
                   "the leading dimension is %u, so that %s begin %zu bytes "
                   "apart, but have %u: they overlap",
                   m->ldm, rows, stride, line);
        f.note = true;
        error = 0;
    } else {
        return true;
    }
    report_finding(&f);
    if (error)
        check_stop(error);
    return !error;
}

static void check_set(const struct warp *w, struct simt_tile t,
                      const void *const x[32])
{
    struct check_finding f;

    if (!simt_tile_is_unset(t, ~0u, x))
        return;
    f = misuse(w, 0, "the fragment of %s has been neither loaded nor filled",
               use_name(t.use));
    report_finding(&f);
}

/* ---- what they do ---------------------------------------------------- */

static void load_or_store(struct warp *w, bool store)
{
    const struct simt_matrix *m = of(w, 0);
    const uint32_t op = (store ? OP_WRITE : OP_READ) | OP_WHOLE;
    unsigned line[32], at[32], bytes, in_line;
    char image[SIMT_TILE_BYTES];
    const void *have[32];
    static struct warp_request r;
    enum space space;
    uint32_t mask;
    bool shared;
    size_t stride;
    void *x[32];

    for (int lane = 0; lane < 32; lane++)
        have[lane] = x[lane] = of(w, lane)->x;
    if (store)
        check_set(w, m->tile, have);
    if (!arguments_are_right(w))
        return;
    if (store)
        simt_tile_collect(m->tile, ~0u, have, image);
    shadow_object((uintptr_t)m->p, &space);
    shared = space == SPACE_SHARED;
    stride = simt_tile_stride(m->tile, m->ldm);
    simt_tile_lines(m->tile, &in_line);
    for (unsigned k = 0;
         (mask = simt_tile_access(m->tile, shared, k, &bytes, line, at)) != 0;
         k++) {
        bool asked;

        for (uint32_t left = mask; left; left &= left - 1) {
            const int lane = __builtin_ctz(left);

            w->lane[lane].address =
                (uintptr_t)m->p + line[lane] * stride + at[lane];
            w->lane[lane].length = simt_tile_unit(m->tile);
        }
        asked = check_access(&r, w, mask, op, bytes);
        if (check_stopping)
            return;
        for (int i = 0; asked && i < r.n; i++)
            shadow_before(&r, i);
        for (uint32_t left = mask; left; left &= left - 1) {
            const int lane = __builtin_ctz(left);
            char *p = m->p + line[lane] * stride + at[lane];
            char *q = image + line[lane] * in_line + at[lane];

            simt_copy_bytes(store ? p : q, store ? q : p, bytes);
        }
        for (int i = 0; asked && i < r.n; i++)
            shadow_after(&r, i);
    }
    if (!store)
        simt_tile_spread(m->tile, ~0u, x, image);
}

static void multiply(const struct warp *w)
{
    const struct simt_product p = of(w, 0)->product;
    const struct simt_matrix *m[32];
    const void *a[32], *b[32], *c[32];

    for (int lane = 0; lane < 32; lane++) {
        m[lane] = of(w, lane);
        a[lane] = m[lane]->a;
        b[lane] = m[lane]->b;
        c[lane] = m[lane]->c;
    }
    check_set(w, (struct simt_tile){SIMT_A, p.shape, p.element, 0}, a);
    check_set(w, (struct simt_tile){SIMT_B, p.shape, p.element, 0}, b);
    check_set(w, (struct simt_tile){SIMT_C, p.shape, p.c, 0}, c);
    count_product();
    simt_matrix_do(~0u, m);
}

void matrix_exchange(struct warp *w, uint32_t here)
{
    if (!all_there(w, here))
        return;
    if (of(w, 0)->op == SIMT_MULTIPLY)
        multiply(w);
    else
        load_or_store(w, of(w, 0)->op == SIMT_STORE);
}
