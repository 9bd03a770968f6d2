/* What lab 12 asks for: sums for every length and every number of blocks, not
 * a byte outside the arrays, and not a sector more than they have. */
#include <stdlib.h>

#include "judge.h"
#include "vector_add.h"

/* blocks: of vector_add_stride(); -1: vector_add(). The numbers are small
 * quarters, so their sums are exact. */
static void add_once(int n, int blocks)
{
    size_t bytes = (size_t)n * sizeof(float);

    judge_clear();
    float *a = judge_in(bytes), *b = judge_in(bytes), *c = judge_out(bytes);
    float *want = malloc(bytes + 1);
    for (int i = 0; i < n; i++) {
        a[i] = (float)judge_between(-4000, 4000) / 4;
        b[i] = (float)judge_between(-4000, 4000) / 4;
        want[i] = a[i] + b[i];
    }
    if (blocks < 0) {
        int64_t error = judge_call("vector_add", T_I32,
                                   ARGS(DEV(a), DEV(b), DEV(c), I32(n)))
                            .i;
        judge_error(0, error, _("the error from vector_add() for n = %d"), n);
        judge_close_f32(want, c, (size_t)n, 0, 0, "d_c",
                        _("vector_add() for n = %d"), n);
    } else {
        int64_t error =
            judge_call("vector_add_stride", T_I32,
                       ARGS(DEV(a), DEV(b), DEV(c), I32(n), I32(blocks)))
                .i;
        judge_error(0, error,
                    _("the error from vector_add_stride() for n = %d, "
                      "blocks = %d"),
                    n, blocks);
        judge_close_f32(want, c, (size_t)n, 0, 0, "d_c",
                        _("vector_add_stride() for n = %d, blocks = %d"), n,
                        blocks);
    }
    free(want);
}

START_TEST(a_thread_per_element)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        add_once((int)judge_sizes[i], -1);
    add_once(256, -1);
    add_once(257, -1);
    add_once(1000003, -1);
}

/* 256 blocks have more threads than 16 bits can count. */
static const int block_counts[] = {1, 2, 3, 7, 16, 100, 256};
enum { BLOCK_COUNTS = sizeof block_counts / sizeof *block_counts };

START_TEST(any_number_of_blocks)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int k = 0; k < BLOCK_COUNTS; k++) {
        for (int i = 0; i < judge_n_sizes; i++)
            add_once((int)judge_sizes[i], block_counts[k]);
        add_once(100003, block_counts[k]);
    }
}

START_TEST(a_failed_launch_is_reported)
{
    judge_start(BUILD_PLAIN, judge_cores());
    float *a = judge_in(400), *b = judge_in(400), *c = judge_out(400);
    int64_t error = judge_call("vector_add_stride", T_I32,
                               ARGS(DEV(a), DEV(b), DEV(c), I32(100), I32(0)))
                        .i;
    judge_error(JUDGE_ANY_ERROR, error,
                _("the error from vector_add_stride() with 0 blocks"));
    add_once(100, 1); /* it is over */
    add_once(100, -1);
}

static void small_ones(void)
{
    static const int sizes[] = {1, 31, 33, 256, 257, 1000};

    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 6; i++) {
        add_once(sizes[i], -1);
        add_once(sizes[i], 1);
        add_once(sizes[i], 3);
    }
}

START_TEST(no_race)
{
    small_ones();
}

START_TEST(stays_inside_the_arrays)
{
    small_ones();
}

/* Every array begins on a sector's first byte, and a sector is 8 floats. */
static void sectors_once(int n, int blocks)
{
    int64_t sectors = (n + 7) / 8;

    add_once(n, blocks);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * sectors,
                   _("reading %d + %d floats"), n, n);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, sectors,
                   _("writing %d floats"), n);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * sectors,
                  _("%d + %d floats to read"), n, n);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, sectors,
                  _("%d floats to write"), n);
    if (blocks >= 0)
        judge_equal(blocks, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                    _("how many blocks vector_add_stride() launches for n = "
                      "%d, blocks = %d"),
                    n, blocks);
}

START_TEST(no_sector_too_many)
{
    judge_start(BUILD_CHECK, 1);
    sectors_once(1000, -1);
    sectors_once(100003, -1);
}

START_TEST(no_sector_too_many_with_a_stride)
{
    judge_start(BUILD_CHECK, 1);
    sectors_once(1000, 2);
    sectors_once(100003, 7);
    sectors_once(65536, 16);
}

enum { N = 1 << 25 }; /* 3 x 128 MB: more than any second-level cache */
static float *x, *y, *sum;

/* Other numbers at some places. */
static void change_some(void)
{
    for (int k = 0; k < 64; k++)
        x[judge_between(0, N - 1)] = (float)judge_between(-4000, 4000) / 4;
}

static void verify_sums(struct judge_value got)
{
    judge_error(0, got.i, _("the error from vector_add_stride()"));
    for (int i = 0; i < N; i++)
        if (!(x[i] + y[i] == sum[i]))
            judge_fail(_("Wrong: the sum of %d numbers. d_c[%d] expected "
                         "%.9g, got %.9g."),
                       N, i, (double)(x[i] + y[i]), (double)sum[i]);
}

START_TEST(near_the_speed_of_memory)
{
    judge_start(BUILD_GPU, 1);
    x = judge_in(N * sizeof *x);
    y = judge_in(N * sizeof *y);
    sum = judge_out(N * sizeof *sum);
    for (int i = 0; i < N; i++) {
        uint64_t r = judge_random();
        x[i] = (float)(r >> 52) / 4;
        y[i] = (float)(r & 4095) / 4;
    }
    judge_speed(&(struct judge_speed){
        .function = "vector_add_stride",
        .returns = T_I32,
        .args = ARGS(DEV(x), DEV(y), DEV(sum), I32(N), I32(2048)),
        .fresh = change_some,
        .verify = verify_sums,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("12 vector_add");

    judge_test(s, KIND_CORRECTNESS, a_thread_per_element);
    judge_test(s, KIND_CORRECTNESS, any_number_of_blocks);
    judge_test(s, KIND_CORRECTNESS, a_failed_launch_is_reported);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_arrays);
    judge_test(s, KIND_TRAFFIC, no_sector_too_many);
    judge_test(s, KIND_TRAFFIC, no_sector_too_many_with_a_stride);
    judge_test(s, KIND_SPEED, near_the_speed_of_memory);
    return s;
}
