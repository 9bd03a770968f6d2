/* What lab 51 asks for: exact rank numbers of rows of all kinds, every row read
 * once and written once, in whole sectors; and on a GPU some speed. */
#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/spearman.h"
#include "judge/judge.h"

enum { MIXED = ROW_KINDS }; /* each row of another kind */

static enum row_kind kind_of(int kind, int row)
{
    return (enum row_kind)(kind == MIXED ? row % ROW_KINDS : kind);
}

static const char *said_unwritten(int got)
{
    return got == (signed char)0xA5 ? _(" (which nobody has written)") : "";
}

static void expect_rank(const int *row, int i, int k, int want, int got,
                        const char *rows)
{
    int smaller = 0, larger = 0;

    for (int other = 0; other < COLS; other++) {
        smaller += row[other] < row[k];
        larger += row[other] > row[k];
    }
    judge_equal(want, got,
                _("d_rank[32 * %d + %d]%s for %s; in the row are smaller than "
                  "%d: %d, equal: %d, larger: %d"),
                i, k, said_unwritten(got), rows, row[k], smaller,
                COLS - smaller - larger, larger);
}

static void expect_rows(const int *x, int n, const signed char *rank,
                        const int *power, const char *rows)
{
    int *want_power = malloc((size_t)n * sizeof *want_power + 1);

    ck_assert_msg(want_power != NULL, "no memory");
    for (size_t i = 0; i < (size_t)n; i++) {
        const signed char *got = &rank[RANK_ROW * i];
        signed char want[RANK_ROW];

        want_power[i] = rank_row(&x[COLS * i], want);
        for (int k = 0; k < COLS; k++)
            if (want[k] != got[k])
                expect_rank(&x[COLS * i], (int)i, k, want[k], got[k], rows);
    }
    judge_equal_i32(want_power, power, (size_t)n, "d_power", "%s", rows);
    free(want_power);
}

/* The two bytes behind the rank numbers of each row. */
static void expect_zeros(int n, const signed char *rank)
{
    for (int i = 0; i < n; i++)
        for (int k = COLS; k < RANK_ROW; k++)
            judge_equal(0, rank[RANK_ROW * i + k],
                        _("d_rank[32 * %d + %d]%s for n = %d, one of the two "
                          "bytes behind the rank numbers of a row"),
                        i, k, said_unwritten(rank[RANK_ROW * i + k]), n);
}

/* kind: an enum row_kind, or MIXED. Returns d_rank. */
static const signed char *ranks_once(int n, int kind)
{
    const char *const names[] = {
        [COUNTS] = _("rows of mostly zeros"),
        [EQUAL] = _("rows of equal numbers"),
        [FEW] = _("rows of few different numbers"),
        [DIFFERENT] = _("rows without ties"),
        [LARGE] = _("rows of large neighbours"),
        [EXTREME] = _("rows of INT_MIN, INT_MAX and any others"),
        [MIXED] = _("rows of all kinds"),
    };
    uint64_t seed = judge_random();
    char rows[200];

    judge_clear();
    int *x = judge_in((size_t)n * COLS * sizeof *x);
    signed char *rank = judge_out((size_t)n * RANK_ROW);
    int *power = judge_out((size_t)n * sizeof *power);
    for (int i = 0; i < n; i++)
        write_row(&x[(size_t)i * COLS], kind_of(kind, i), &seed);
    int64_t error =
        judge_call("ranks", T_I32, ARGS(DEV(x), I32(n), DEV(rank), DEV(power)))
            .i;
    judge_error(0, error, _("the error from ranks() for n = %d"), n);
    said_put(rows, sizeof rows, _("n = %d (%s)"), n, names[kind]);
    expect_rows(x, n, rank, power, rows);
    return rank;
}

// promise: rows of all kinds: with ties and without
// broken by: ties_by_place
// promise: all numbers equal
// promise: which is 0 if all its numbers are equal.
// broken by: nothing_for_equal_ones
// promise: d_power[i] = the sum of the squares of the row's rank numbers
// broken by: power_without_ties
// promise: any ints, INT_MIN and INT_MAX too
// promise: any int
// broken by: sign_of_a_difference
START_TEST(every_kind_of_row)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int kind = 0; kind <= MIXED; kind++) {
        ranks_once(1, kind);
        ranks_once(1000, kind);
    }
}

// promise: For each row i = 0 .. n-1 of d_x and k = 0 .. 29: d_rank[32 * i + k]
//   = how many numbers of the row are smaller than d_x[30 * i + k]
// promise: d_x n rows of 30 ints without gaps
// promise: 0 to 4099 rows
// broken by: last_rows_lost
// promise: less how many are larger.
// broken by: largest_first
// promise: d_rank n rows of 32 bytes
// broken by: rows_of_30_bytes
// promise: n 0 .. 2^26; 0 is no error
// broken by: none_is_an_error
// promise: d_rank and d_power hold anything when the call begins.
// promise: d_power n ints
// broken by: power_added_to_what_is_there
START_TEST(every_number_of_rows)
{
    static const int some[] = {63,  64,  65,  95,  96,  97,  191, 192,
                               193, 255, 256, 257, 511, 512, 513, 2048};

    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        ranks_once((int)judge_sizes[i], MIXED);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        ranks_once(some[i], COUNTS);
    for (int k = 0; k < 20; k++)
        ranks_once((int)judge_between(1, 3000), MIXED);
}

// promise: d_rank[32 * i + 30] = d_rank[32 * i + 31] = 0.
// broken by: last_two_bytes_repeated
START_TEST(zeros_behind_each_row)
{
    static const int sizes[] = {1, 33, 1000};

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        expect_zeros(sizes[i], ranks_once(sizes[i], MIXED));
}

/* More than there may be blocks in y, and more than 2^16. */
// promise: and 70,001 rows
// broken by: a_row_of_the_grid_each
START_TEST(many_rows)
{
    judge_start(BUILD_PLAIN, judge_cores());
    ranks_once(70001, COUNTS);
}

/* Refused is the launch, or a copy or cudaMemset(), if there is any. What is
 * right without that and wrong with it had an error to report. (Who gets by
 * without a kernel has none; counting finds that.) */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that
//   failed
// promise: a launch that the grader makes fail
// broken by: error_not_told
START_TEST(a_failed_call_is_reported)
{
    enum { ROWS = 100 };

    judge_start(BUILD_PLAIN, judge_cores());
    ranks_once(ROWS, COUNTS);
    for (int k = -2; k <= 2; k++) {
        int expected = judge_refuse(k), right = 0;
        uint64_t seed = judge_random();

        judge_start(BUILD_PLAIN, judge_cores());
        int *x = judge_in(ROWS * COLS * sizeof *x);
        signed char *rank = judge_out(ROWS * RANK_ROW);
        int *power = judge_out(ROWS * sizeof *power);
        for (int i = 0; i < ROWS; i++)
            write_row(&x[COLS * i], COUNTS, &seed);
        int64_t error =
            judge_call("ranks", T_I32,
                       ARGS(DEV(x), I32(ROWS), DEV(rank), DEV(power)))
                .i;
        for (int i = 0; i < ROWS; i++) {
            signed char want[RANK_ROW];

            right += rank_row(&x[COLS * i], want) == power[i] &&
                     memcmp(want, &rank[RANK_ROW * i], RANK_ROW) == 0;
        }
        judge_refusal(expected, error, right == ROWS);
    }
}

/* The last one is for blocks that go from tile to tile. */
static void small_ones(void)
{
    static const int sizes[] = {1, 2, 31, 33, 100, 127, 129, 300};

    judge_start(BUILD_CHECK, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        ranks_once(sizes[i], MIXED);
    for (int k = 0; k < 3; k++) /* nobody can wait for certain sizes */
        ranks_once((int)judge_between(2, 600), COUNTS);
    ranks_once(20011, COUNTS);
}

// promise: a barrier between who brings a row and who uses it
// broken by: no_barrier
// promise: all threads come to it
// broken by: barrier_in_the_if
// promise: all lanes to their shuffles
// broken by: shuffle_in_the_if
// promise: no byte has two threads that write different things
// broken by: cleared_by_another_thread
START_TEST(no_race)
{
    small_ones();
}

// promise: nothing outside the three arrays and the tile
// broken by: rows_rounded_up
// promise: nothing read that nobody has written
// broken by: early_return
// promise: the host must not touch them.
// broken by: ranked_by_the_host
// no promise: at addresses that 256 divides
// because: the caller sees to it
// no promise: How many blocks and threads there are is yours to choose.
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
START_TEST(stays_in_its_memory)
{
    small_ones();
}

enum { MANY = 1000 };

/* 120 bytes to read for each row, 36 to write; 32 are a sector. */
static void ranks_counted(void)
{
    judge_start(BUILD_CHECK, 1);
    ranks_once(2, COUNTS); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2,
                   _("reading %d rows"), 2);
    ranks_once(MANY, COUNTS);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY * 15 / 4,
                   _("reading %d rows"), MANY);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, MANY * 9 / 8,
                   _("writing the rank numbers of %d rows"), MANY);
    judge_copies_at_most(MANY, _("ranking %d rows"), MANY);
}

// promise: the counts below, for 1000 rows
// promise: sectors read | 3,750
// broken by: a_thread_reads_its_row
// no promise: 120 bytes a row, and 32 are a sector
// because: says where the number comes from
START_TEST(reads_each_row_once)
{
    ranks_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY * 15 / 4,
                  _("reading %d rows"), MANY);
}

/* 1 for the rank numbers; for the power 1/4, as four neighbours at a time are
 * good enough. */
// promise: sectors written | 1,250
// broken by: half_a_sector_at_a_time
// no promise: 1 a row for the rank numbers, and 1 for four powers or more
// because: says where the number comes from
START_TEST(writes_whole_sectors)
{
    ranks_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, MANY * 5 / 4,
                  _("writing the rank numbers of %d rows"), MANY);
}

/* None is possible. Who collects whole sectors in shared memory may lose a turn
 * for four rows, or two; a thread that takes its 30 ints one by one out of rows
 * of 30 loses one for each row, and with rows of 31 they are lost when the rows
 * are put in. */
// promise: bank conflicts | 500
// broken by: a_tile_of_ints
// no promise: one for two rows
// no promise: A bank conflict is each wavefront [...] of one of 16.
// because: says where the number comes from
START_TEST(few_bank_conflicts)
{
    ranks_counted();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, MANY / 2,
                  _("shared memory for %d rows"), MANY);
}

/* 156 MB, far more than any second-level cache. */
enum { N = 1 << 20 };
static int *x, *power, *want_power;
static signed char *rank, *want;

static void change_row(size_t i)
{
    uint64_t seed = judge_random();

    write_row(&x[COLS * i], COUNTS, &seed);
    want_power[i] = rank_row(&x[COLS * i], &want[RANK_ROW * i]);
}

static void change_some(void)
{
    for (int k = 0; k < 64; k++)
        change_row((size_t)judge_between(0, N - 1));
}

static void verify_rows(struct judge_value got)
{
    judge_error(0, got.i, _("the error from ranks() for n = %d"), N);
    if (memcmp(want, rank, (size_t)N * RANK_ROW) != 0 ||
        memcmp(want_power, power, N * sizeof *power) != 0) {
        char rows[100];

        said_put(rows, sizeof rows, _("n = %d"), N);
        expect_rows(x, N, rank, power, rows);
    }
}

// promise: only where there is a GPU: a million rows, at least 10 % of the
//   speed of a kernel in good form
// broken by: one_block_for_all
START_TEST(compared_with_good_form)
{
    judge_start(BUILD_GPU, 1);
    x = judge_in((size_t)N * COLS * sizeof *x);
    rank = judge_out((size_t)N * RANK_ROW);
    power = judge_out(N * sizeof *power);
    want = malloc((size_t)N * RANK_ROW);
    want_power = malloc(N * sizeof *want_power);
    ck_assert_msg(want && want_power, "no memory");
    for (size_t i = 0; i < N; i++)
        change_row(i);
    judge_speed(&(struct judge_speed){
        .function = "ranks",
        .returns = T_I32,
        .args = ARGS(DEV(x), I32(N), DEV(rank), DEV(power)),
        .fresh = change_some,
        .verify = verify_rows,
    });
}

/* Where only the launch is looked at. */
// promise: n 0 .. 2^26; 0 is no error
// promise: a launch for 2^26 rows
// broken by: blocks_in_y
START_TEST(a_launch_for_the_most)
{
    judge_start(BUILD_PLAIN, judge_cores());
    ranks_once(100, COUNTS);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    judge_clear();
    int32_t *in = judge_in(4096), *powers = judge_out(4096);
    int8_t *out = judge_out(4096);
    judge_dry_launch("ranks",
                     ARGS(DEV(in), I32(1 << 26), DEV(out), DEV(powers)),
                     _("ranks() for n = %d"), 1 << 26);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("51 ranks");

    judge_test(s, KIND_CORRECTNESS, every_kind_of_row);
    judge_test(s, KIND_CORRECTNESS, every_number_of_rows);
    judge_nit(s, KIND_CORRECTNESS, zeros_behind_each_row);
    judge_nit(s, KIND_CORRECTNESS, many_rows);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, reads_each_row_once);
    judge_test(s, KIND_TRAFFIC, writes_whole_sectors);
    judge_test(s, KIND_TRAFFIC, few_bank_conflicts);
    judge_test(s, KIND_SPEED, compared_with_good_form);
    return s;
}
