/*
 * transpose.h - what the transpose labs (31 to 35) check in common: the right
 * answer for every shape, no race, no access outside, and that a kernel does
 * the work; and how fast, beside a copy. A lab's check.c includes it and adds
 * what its own step is about.
 */
#ifndef COMMON_TRANSPOSE_H
#define COMMON_TRANSPOSE_H

#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

/* 24 bits, so that hardly any is there twice; mostly with a fraction, some far
 * too large or too small for an int. One of sixteen is any float. */
static float transpose_number(void)
{
    static const float units[] = {0x1p-12F, 0x1p-12F, 0x1p-100F, 0x1p90F};
    uint64_t r = judge_random();
    float x = (float)(r >> 40) * units[r & 3];

    if ((r >> 8 & 15) == 0)
        return judge_any_float();
    return r & 4 ? -x : x;
}

/* again: what is said of a call for the second time, or ""; in_the_way: bytes
 * in front of the matrices, so that these lie elsewhere. */
static void transpose_there(int rows, int cols, const char *again,
                            size_t in_the_way)
{
    size_t n = (size_t)rows * (size_t)cols, bytes = n * sizeof(float);

    judge_clear();
    if (in_the_way) {
        judge_in(in_the_way);
        judge_out(in_the_way);
    }
    float *a = judge_in(bytes), *b = judge_out_floats(n);
    float *want = malloc(bytes + 1);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            float x = transpose_number();
            a[(size_t)i * (size_t)cols + (size_t)j] = x;
            want[(size_t)j * (size_t)rows + (size_t)i] = x;
        }
    int64_t error = judge_call("transpose", T_I32,
                               ARGS(DEV(a), DEV(b), I32(rows), I32(cols)))
                        .i;
    judge_error(0, error, _("the error from transpose() for %d x %d%s"), rows,
                cols, again);
    judge_table_of((size_t)cols, (size_t)rows);
    judge_close_f32(want, b, n, 0, 0, "d_b", _("transpose() of %d x %d%s"),
                    rows, cols, again);
    free(want);
}

static void transpose_once(int rows, int cols)
{
    transpose_there(rows, cols, "", 0);
}

// promise: d_b = d_a, transposed: d_b[j * rows + i] = d_a[i * cols + j] for
//   i = 0 .. rows-1 and j = 0 .. cols-1.
// promise: 1 x 1 to 1023 x 1025
// broken by: rounded_down
// promise: d_b = d_a, transposed
// broken by: once_per_shape
// promise: d_b[j * rows + i] = d_a[i * cols + j]
// broken by: tile_of_whole_numbers
// promise: d_a rows x cols, row by row, without gaps
// promise: d_b cols x rows, likewise
// broken by: right_for_square_only
START_TEST(every_shape)
{
    static const int some[] = {1, 2, 7, 31, 32, 33, 64, 100, 129};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    transpose_once(3, 5);
    for (int i = 0; i < SOME; i++)
        for (int j = 0; j < SOME; j++)
            transpose_once(some[i], some[j]);
    for (int k = 0; k < 50; k++)
        transpose_once((int)judge_between(1, 300), (int)judge_between(1, 300));
    transpose_once(1000, 1000);
    transpose_once(1023, 1025);
    transpose_once(70, 50); /* and what a call may have kept is of no use */
    transpose_there(70, 50, _(" again, with other numbers"), 0);
    transpose_there(70, 50, _(" again, with other matrices"), 1 << 16);
}

// promise: rows, cols 0 .. 65535, with rows * cols <= 2^28
// promise: also 65535 x 3 and 3 x 65535
// broken by: a_block_per_column
START_TEST(long_and_narrow_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    transpose_once(1, 65535);
    transpose_once(65535, 1);
    transpose_once(3, 65535);
    transpose_once(4097, 4101); /* no float has all of its indices */
    transpose_once(65535, 3);
    transpose_once(4097, 40);
    transpose_once(40, 4097);
}

/* Where only the launch is looked at. */
// promise: rows, cols 0 .. 65535, with rows * cols <= 2^28
// promise: a launch for the largest of them
// broken by: blocks_in_y
START_TEST(launches_for_the_largest)
{
    static const int shapes[][2] = {{16384, 16384}, {65535, 4096},
                                    {4096, 65535}, {65535, 1},
                                    {1, 65535}};

    judge_start(BUILD_PLAIN, judge_cores());
    transpose_once(5, 7);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const int rows = shapes[s][0], cols = shapes[s][1];

        judge_clear();
        float *a = judge_in(4096), *b = judge_out(4096);
        if (!judge_dry_launch("transpose",
                              ARGS(DEV(a), DEV(b), I32(rows), I32(cols)),
                              _("transpose() for %d x %d"), rows, cols))
            return;
    }
}

// promise: 0 is no error
// promise: 0 rows or 0 columns
// broken by: empty_matrix
START_TEST(empty_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    transpose_once(0, 0);
    transpose_once(0, 5);
    transpose_once(5, 0);
    transpose_once(65535, 0);
    transpose_once(5, 3); /* and it still works */
}

/* Each launch, or one of several: b has then not all of its numbers. */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// broken by: last_launch_checked
// promise: a launch that the grader makes fail
// broken by: launch_not_checked
START_TEST(a_refused_launch_is_reported)
{
    enum { ROWS = 70, COLS = 40 };

    for (int k = 0; k <= 2; k++) {
        int expected = k == 0 ? judge_refuse(0) : judge_refuse_launch(k);
        bool done = true;

        judge_start(BUILD_PLAIN, judge_cores());
        float *a = judge_in(ROWS * COLS * sizeof *a);
        float *b = judge_out(ROWS * COLS * sizeof *b);
        for (int i = 0; i < ROWS * COLS; i++)
            a[i] = (float)i;
        int64_t error = judge_call("transpose", T_I32,
                                   ARGS(DEV(a), DEV(b), I32(ROWS), I32(COLS)))
                            .i;
        for (int i = 0; i < ROWS * COLS; i++)
            done = done && b[i % COLS * ROWS + i / COLS] == a[i];
        judge_refusal(expected, error, done);
    }
}

static void small_ones(void)
{
    static const int shapes[][2] = {{1, 1},   {33, 31},  {5, 100},
                                    {64, 32}, {100, 70}, {40, 200}};

    judge_start(BUILD_CHECK, 1);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        transpose_once(shapes[k][0], shapes[k][1]);
    for (int rest = 0; rest < 8; rest++) /* rows that begin anywhere */
        transpose_once(8 + rest, 8 + 3 * rest % 8);
}

// promise: no element is written by two threads that write different things
// broken by: cleared_by_another_thread
// promise: a barrier between the halves
// broken by: no_barrier
// promise: and all threads of a block reach it
// broken by: barrier_in_the_if
START_TEST(no_race)
{
    small_ones();
}

// promise: the host must not touch them.
// broken by: transposed_by_the_host
// promise: nothing outside the two matrices
// broken by: no_bounds_check
// promise: nothing outside the matrices and the tile
// broken by: shared_size_in_floats
// promise: nothing taken from the tile that nobody put in
// broken by: a_quarter_of_the_tile
// no promise: does not overlap d_a
// because: the caller sees to it
START_TEST(stays_inside_the_matrices)
{
    small_ones();
}

/* What each call leaves behind grows. */
// promise: memory of your own given back, also where a launch is refused
// broken by: copy_kept_after_failure
START_TEST(frees_its_memory_after_an_error)
{
    judge_refuse(0);
    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 8; i++)
        transpose_once(30 + i, 41 - i);
}

/* The first call may launch, the second may not. */
// promise: a launch that the grader makes fail
// broken by: error_asked_for_once
START_TEST(a_later_failure_is_reported)
{
    enum { ROWS = 7, COLS = 40 };
    int expected = judge_refuse_launch(2);

    judge_start(BUILD_PLAIN, 1);
    float *a = judge_in(ROWS * COLS * sizeof *a);
    float *b = judge_out(ROWS * COLS * sizeof *b);
    for (int call = 1; call <= 2; call++) {
        for (int i = 0; i < ROWS * COLS; i++)
            a[i] = (float)(i + call);
        int64_t error = judge_call("transpose", T_I32,
                                   ARGS(DEV(a), DEV(b), I32(ROWS), I32(COLS)))
                            .i;
        if (b[ROWS * COLS - 1] != a[ROWS * COLS - 1]) /* as judge_refusal() */
            judge_error(expected, error,
                        _("the error from call %d of transpose(), where the "
                          "device refuses %s"),
                        call, judge_refused());
    }
}

/* A suite with these tests; the lab adds its own. */
static Suite *transpose_suite(const char *name)
{
    Suite *s = suite_create(name);

    judge_test(s, KIND_CORRECTNESS, every_shape);
    judge_nit(s, KIND_CORRECTNESS, long_and_narrow_ones);
    judge_test(s, KIND_CORRECTNESS, empty_ones);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_refused_launch_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_later_failure_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, launches_for_the_largest);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_matrices);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_its_memory_after_an_error);
    return s;
}

/* The shapes whose traffic is counted. In multiples of 8 all rows of both
 * matrices begin on a sector's first byte. 32 divides the first one, not the
 * second. */
static const int counted_shapes[][2] = {{256, 384}, {200, 328}};
enum { COUNTED_SHAPES = sizeof counted_shapes / sizeof *counted_shapes };

/* 8 floats to a sector. Each matrix has these, and cannot be moved in fewer. */
static int64_t least_sectors(int rows, int cols)
{
    return (int64_t)rows * cols / 8;
}

/* Transpose in check mode, note the first shape for `make ladder`, and see that
 * a kernel has read and written it. */
static void transpose_counted(int rows, int cols)
{
    int64_t least = least_sectors(rows, cols);

    transpose_once(3, 2); /* small ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 1,
                   _("reading %d x %d floats"), 3, 2);
    transpose_once(rows, cols);
    if (rows == counted_shapes[0][0])
        judge_ladder(2 * least, _("%d x %d floats"), rows, cols);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least,
                   _("reading %d x %d floats"), rows, cols);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, least,
                   _("writing %d x %d floats"), cols, rows);
    judge_copies_at_most(least, _("transpose() of %d x %d floats"), rows, cols);
}

/* Did the last call move each sector once? Atomic operations read as well. */
static inline void reads_the_least(int rows, int cols)
{
    static const enum judge_op ops[] = {OP_READ, OP_ATOMIC};

    for (int k = 0; k < 2; k++)
        judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, ops[k],
                      least_sectors(rows, cols), _("reading %d x %d floats"),
                      rows, cols);
}

static inline void writes_the_least(int rows, int cols)
{
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE,
                  least_sectors(rows, cols), _("writing %d x %d floats"), cols,
                  rows);
}

/* 128 MB each: more than any second-level cache. No square, so that rows and
 * columns are not the same. */
enum { SPEED_ROWS = 8192, SPEED_COLS = 4096 };
static float *speed_a, *speed_b;

/* Other numbers at some places. */
static void change_some(void)
{
    for (int k = 0; k < 64; k++)
        speed_a[judge_between(0, SPEED_ROWS * SPEED_COLS - 1)] =
            (float)(judge_random() >> 40);
}

/* Square by square, so that of each line of a cache all is used at once. */
static void verify_transposed(struct judge_value got)
{
    enum { SIDE = 64 };
    static float square[SIDE][SIDE]; /* of b */

    judge_error(0, got.i, _("the error from transpose() for %d x %d"),
                SPEED_ROWS, SPEED_COLS);
    for (size_t i0 = 0; i0 < SPEED_ROWS; i0 += SIDE)
        for (size_t j0 = 0; j0 < SPEED_COLS; j0 += SIDE) {
            for (size_t j = 0; j < SIDE; j++)
                memcpy(square[j], &speed_b[(j0 + j) * SPEED_ROWS + i0],
                       sizeof square[j]);
            for (size_t i = 0; i < SIDE; i++) {
                const float *row = &speed_a[(i0 + i) * SPEED_COLS + j0];
                for (size_t j = 0; j < SIDE; j++)
                    if (!(row[j] == square[j][i]))
                        judge_fail(_("Wrong: transpose() of %d x %d. d_b[%zu] "
                                     "expected %.9g, got %.9g."),
                                   SPEED_ROWS, SPEED_COLS,
                                   (j0 + j) * SPEED_ROWS + i0 + i,
                                   (double)row[j], (double)square[j][i]);
            }
        }
}

static void verify_copied(struct judge_value got)
{
    ck_assert_msg(got.i == 0 &&
                      memcmp(speed_a, speed_b,
                             sizeof(float) * SPEED_ROWS * SPEED_COLS) == 0,
                  "the kit's own copy is wrong");
}

/* Only on a GPU; common/ceiling/transpose_ceiling.h is what it is held against. */
// promise: only where there is a GPU: 8192 x 4096, at least
// broken by: one_block_for_all
START_TEST(compared_with_a_copy)
{
    size_t n = (size_t)SPEED_ROWS * SPEED_COLS;

    judge_start(BUILD_GPU, 1);
    speed_a = judge_in(n * sizeof *speed_a);
    speed_b = judge_out(n * sizeof *speed_b);
    for (size_t i = 0; i < n; i++)
        speed_a[i] = (float)(judge_random() >> 40);
    judge_speed(&(struct judge_speed){
        .function = "transpose",
        .returns = T_I32,
        .args =
            ARGS(DEV(speed_a), DEV(speed_b), I32(SPEED_ROWS), I32(SPEED_COLS)),
        .fresh = change_some,
        .verify = verify_transposed,
        .verify_ceiling = verify_copied,
    });
}

#endif
