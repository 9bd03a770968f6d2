/*
 * matrix.c - tensor cores: products of tiles, loads and stores (tiles.c says
 * which lane has what). mma.h calls it, and so does what the translator makes
 * of PTX's mma.sync.
 *
 * Products of two elements are exact. Sums are made as follows:
 *
 *   half, bfloat16  8 products and what there is so far are summed exactly (in
 *                   a double), then the sum is cut, toward 0, to a float
 *   tf32            the same with 4 products; of elements only the upper 19
 *                   bits count
 *   double          one fused multiply-add after the other, by k
 *   integers        modulo 2^32, or at the end as near as an int can be
 *
 * A half that is the result is rounded at the end, to the nearest. GPUs cut the
 * summands to a few bits below the largest one before they add them, some sum 4
 * or 16 products at once, and none says so; a result may therefore differ from
 * a GPU's in the last bits of the largest summand.
 */
#include "engine/engine.h"

#include <math.h>
#include <string.h>

/* ---- numbers --------------------------------------------------------- */

static float float_of(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float half_to_float(uint16_t h)
{
    const uint32_t sign = (h & 0x8000u) << 16, rest = h & 0x7fffu;

    if (rest >= 0x7c00)
        return float_of(sign | 0x7f800000u | (rest & 0x3ff) << 13);
    /* 2^112 puts the exponent right, of subnormal numbers too. */
    return float_of(sign | bits_of(float_of(rest << 13) * 0x1p112f));
}

/* To the nearest, ties to even. */
static uint16_t float_to_half(float f)
{
    const uint32_t sign = bits_of(f) >> 16 & 0x8000;
    const float size = fabsf(f);
    uint32_t h;

    if (isnan(f))
        return 0x7fff;
    if (size >= 65520)
        h = 0x7c00;
    else if (size < 0x1p-14f) /* subnormal: rounded to the last bit of 1/2 */
        h = bits_of(size + 0.5f) - bits_of(0.5f);
    else
        h = (bits_of(size) + 0xfff + (bits_of(size) >> 13 & 1) - 0x38000000u) >>
            13;
    return (uint16_t)(sign | h);
}

/* Toward 0. What is too large is infinite. */
static inline float cut(double d)
{
    const float f = (float)d;

    if (isinf(f))
        return f;
    return float_of(bits_of(f) - (fabs((double)f) > fabs(d)));
}

/* An image of A or B, by rows, as numbers. */
static void to_doubles(struct simt_tile t, const char *image, unsigned n,
                       double *to)
{
    for (unsigned i = 0; i < n; i++) {
        uint16_t h;
        uint32_t w;

        switch (t.element) {
        case SIMT_HALF:
            memcpy(&h, image + 2 * i, 2);
            to[i] = (double)half_to_float(h);
            break;
        case SIMT_BFLOAT:
            memcpy(&h, image + 2 * i, 2);
            to[i] = (double)float_of((uint32_t)h << 16);
            break;
        case SIMT_TF32:
            memcpy(&w, image + 4 * i, 4);
            to[i] = (double)float_of(w & ~0x1fffu);
            break;
        case SIMT_FLOAT:
            memcpy(&w, image + 4 * i, 4);
            to[i] = (double)float_of(w);
            break;
        default:
            memcpy(&to[i], image + 8 * i, 8);
        }
    }
}

/* ... and as integers. */
static void to_integers(struct simt_tile t, const char *image, unsigned n,
                        int32_t *to)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t w;

        switch (t.element) {
        case SIMT_S8:
            to[i] = (signed char)image[i];
            break;
        case SIMT_U8:
            to[i] = (unsigned char)image[i];
            break;
        case SIMT_U4:
        case SIMT_S4:
            w = (unsigned char)image[i / 2] >> 4 * (i % 2) & 15;
            to[i] = (int32_t)w - (t.element == SIMT_S4 && w > 7 ? 16 : 0);
            break;
        default:
            memcpy(&to[i], image + 4 * i, 4);
        }
    }
}

/* ---- products -------------------------------------------------------- */

/* The images of A, B and C; that of D takes C's place. A is by rows, B by
 * columns, C by rows. */
struct images {
    char a[SIMT_TILE_BYTES], b[SIMT_TILE_BYTES], c[SIMT_TILE_BYTES];
};

enum { ELEMENTS = 512 }; /* of a tile of numbers, at most */

/* Sums of `together` products at once. */
static void multiply_floats(struct simt_product p, unsigned together,
                            struct images *all)
{
    const struct simt_tile a = {SIMT_A, p.shape, p.element, 0};
    const struct simt_tile c = {SIMT_C, p.shape, p.c, 0};
    const unsigned m = simt_shapes[p.shape].m, n = simt_shapes[p.shape].n;
    const unsigned depth = simt_shapes[p.shape].k;
    double x[ELEMENTS], y[ELEMENTS], sum[ELEMENTS];

    to_doubles(a, all->a, m * depth, x);
    to_doubles(a, all->b, n * depth, y);
    to_doubles(c, all->c, m * n, sum);
    for (unsigned k = 0; k < depth; k += together)
        for (unsigned i = 0; i < m; i++)
            for (unsigned j = 0; j < n; j++) {
                const double *px = x + i * depth + k, *py = y + j * depth + k;
                double s = 0;

                for (unsigned e = 0; e < together; e++)
                    s += px[e] * py[e];
                sum[i * n + j] = (double)cut(sum[i * n + j] + s);
            }
    for (unsigned i = 0; i < m * n; i++) {
        const float f = (float)sum[i];
        const uint16_t h = float_to_half(f);

        if (p.d == SIMT_HALF)
            memcpy(all->c + 2 * i, &h, 2);
        else
            memcpy(all->c + 4 * i, &f, 4);
    }
}

static void multiply_doubles(struct simt_product p, struct images *all)
{
    const unsigned m = simt_shapes[p.shape].m, n = simt_shapes[p.shape].n;
    const unsigned depth = simt_shapes[p.shape].k;
    double x[ELEMENTS], y[ELEMENTS], sum[ELEMENTS];

    memcpy(x, all->a, m * depth * sizeof *x);
    memcpy(y, all->b, n * depth * sizeof *y);
    memcpy(sum, all->c, m * n * sizeof *sum);
    for (unsigned i = 0; i < m * n; i++)
        for (unsigned k = 0; k < depth; k++)
            sum[i] = fma(x[i / n * depth + k], y[i % n * depth + k], sum[i]);
    memcpy(all->c, sum, m * n * sizeof *sum);
}

static void multiply_integers(struct simt_product p, struct images *all)
{
    const struct simt_tile a = {SIMT_A, p.shape, p.element, 0};
    const unsigned m = simt_shapes[p.shape].m, n = simt_shapes[p.shape].n;
    const unsigned depth = simt_shapes[p.shape].k;
    int32_t x[ELEMENTS], y[ELEMENTS], sum[ELEMENTS];

    to_integers(a, all->a, m * depth, x);
    to_integers(a, all->b, n * depth, y);
    memcpy(sum, all->c, m * n * sizeof *sum);
    for (unsigned i = 0; i < m; i++)
        for (unsigned j = 0; j < n; j++) {
            int32_t products = 0;
            int64_t s;

            for (unsigned k = 0; k < depth; k++)
                products += x[i * depth + k] * y[j * depth + k];
            s = (int64_t)sum[i * n + j] + products;
            if (p.how == SIMT_SATURATE)
                s = s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s;
            sum[i * n + j] = (int32_t)(uint32_t)s;
        }
    memcpy(all->c, sum, m * n * sizeof *sum);
}

/* How many bits two rows have different, or both. */
static void multiply_bits(struct simt_product p, struct images *all)
{
    const unsigned m = simt_shapes[p.shape].m, n = simt_shapes[p.shape].n;
    const unsigned depth = simt_shapes[p.shape].k / 32;
    uint32_t x[ELEMENTS], y[ELEMENTS], sum[ELEMENTS];

    memcpy(x, all->a, m * depth * sizeof *x);
    memcpy(y, all->b, n * depth * sizeof *y);
    memcpy(sum, all->c, m * n * sizeof *sum);
    for (unsigned i = 0; i < m * n; i++)
        for (unsigned k = 0; k < depth; k++) {
            const uint32_t u = x[i / n * depth + k], v = y[i % n * depth + k];

            sum[i] += (unsigned)__builtin_popcount(
                p.how == SIMT_BITS_AND ? u & v : u ^ v);
        }
    memcpy(all->c, sum, m * n * sizeof *sum);
}

void simt_tile_multiply(struct simt_product p, uint32_t mask,
                        const struct simt_matrix *const m[32])
{
    const struct simt_tile a = {SIMT_A, p.shape, p.element, 0};
    const struct simt_tile b = {SIMT_B, p.shape, p.element, 1};
    const struct simt_tile c = {SIMT_C, p.shape, p.c, 0};
    const struct simt_tile d = {SIMT_C, p.shape, p.d, 0};
    const void *xa[32], *xb[32], *xc[32];
    struct images all;
    void *xd[32];

    for (uint32_t left = mask; left; left &= left - 1) {
        const int lane = __builtin_ctz(left);

        xa[lane] = m[lane]->a;
        xb[lane] = m[lane]->b;
        xc[lane] = m[lane]->c;
        xd[lane] = m[lane]->x;
    }
    simt_tile_collect(a, mask, xa, all.a);
    simt_tile_collect(b, mask, xb, all.b);
    simt_tile_collect(c, mask, xc, all.c);
    switch (p.element) {
    case SIMT_HALF:
    case SIMT_BFLOAT:
        multiply_floats(p, 8, &all);
        break;
    case SIMT_TF32:
        multiply_floats(p, 4, &all);
        break;
    case SIMT_DOUBLE:
        multiply_doubles(p, &all);
        break;
    case SIMT_B1:
        multiply_bits(p, &all);
        break;
    default:
        multiply_integers(p, &all);
    }
    simt_tile_spread(d, mask, xd, all.c);
}

/* ---- loads and stores ------------------------------------------------ */

void simt_matrix_do(uint32_t mask, const struct simt_matrix *const m[32])
{
    const struct simt_matrix *first;
    const void *have[32];
    char image[SIMT_TILE_BYTES];
    unsigned bytes, lines;
    void *x[32];
    size_t stride;

    if (!mask)
        return;
    first = m[__builtin_ctz(mask)];
    if (first->op == SIMT_MULTIPLY) {
        simt_tile_multiply(first->product, mask, m);
        return;
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        const int lane = __builtin_ctz(left);

        have[lane] = x[lane] = m[lane]->x;
    }
    lines = simt_tile_lines(first->tile, &bytes);
    stride = simt_tile_stride(first->tile, first->ldm);
    if (first->op == SIMT_STORE)
        simt_tile_collect(first->tile, mask, have, image);
    for (unsigned i = 0; i < lines; i++) {
        if (first->op == SIMT_LOAD)
            simt_copy_bytes(image + i * bytes, first->p + i * stride, bytes);
        else
            simt_copy_bytes(first->p + i * stride, image + i * bytes, bytes);
    }
    if (first->op == SIMT_LOAD)
        simt_tile_spread(first->tile, mask, x, image);
}
