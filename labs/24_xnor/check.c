/* What lab 24 asks for: bits of rows and of columns, packed without reading
 * anything twice, and the product of them. */
#include <math.h>
#include <stdio.h>

#include "common/check/xnor.h"
#include "xnor.h"

enum side { ROWS, COLUMNS };

/* The bits of d_bits one by one, so that a finding can name one. */
static void spread(const uint32_t *word, size_t words, int32_t *bit)
{
    for (size_t i = 0; i < words * BITS; i++)
        bit[i] = word[i / BITS] >> i % BITS & 1;
}

/* Both zeros, what becomes 0 as an integer, and what is no number, among them:
 * NaN > 0 is false. */
static float number(void)
{
    static const float some[] = {
        -2, -1,     -0.5F,  -1e-30F, -1e-41F, -0.0F, -INFINITY, NAN,
        0,  1e-41F, 1e-30F, 0.5F,    1,       2,     INFINITY,  -NAN};

    return some[judge_between(0, sizeof some / sizeof *some - 1)];
}

/* Is each word right, but for bit 31 in the place of bit 0, and so on? */
static bool is_mirrored(const int32_t *want, const uint32_t *bits, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (want[i] != (int32_t)(bits[i / BITS] >> (BITS - 1 - i % BITS) & 1))
            return false;
    return true;
}

static bool unused_count; /* bits beyond the end are looked at, too */

static bool counts(const float *number)
{
    return number || unused_count;
}

/* Why the first wrong bit is wrong, where that is known, or what is behind it:
 * lanes of a warp that are in several rows, bits in another order, a word that
 * nobody has written, no number, or one of which somebody may think that it is
 * not above 0, or that it is. */
static void name_wrong_bit(enum side side, char *text, size_t room,
                           const int32_t *want, const uint32_t *bits,
                           const float *const *from, size_t n)
{
    const uint32_t *block = &judge_launch_shape()[3];
    uint32_t untouched;
    size_t i = 0;

    *text = 0;
    judge_poison(&untouched, sizeof untouched);
    while (i < n && (want[i] == (int32_t)(bits[i / BITS] >> i % BITS & 1) ||
                     !counts(from[i])))
        i++;
    if (i == n)
        return;
    if (side == ROWS && block[0] > 0 && block[0] < BITS && block[1] > 1 &&
        judge_uses("__ballot_sync"))
        said_put(text, room,
                 _("; a block had %u x %u threads, and the 32 lanes of a warp, "
                   "counted in x first, are in several rows of them"),
                 block[0], block[1]);
    else if (is_mirrored(want, bits, n))
        said_put(text, room,
                 _("; each word has its bits the other way round: its first "
                   "element is its highest bit"));
    else if (bits[i / BITS] == untouched)
        said_put(text, room, _("; d_bits[%zu] was not written"), i / BITS);
    else if (!from[i])
        said_put(text, room,
                 _("; bit[%zu] stands for no number, it is beyond the end"), i);
    else
        said_put(text, room, _("; bit[%zu] stands for the number %g"), i,
                 (double)*from[i]);
}

/* Pack a matrix of such numbers by the student's function. */
static void pack_once(enum side side, int rows, int cols)
{
    const char *function = side == ROWS ? "pack_rows" : "pack_columns";
    size_t across = (size_t)cols, size = (size_t)rows * across;
    size_t row_words = (size_t)words_for(cols);
    size_t words = side == ROWS ? (size_t)rows * row_words
                                : (size_t)words_for(rows) * across;

    judge_clear();
    float *x = judge_in(size * sizeof *x);
    uint32_t *bits = judge_out(words * sizeof *bits);
    int32_t *want = calloc(words * BITS + 1, sizeof *want);
    int32_t *got = malloc((words * BITS + 1) * sizeof *got);
    const float **from = calloc(words * BITS + 1, sizeof *from);
    char wrong_bit[160];
    for (size_t i = 0; i < size; i++) {
        size_t row = i / across, col = i % across;
        size_t bit = side == ROWS
                         ? row * row_words * BITS + col
                         : (row / BITS * across + col) * BITS + row % BITS;
        x[i] = number();
        want[bit] = x[i] > 0;
        from[bit] = &x[i];
    }
    int64_t error = judge_call(function, T_I32,
                               ARGS(DEV(x), DEV(bits), I32(rows), I32(cols)))
                        .i;
    judge_error(0, error, _("the error from %s() for %d x %d"), function, rows,
                cols);
    spread(bits, words, got);
    name_wrong_bit(side, wrong_bit, sizeof wrong_bit, want, bits, from,
                   words * BITS);
    for (size_t i = 0; i < words * BITS; i++)
        if (!counts(from[i]))
            want[i] = got[i];
    judge_equal_i32(want, got, words * BITS, "bit",
                    _("%s() of %d x %d, where bit[32 * q + b] is bit b of "
                      "d_bits[q]%s"),
                    function, rows, cols, wrong_bit);
    free(want);
    free(got);
    free(from);
}

static void pack_both(int length, int number)
{
    pack_once(ROWS, number, length);
    pack_once(COLUMNS, length, number);
}

// promise: Pack the rows of A, for the left side of a product.
// promise: Word w of row i is d_bits[i * W + w], W = (cols + 31) / 32.
// promise: Its bit b (worth 1 << b) is 1 if d_a[i * cols + 32 * w + b] > 0,
//   otherwise 0.
// broken by: bit_order_reversed
// promise: is 1 if d_a[i * cols + 32 * w + b] > 0, otherwise 0
// broken by: not_below_zero
// promise: is 1 if d_a[i * cols + 32 * w + b] > 0
// broken by: denormals_dropped
// promise: d_a rows x cols
// broken by: ballot_of_active_lanes
// promise: d_bits rows x W; all of it is written
// promise: d_bits W x cols; all of it is written
// broken by: only_words_with_a_one
// promise: Pack the columns of B
// broken by: packed_once_per_shape
// promise: Pack the columns of B, for the right side.
// promise: Word w of column j is d_bits[w * cols + j], w below W = (rows + 31)
// /
//   32.
// promise: d_b rows x cols
// broken by: columns_packed_like_rows
// promise: Its bit b is 1 if d_b[(32 * w + b) * cols + j] > 0, otherwise 0.
// promise: with 0 and fractions among the numbers
// broken by: made_an_int
// promise: packing of 1 x 1 to 1000 x 600
// broken by: grid_for_block
// no promise: For `xnor_matmul()`, the judge packs [...] the first wrong bit
//   stands for.
// because: says what the tests do, and how their sentences are read
START_TEST(packs_every_shape)
{
    static const int some[] = {1, 2, 31, 32, 33, 64, 100};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < SOME; i++)
        for (int j = 0; j < SOME; j++)
            pack_both(some[i], some[j]);
    pack_both(1000, 600); /* more than two blocks of 256 beside each other */
    pack_both(70, 50);
    pack_both(70, 50); /* what a call may have kept is of no use */
}

// promise: Bits beyond the end of the row are 0.
// broken by: ones_in_unused_bits
// promise: Bits beyond the end of the column are 0.
// broken by: ones_below_the_column
START_TEST(unused_bits_are_0)
{
    static const int some[] = {1, 31, 33, 100};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    unused_count = true;
    for (int i = 0; i < SOME; i++)
        for (int j = 0; j < SOME; j++)
            pack_both(some[i], some[j]);
}

// promise: rows, cols 0 .. 65535 and 0 .. 393216, at most 2^28 elements
// promise: rows, cols 0 .. 393216 and 0 .. 65535, at most 2^28 elements
// promise: 100003 x 1, 3 x 65535
// broken by: sizes_in_shorts
START_TEST(packs_long_and_narrow_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    pack_both(100003, 1);
    pack_both(3, 65535);
}

// promise: Sizes of 0 are no error.
// promise: sizes of 0
// broken by: empty_matrix_packed
START_TEST(packs_empty_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    pack_both(0, 5);
    pack_both(5, 0);
    pack_both(0, 0);
    pack_both(40, 7); /* and it still works */
}

static void pack_refused(int refusal, const char *function)
{
    judge_clear();
    float *x = judge_in(sizeof *x);
    uint32_t *bits = judge_out(sizeof *bits);

    *x = 1;
    int64_t error =
        judge_call(function, T_I32, ARGS(DEV(x), DEV(bits), I32(1), I32(1))).i;
    judge_refusal(refusal, error, *bits == 1);
}

// promise: All three return 0 (cudaSuccess) or the cudaError_t of the first call
//   that failed
// broken by: packing_not_checked
START_TEST(packing_that_fails_is_reported)
{
    const int refusal = judge_refuse(0);

    judge_start(BUILD_PLAIN, judge_cores());
    pack_refused(refusal, "pack_rows");
    pack_refused(refusal, "pack_columns");
}

static void pack_small_ones(void)
{
    judge_start(BUILD_CHECK, 1);
    pack_both(1, 1);
    pack_both(33, 40);
    pack_both(96, 5);
    pack_both(300, 3);
    for (int rest = 0; rest < 8; rest++) /* rows that begin anywhere */
        pack_both(32 + rest, 3 * rest % 8 + 1);
}

// promise: no sum or word has two threads that write different things
// broken by: whoever_writes_the_word
START_TEST(no_race_in_packing)
{
    pack_small_ones();
}

// promise: nothing outside the matrices, every word written
// broken by: word_from_the_next_row
// promise: All pointers are to the device's memory, aligned to 256 bytes, rows
//   without gaps;
// promise: the host must not touch them, and no array overlaps another.
// broken by: packed_by_the_host
START_TEST(packing_stays_inside)
{
    pack_small_ones();
    pack_both(1 << 18, 1);
}

static int64_t pack_counted(enum side side)
{
    int rows = side == ROWS ? STEP_M : STEP_K;
    int cols = side == ROWS ? STEP_K : STEP_N;
    int64_t least = words_to_sectors((int64_t)rows * cols); /* of floats */

    judge_start(BUILD_CHECK, 1);
    pack_once(side, rows, cols);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least,
                   _("reading %d x %d floats"), rows, cols);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE,
                   words_to_sectors((int64_t)rows * cols / BITS),
                   _("writing the bits of %d x %d floats"), rows, cols);
    judge_copies_at_most(least, _("packing %d x %d floats"), rows, cols);
    return least;
}

/* Whose threads each read 16 bytes at a time take 2 times the least. */
// promise: read by pack_rows() | 16,384 | twice the least, 64 * 1024 / 8.
// broken by: own_32_floats
// no promise: A warp per word takes 8,192;
// no promise: whoever reads 4 floats at a time (`float4`) takes 16,384;
// because: says who stays below the number
// promise: a float at a time 65,536
// broken by: own_32_floats
START_TEST(packs_rows_without_reading_again)
{
    int64_t least = pack_counted(ROWS);

    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * least,
                  _("packing the rows of %d x %d floats"), STEP_M, STEP_K);
}

// promise: read by pack_columns() | 8,192 | 1024 * 64 / 8: each sector once
// promise: four counts for 64 x 1024 by 1024 x 64
// broken by: a_warp_per_word_of_b
// no promise: The packing is not timed.
// because: says what the goal is like
START_TEST(packs_columns_reading_once)
{
    int64_t least = pack_counted(COLUMNS);

    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least,
                  _("packing the columns of %d x %d floats"), STEP_K, STEP_N);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_ATOMIC, least,
                  _("packing the columns of %d x %d floats"), STEP_K, STEP_N);
}

/* As in lab 21, only that a word is 32 products. */
// promise: read by xnor_matmul() | 20,480
// broken by: neighbours_in_a_column
START_TEST(five_sectors_for_a_warp)
{
    xnor_step();
    reads_at_most(WORD_PRODUCTS / 32 * 5);
}

// promise: written by xnor_matmul() | 512
// broken by: sum_in_memory
START_TEST(writes_each_sum_once)
{
    xnor_step();
    writes_at_most(least_to_write(STEP_M, STEP_N));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("24 xnor");

    judge_test(s, KIND_CORRECTNESS, packs_every_shape);
    judge_nit(s, KIND_CORRECTNESS, unused_bits_are_0);
    judge_nit(s, KIND_CORRECTNESS, packs_long_and_narrow_ones);
    judge_test(s, KIND_CORRECTNESS, packs_empty_ones);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, packing_that_fails_is_reported);
    judge_test(s, KIND_RACE, no_race_in_packing);
    judge_test(s, KIND_MEMORY, packing_stays_inside);
    xnor_tests(s);
    judge_test(s, KIND_TRAFFIC, packs_rows_without_reading_again);
    judge_test(s, KIND_TRAFFIC, packs_columns_reading_once);
    judge_test(s, KIND_TRAFFIC, five_sectors_for_a_warp);
    judge_test(s, KIND_TRAFFIC, writes_each_sum_once);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
