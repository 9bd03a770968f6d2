/*
 * tiles.c - tiles of a matrix: which element lies in which lane, and which
 * accesses to memory a load or store is made of. matrix.c computes with them,
 * check mode looks at the accesses.
 *
 * The guide leaves open where elements lie; programs that count on it count on
 * what the GPUs do, so here it is theirs, since compute capability 8.0: that of
 * PTX's mma.m16n8k*, of which a product of tiles is made. Lane 4 g + t has of A
 * and B, in each block of 8 rows (columns, of B) and 16 bytes of k, the t-th
 * word of the g-th row. Of C it has the elements 2 t and 2 t + 1 of the g-th
 * row of each block of 8 x 8.
 */
#include "engine/engine.h"

#include <pthread.h>
#include <string.h>

enum { BLOCK = 8 };

const struct simt_shape_size simt_shapes[SIMT_SHAPES] = {
    [SIMT_16_16_16] = {16, 16, 16}, [SIMT_32_8_16] = {32, 8, 16},
    [SIMT_8_32_16] = {8, 32, 16},   [SIMT_16_16_8] = {16, 16, 8},
    [SIMT_8_8_4] = {8, 8, 4},       [SIMT_8_8_32] = {8, 8, 32},
    [SIMT_8_8_128] = {8, 8, 128},   [SIMT_16_8_8] = {16, 8, 8},
    [SIMT_16_8_16] = {16, 8, 16},   [SIMT_16_8_32] = {16, 8, 32},
};

/* ---- sizes ----------------------------------------------------------- */

unsigned simt_tile_unit(struct simt_tile t)
{
    switch (t.element) {
    case SIMT_S8:
    case SIMT_U8:
        return 1;
    case SIMT_HALF:
    case SIMT_BFLOAT:
        return 2;
    case SIMT_DOUBLE:
        return 8;
    default:
        return 4;
    }
}

/* How many elements lie in one of x[]. */
static unsigned packed(struct simt_tile t)
{
    return t.element == SIMT_B1                           ? 32
           : t.element == SIMT_S4 || t.element == SIMT_U4 ? 8
                                                          : 1;
}

/* Rows and columns, of what x[] is made of. */
static void size_of(struct simt_tile t, unsigned *rows, unsigned *columns)
{
    const unsigned k = simt_shapes[t.shape].k / packed(t);

    *rows = t.use == SIMT_B ? k : simt_shapes[t.shape].m;
    *columns = t.use == SIMT_A ? k : simt_shapes[t.shape].n;
}

static unsigned different_elements(struct simt_tile t)
{
    unsigned rows, columns;

    size_of(t, &rows, &columns);
    return rows * columns / 32;
}

unsigned simt_tile_elements(struct simt_tile t)
{
    /* For compute capability 7.0, which had each element twice. */
    if (t.use != SIMT_C && t.element == SIMT_HALF)
        return 16;
    return different_elements(t);
}

unsigned simt_tile_lines(struct simt_tile t, unsigned *bytes)
{
    unsigned rows, columns;

    size_of(t, &rows, &columns);
    *bytes = (t.columns ? rows : columns) * simt_tile_unit(t);
    return t.columns ? columns : rows;
}

size_t simt_tile_stride(struct simt_tile t, unsigned ldm)
{
    return (size_t)ldm * simt_tile_unit(t) / packed(t);
}

/* ---- who has what ---------------------------------------------------- */

/* A word (or a double) of A or B, or a pair of elements of C, that a lane has:
 * the block that it lies in, in units of 8 rows or columns. */
struct at {
    unsigned outer, k; /* C: outer is the row, k the column */
};

/* The r-th one of A or B. Blocks of k have 16 bytes; `depth` of them. */
static struct at operand_block(struct simt_tile t, unsigned r, unsigned depth)
{
    const unsigned outer =
        t.use == SIMT_A ? simt_shapes[t.shape].m : simt_shapes[t.shape].n;

    /* As the first operand of an mma.m16n8k*, or as the second. */
    if (outer == 32 || (outer == 16 && t.use == SIMT_A))
        return (struct at){r / (2 * depth) * 2 + r % 2, r / 2 % depth};
    return (struct at){r / depth, r % depth};
}

static struct at result_block(struct simt_tile t, unsigned pair)
{
    if (t.shape == SIMT_32_8_16)
        return (struct at){pair, 0};
    if (t.shape == SIMT_8_32_16)
        return (struct at){0, pair};
    return (struct at){pair % 2, pair / 2};
}

/* The products of this shape are made the other way round. */
static bool is_turned(struct simt_tile t)
{
    return t.shape == SIMT_8_32_16;
}

static unsigned depth_of(struct simt_tile t)
{
    const unsigned bytes =
        simt_shapes[t.shape].k * simt_tile_unit(t) / packed(t);

    return bytes < 16 ? 1 : bytes / 16;
}

/* Row and column of the i-th element of x[] of a lane. */
static void place_of(struct simt_tile t, unsigned lane, unsigned i,
                     unsigned *row, unsigned *column)
{
    const unsigned g = lane / 4, q = lane % 4;
    const unsigned unit = simt_tile_unit(t);
    const unsigned in_word = unit < 4 ? 4 / unit : 1;
    unsigned outer, k;
    struct at b;

    if (t.use == SIMT_C) {
        b = result_block(t, i / 2);
        *row = b.outer * BLOCK + (is_turned(t) ? 2 * q + i % 2 : g);
        *column = b.k * BLOCK + (is_turned(t) ? g : 2 * q + i % 2);
        return;
    }
    i %= different_elements(t);
    b = operand_block(t, i / in_word, depth_of(t));
    outer = b.outer * BLOCK + g;
    k = (b.k * 4 + q) * in_word + i % in_word;
    *row = t.use == SIMT_A ? outer : k;
    *column = t.use == SIMT_A ? k : outer;
}

/* Where in an image by rows each element lies, in elements; by the tile's use,
 * shape and size of elements. */
static unsigned short places[3][SIMT_SHAPES][4][32][16];
static pthread_once_t places_once = PTHREAD_ONCE_INIT;

static void make_places(void)
{
    static const unsigned char sized[] = {SIMT_S8, SIMT_HALF, SIMT_FLOAT,
                                          SIMT_DOUBLE};

    for (unsigned char use = 0; use < 3; use++)
        for (unsigned char shape = 0; shape < SIMT_SHAPES; shape++)
            for (unsigned log = 0; log < 4; log++) {
                struct simt_tile t = {use, shape, sized[log], 0};
                unsigned rows, columns, row, column;

                if (log == 2 && use != SIMT_C && shape == SIMT_8_8_32)
                    t.element = SIMT_S4;
                if (log == 2 && use != SIMT_C && shape == SIMT_8_8_128)
                    t.element = SIMT_B1;
                size_of(t, &rows, &columns);
                for (unsigned lane = 0; lane < 32; lane++)
                    for (unsigned i = 0; i < 16; i++) {
                        place_of(t, lane, i, &row, &column);
                        places[use][shape][log][lane][i] =
                            (unsigned short)(row * columns + column);
                    }
            }
}

static const unsigned short (*places_of(struct simt_tile t))[16]
{
    pthread_once(&places_once, make_places);
    return (const unsigned short(*)[16])
        places[t.use][t.shape][__builtin_ctz(simt_tile_unit(t))];
}

static inline void copy_element(char *to, const char *from, unsigned unit)
{
    switch (unit) {
    case 1:
        *to = *from;
        break;
    case 2:
        memcpy(to, from, 2);
        break;
    case 4:
        memcpy(to, from, 4);
        break;
    default:
        memcpy(to, from, 8);
    }
}

/* An image by rows, or one by columns: the other way round. */
static void turn(struct simt_tile t, char *to, const char *from, bool to_rows)
{
    const unsigned unit = simt_tile_unit(t);
    unsigned rows, columns;

    size_of(t, &rows, &columns);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++) {
            const unsigned by_rows = (r * columns + c) * unit;
            const unsigned by_columns = (c * rows + r) * unit;

            copy_element(to + (to_rows ? by_rows : by_columns),
                         from + (to_rows ? by_columns : by_rows), unit);
        }
}

void simt_tile_spread(struct simt_tile t, uint32_t mask, void *const x[32],
                      const char *image)
{
    const unsigned short(*place)[16] = places_of(t);
    const unsigned unit = simt_tile_unit(t), n = simt_tile_elements(t);
    char rows[SIMT_TILE_BYTES];

    if (t.columns) {
        turn(t, rows, image, true);
        image = rows;
    }
    for (uint32_t m = mask; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        for (unsigned i = 0; i < n; i++)
            copy_element((char *)x[lane] + i * unit,
                         image + place[lane][i] * unit, unit);
    }
}

void simt_tile_collect(struct simt_tile t, uint32_t mask,
                       const void *const x[32], char *image)
{
    const unsigned short(*place)[16] = places_of(t);
    const unsigned unit = simt_tile_unit(t), n = different_elements(t);
    char by_rows[SIMT_TILE_BYTES], *rows = t.columns ? by_rows : image;

    memset(rows, 0xff, SIMT_TILE_BYTES); /* NaN, where a lane is missing */
    for (uint32_t m = mask; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        for (unsigned i = 0; i < n; i++)
            copy_element(rows + place[lane][i] * unit,
                         (const char *)x[lane] + i * unit, unit);
    }
    if (t.columns)
        turn(t, image, rows, false);
}

/* ---- elements without a value ---------------------------------------- */

/* Not a number, whatever size is read of it. */
static const uint64_t unset = 0x7ff47ead7fb17ead;

void simt_matrix_unset(void *x, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        ((char *)x)[i] = (char)(unset >> 8 * (i % 8));
}

bool simt_tile_is_unset(struct simt_tile t, uint32_t mask,
                        const void *const x[32])
{
    const unsigned bytes = different_elements(t) * simt_tile_unit(t);
    unsigned lanes = 0;

    for (uint32_t m = mask; m; m &= m - 1) {
        const char *at = x[__builtin_ctz(m)];
        bool same = true;

        for (unsigned i = 0; i < bytes && same; i++)
            same = at[i] == (char)(unset >> 8 * (i % 8));
        lanes += same;
    }
    /* Not by chance: 8 bytes of it at least. */
    return lanes * bytes >= sizeof unset;
}

/* ---- accesses -------------------------------------------------------- */

static uint32_t first_lanes(unsigned n)
{
    return n == 32 ? ~0u : (1u << n) - 1;
}

/* ldmatrix: each lane names 16 bytes of a row of a block; `turned`: the rows
 * lie along k. */
static uint32_t access_by_rows(struct simt_tile t, bool turned, unsigned k,
                               unsigned *bytes, unsigned line[32],
                               unsigned at[32])
{
    const unsigned words = different_elements(t) * simt_tile_unit(t) / 4;
    const unsigned most = t.element == SIMT_HALF ? 4 : 2;
    const unsigned blocks = words < most ? words : most;

    *bytes = 16;
    if (k >= words / blocks)
        return 0;
    for (unsigned lane = 0; lane < blocks * BLOCK; lane++) {
        const struct at b =
            operand_block(t, k * blocks + lane / BLOCK, depth_of(t));

        line[lane] = (turned ? b.k : b.outer) * BLOCK + lane % BLOCK;
        at[lane] = (turned ? b.outer : b.k) * 16;
    }
    return first_lanes(blocks * BLOCK);
}

/* By words, pairs of C's, or single elements. */
static uint32_t access_by_lanes(struct simt_tile t, bool turned, unsigned k,
                                unsigned *bytes, unsigned line[32],
                                unsigned at[32])
{
    const unsigned unit = simt_tile_unit(t), n = different_elements(t);
    const bool halves = unit == 2;
    /* Halves that lie the wrong way are loaded in blocks that are turned then;
     * others one by one. */
    const unsigned together = !turned || halves ? (t.use == SIMT_C ? 2
                                                   : unit < 4      ? 4 / unit
                                                                   : 1)
                                                : 1;

    *bytes = together * unit;
    if (k >= n / together)
        return 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned row, column, first, other;

        place_of(t, lane, k * together, &row, &column);
        if (turned && halves) {
            /* The same block; its rows and columns exchanged. */
            const unsigned g = lane / 4, pair = 2 * (lane % 4);

            first = (t.columns ? column : row) & ~(BLOCK - 1u);
            other = (t.columns ? row : column) & ~(BLOCK - 1u);
            line[lane] = first + g;
            at[lane] = (other + pair) * unit;
        } else {
            line[lane] = t.columns ? column : row;
            at[lane] = (t.columns ? row : column) * unit;
        }
    }
    return ~0u;
}

uint32_t simt_tile_access(struct simt_tile t, bool shared, unsigned k,
                          unsigned *bytes, unsigned line[32], unsigned at[32])
{
    /* Whether the elements that a lane has side by side lie apart in memory. */
    const bool turned = t.use == SIMT_C   ? is_turned(t) != t.columns
                        : t.use == SIMT_A ? t.columns
                                          : !t.columns;

    switch (t.use == SIMT_C || !shared ? SIMT_FLOAT : t.element) {
    case SIMT_HALF:
        return access_by_rows(t, turned, k, bytes, line, at);
    case SIMT_S8:
    case SIMT_U8:
    case SIMT_S4:
    case SIMT_U4:
    case SIMT_B1:
        if (!turned)
            return access_by_rows(t, false, k, bytes, line, at);
        /* fall through */
    default:
        return access_by_lanes(t, turned, k, bytes, line, at);
    }
}
