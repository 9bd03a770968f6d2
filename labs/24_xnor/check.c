/* What lab 24 asks for: bits of rows and of columns, packed without reading
 * anything twice, and the product of them. */
#include "common/xnor.h"
#include "xnor.h"

enum side { ROWS, COLUMNS };

/* The bits of d_bits one by one, so that a finding can name one. */
static void spread(const uint32_t *word, size_t words, int32_t *bit)
{
    for (size_t i = 0; i < words * BITS; i++)
        bit[i] = word[i / BITS] >> i % BITS & 1;
}

/* Pack a matrix of small integers, 0 among them, by the student's function. */
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
    for (size_t i = 0; i < size; i++) {
        size_t row = i / across, col = i % across;
        size_t bit = side == ROWS
                         ? row * row_words * BITS + col
                         : (row / BITS * across + col) * BITS + row % BITS;
        x[i] = (float)judge_between(-2, 2);
        want[bit] = x[i] > 0;
    }
    int64_t error = judge_call(function, T_I32,
                               ARGS(DEV(x), DEV(bits), I32(rows), I32(cols)))
                        .i;
    judge_error(0, error, _("the error from %s() for %d x %d"), function, rows,
                cols);
    spread(bits, words, got);
    judge_equal_i32(want, got, words * BITS, "bit",
                    _("%s() of %d x %d, where bit[32 * q + b] is bit b of "
                      "d_bits[q]"),
                    function, rows, cols);
    free(want);
    free(got);
}

static void pack_both(int length, int number)
{
    pack_once(ROWS, number, length);
    pack_once(COLUMNS, length, number);
}

START_TEST(packs_every_shape)
{
    static const int some[] = {1, 2, 31, 32, 33, 64, 100};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < SOME; i++)
        for (int j = 0; j < SOME; j++)
            pack_both(some[i], some[j]);
    pack_both(1000, 257);
    pack_both(100003, 1);
    pack_both(3, 65535);
    pack_both(0, 5);
    pack_both(5, 0);
    pack_both(40, 7); /* and it still works */
}

static void pack_small_ones(void)
{
    judge_start(BUILD_CHECK, 1);
    pack_both(1, 1);
    pack_both(33, 40);
    pack_both(96, 5);
    pack_both(300, 3);
}

START_TEST(no_race_in_packing)
{
    pack_small_ones();
}

START_TEST(packing_stays_inside)
{
    pack_small_ones();
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
START_TEST(packs_rows_without_reading_again)
{
    int64_t least = pack_counted(ROWS);

    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * least,
                  _("packing the rows of %d x %d floats"), STEP_M, STEP_K);
}

START_TEST(packs_columns_reading_once)
{
    int64_t least = pack_counted(COLUMNS);

    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least,
                  _("packing the columns of %d x %d floats"), STEP_K, STEP_N);
}

/* As in lab 21, only that a word is 32 products. */
START_TEST(five_sectors_for_a_warp)
{
    xnor_step();
    reads_at_most(WORD_PRODUCTS / 32 * 5);
}

START_TEST(writes_each_sum_once)
{
    xnor_step();
    writes_at_most(least_to_write(STEP_M, STEP_N));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("24 xnor");

    judge_test(s, KIND_CORRECTNESS, packs_every_shape);
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
