/*
 * matmul.h - what the labs on the product of float matrices (21 to 23) check in
 * common: the right answer for every shape, no race, no access outside, and
 * that a kernel does the work; and how fast. A lab's check.c includes it and
 * adds what its own step is about.
 */
#ifndef COMMON_MATMUL_H
#define COMMON_MATMUL_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "common/check/matmul_ladder.h"

/* The numbers of both matrices: +1 and -1 as in the article; or those of one,
 * nobody knows which, have 12 bits and those of the other 4, times some power of
 * two: so no half and no fixed point holds them; or those of one are of any
 * kind, and only one of each sum's products is not 0. Sums of their products are
 * exact in float, in any order; of SMALL up to 512 of them. */
enum numbers { SIGNS, SMALL, ANY };

static void matmul_fill(float *x, size_t n, enum numbers numbers, int most)
{
    float unit = 1.0F / (float)(1 << judge_between(2, 20));

    for (size_t i = 0; i < n; i++)
        x[i] = numbers == SIGNS ? (float)(2 * judge_between(0, 1) - 1)
                                : (float)judge_between(-most, most) * unit;
}

static void matmul_fill_both(float *a, size_t size_a, float *b, size_t size_b,
                             enum numbers numbers)
{
    int most = judge_between(0, 1) ? 4095 : 8;

    matmul_fill(a, size_a, numbers, most);
    matmul_fill(b, size_b, numbers, most == 8 ? 4095 : 8);
}

/* All 24 bits of it, and one of either zero among eight. */
static float matmul_any(void)
{
    float x = (float)(judge_between(1 << 23, (1 << 24) - 1) | 1);

    x = judge_between(0, 7) ? ldexpf(x, (int)judge_between(-50, 10)) : 0;
    return judge_between(0, 1) ? x : -x;
}

/* A of any numbers, and one power of two in each column of B; or B of any
 * numbers, and one in each row of A. */
static void matmul_fill_any(float *a, float *b, int m, int k, int n)
{
    size_t rows = (size_t)m, depth = (size_t)k, columns = (size_t)n;
    bool any_a = judge_between(0, 1);
    float *any = any_a ? a : b, *few = any_a ? b : a;
    size_t n_any = depth * (any_a ? rows : columns);
    size_t n_few = any_a ? columns : rows;

    for (size_t i = 0; i < n_any; i++)
        any[i] = matmul_any();
    for (size_t i = 0; i < depth * n_few; i++)
        few[i] = judge_between(0, 1) ? 0.0F : -0.0F;
    for (size_t i = 0; i < n_few && k > 0; i++) {
        size_t l = (size_t)judge_between(0, k - 1);
        float x = ldexpf(judge_between(0, 1) ? 1 : -1,
                         (int)judge_between(-3, 3));

        few[any_a ? l * columns + i : i * depth + l] = x;
    }
}

/* c = a * b, row by row of b, so that neighbours follow each other. */
static void matmul_serial(const float *a, const float *b, float *c, int m,
                          int k, int n)
{
    for (int i = 0; i < m; i++) {
        float *row = &c[(size_t)i * (size_t)n];
        for (int j = 0; j < n; j++)
            row[j] = 0;
        for (int l = 0; l < k; l++) {
            float x = a[(size_t)i * (size_t)k + (size_t)l];
            for (int j = 0; j < n; j++)
                row[j] += x * b[(size_t)l * (size_t)n + (size_t)j];
        }
    }
}

/* Where the matrices of matmul() are: a lab whose students allocate the
 * device's memory themselves defines this before. */
#ifndef MATMUL_ON_HOST
#define MATMUL_ON_HOST false
#endif

/* The most that the contract allows for k; for m and n it is 65535. */
#ifndef MATMUL_MOST_K
#define MATMUL_MOST_K 65535
#endif

/* A product by the student's matmul(). in_the_way: bytes in front of the
 * matrices, so that these lie elsewhere than before. */
static void matmul_there(int m, int k, int n, enum numbers numbers,
                         size_t in_the_way)
{
    bool on_host = MATMUL_ON_HOST;
    size_t size_a = (size_t)m * (size_t)k, size_b = (size_t)k * (size_t)n;
    size_t size_c = (size_t)m * (size_t)n;

    judge_clear();
    judge_in(in_the_way);
    judge_out(in_the_way);
    float *a = judge_in(size_a * sizeof *a), *b = judge_in(size_b * sizeof *b);
    float *c = judge_out_floats(size_c);
    float *want = malloc((size_c + 1) * sizeof *want);
    if (numbers == ANY)
        matmul_fill_any(a, b, m, k, n);
    else
        matmul_fill_both(a, size_a, b, size_b, numbers);
    matmul_serial(a, b, want, m, k, n);
    struct judge_args args =
        on_host ? ARGS(PTR(a), PTR(b), PTR(c), I32(m), I32(k), I32(n))
                : ARGS(DEV(a), DEV(b), DEV(c), I32(m), I32(k), I32(n));
    int64_t error = judge_call("matmul", T_I32, args).i;
    judge_error(0, error,
                _("the error from matmul() for m = %d, k = %d, "
                  "n = %d"),
                m, k, n);
    judge_table_of((size_t)m, (size_t)n);
    judge_close_f32(want, c, size_c, 0, 0, on_host ? "c" : "d_c",
                    _("matmul() of %d x %d and %d x %d%s"), m, k, k, n,
                    in_the_way ? _(" again, with other matrices") : "");
    free(want);
}

static void matmul_once(int m, int k, int n, enum numbers numbers)
{
    matmul_there(m, k, n, numbers, 0);
}

// promise: C = A B: d_c[i * n + j] = sum over l = 0 .. k-1 of
//   d_a[i * k + l] * d_b[l * n + j], for i = 0 .. m-1 and j = 0 .. n-1.
// broken by: last_product_left_out
// promise: C = A B
// broken by: once_per_shape
// promise: A, m x k, row by row, without gaps
// promise: B, k x n, likewise
// broken by: right_for_square_only
// promise: C, m x n, likewise
// broken by: row_of_c_as_long_as_a
// promise: C = A B with matrices in the *host's* memory, row by row, without
//   gaps.
// broken by: not_copied_back
// no promise: does not overlap the others
// because: the caller sees to it
// promise: 1 x 1 to 300 x 280 by 280 x 400
// promise: all shapes of lab 21
// broken by: grid_for_block
// promise: The numbers are +1 and -1
// broken by: sum_in_an_int
// promise: fractions of at most 12 bits in one matrix and 4 in the other
// broken by: factors_in_half
// promise: or any at all where only one product of a sum is not 0
// broken by: factors_of_thirteen_bits
// no promise: so the sums are exact, in whatever order you add.
// no promise: All numbers and sums are finite.
// because: the tests see to it
START_TEST(every_shape)
{
    static const int some[] = {1, 2, 31, 33, 100};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(2, 3, 4, SMALL);
    for (int i = 0; i < SOME; i++)
        for (int l = 0; l < SOME; l++)
            for (int j = 0; j < SOME; j++)
                matmul_once(some[i], some[l], some[j], SMALL);
    for (int t = 0; t < 20; t++)
        matmul_once((int)judge_between(1, 150), (int)judge_between(1, 150),
                    (int)judge_between(1, 150), SIGNS);
    /* whatever is left of rows and columns where they are taken by fours */
    for (int rest = 0; rest < 64; rest++)
        matmul_once(4 * (int)judge_between(1, 9) + rest % 4,
                    4 * (int)judge_between(1, 9) + rest / 4 % 4,
                    4 * (int)judge_between(1, 9) + rest / 16, ANY);
    matmul_once(256, 256, 256, SIGNS);
    matmul_once(257, 300, 129, SIGNS);
    /* more rows, and more columns, than a block has threads */
    matmul_once(300, 280, 400, SIGNS);
    matmul_once(50, 60, 70, SMALL); /* and what a call may have kept of the */
    matmul_once(50, 60, 70, SMALL); /* numbers or their addresses is of no */
    matmul_there(50, 60, 70, SMALL, 1 << 16); /* use */
}

/* As long as the contract allows, but for the rows: a block with a barrier for
 * each takes time. All are more than a short can count. */
// promise: m, k, n 0 .. 65535, with at most 2^28 elements in a matrix
// promise: m, n 0 .. 65535
// promise: 33000 x 2 by 2 x 3
// promise: 3 x 2 by 2 x 65535
// broken by: sizes_in_shorts
// promise: 1 x 65535 by 65535 x 1
// broken by: k_in_a_short
START_TEST(long_and_narrow_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(1, MATMUL_MOST_K, 1, SIGNS);
    matmul_once(33000, 2, 3, SMALL);
    matmul_once(3, 2, 65535, SMALL);
}

/* The largest matrices, where only the launch is looked at. */
// promise: m, k, n 0 .. 65535, with at most 2^28 elements in a matrix
// promise: At most 2^28 elements in a matrix.
// broken by: nothing_to_do_for_many
// promise: a launch for the largest of them
// broken by: elements_in_y
START_TEST(launches_for_the_largest)
{
    static const int shapes[][2] = {{16384, 16384}, {65535, 4096},
                                    {4096, 65535}, {65535, 1},
                                    {1, 65535}};

    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(5, 6, 7, SMALL);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const int m = shapes[s][0], n = shapes[s][1];

        judge_clear();
        float *a = judge_in(4096), *b = judge_in(4096), *c = judge_out(4096);
        if (!judge_dry_launch(
                "matmul", ARGS(DEV(a), DEV(b), DEV(c), I32(m), I32(16), I32(n)),
                _("matmul() for m = %d, k = 16, n = %d"), m, n))
            return;
    }
}

/* Whichever of the three are 0. A sum of no products is 0. */
// promise: 0 is no error
// promise: If C has no element, nothing is to be done.
// broken by: empty_matrix
// promise: With k = 0 all of C is 0.
// promise: m, k or n = 0
// broken by: nothing_to_add_up
START_TEST(empty_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < 7; i++) /* 7 is none that is 0 */
        matmul_once(i & 1 ? 40 : 0, i & 2 ? 300 : 0, i & 4 ? 50 : 0, SMALL);
    matmul_once(4, 5, 6, SMALL); /* and it still works */
}

/* More sums than a float can count. */
// promise: 4111 x 0 by 0 x 4113
// broken by: grid_clamped
START_TEST(empty_ones_with_many_sums)
{
    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(4111, 0, 4113, SIGNS);
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// promise: a launch that the grader makes fail
// broken by: launch_not_checked
START_TEST(a_failed_call_is_reported)
{
    for (int k = MATMUL_ON_HOST ? -3 : 0; k <= (MATMUL_ON_HOST ? 6 : 0); k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        float *a = judge_in(4 * sizeof *a), *b = judge_in(4 * sizeof *b);
        float *c = judge_out(4 * sizeof *c);
        for (int i = 0; i < 4; i++)
            a[i] = b[i] = 1;
        struct judge_args args =
            MATMUL_ON_HOST
                ? ARGS(PTR(a), PTR(b), PTR(c), I32(2), I32(2), I32(2))
                : ARGS(DEV(a), DEV(b), DEV(c), I32(2), I32(2), I32(2));
        int64_t error = judge_call("matmul", T_I32, args).i;
        judge_refusal(expected, error, c[3] == 2);
    }
}

/* The first call may launch, the second may not. */
// promise: a launch that the grader makes fail
// broken by: error_asked_for_once
START_TEST(a_later_failure_is_reported)
{
    enum { M = 5, K = 7, N = 3 };
    int expected = judge_refuse_launch(2);

    judge_start(BUILD_PLAIN, 1);
    float *a = judge_in(M * K * sizeof *a), *b = judge_in(K * N * sizeof *b);
    float *c = judge_out(M * N * sizeof *c);
    struct judge_args args =
        MATMUL_ON_HOST ? ARGS(PTR(a), PTR(b), PTR(c), I32(M), I32(K), I32(N))
                       : ARGS(DEV(a), DEV(b), DEV(c), I32(M), I32(K), I32(N));
    for (int i = 0; i < K * N; i++)
        b[i] = 1;
    for (int call = 1; call <= 2; call++) {
        for (int i = 0; i < M * K; i++)
            a[i] = (float)call;
        int64_t error = judge_call("matmul", T_I32, args).i;
        if (c[M * N - 1] != (float)(call * K)) /* as judge_refusal() */
            judge_error(expected, error,
                        _("the error from call %d of matmul(), where the device "
                          "refuses %s"),
                        call, judge_refused());
    }
}

/* What each call leaves behind grows. */
// promise: memory of your own given back, also where a launch is refused
// promise: all memory freed, also when something failed
// broken by: copy_kept_after_failure
START_TEST(frees_its_memory_after_an_error)
{
    judge_refuse(0);
    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 8; i++)
        matmul_once(4 + i, 9 + i, 5 + i, SMALL);
}

static void small_ones(void)
{
    static const int shapes[][3] = {{1, 1, 1},    {33, 20, 31}, {5, 40, 70},
                                    {64, 16, 32}, {70, 5, 40},  {3, 300, 2}};

    judge_start(BUILD_CHECK, 1);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        matmul_once(shapes[s][0], shapes[s][1], shapes[s][2], SMALL);
    for (int rest = 0; rest < 8; rest++) /* rows that begin anywhere */
        matmul_once(2 + rest % 3, 8 + rest, 8 + 3 * rest % 8, SMALL);
}

// promise: no element of C has two threads that write different things
// broken by: threads_share_a_sum
// promise: the barrier is there
// broken by: no_barrier
// promise: and all threads come to it
// broken by: barrier_within_the_loop
START_TEST(no_race)
{
    small_ones();
}

// promise: nothing outside the three matrices
// promise: nothing outside the matrices
// broken by: no_bounds_check
// promise: the host must not touch them.
// broken by: touched_by_the_host
// promise: nothing outside the matrices and the shared row
// broken by: floats_for_bytes
START_TEST(stays_inside_the_matrices)
{
    small_ones();
}

static int64_t floats_to_sectors(int64_t floats)
{
    return (floats + 7) / 8;
}

/* Each matrix has to be moved once. */
static int64_t least_to_read(int m, int k, int n)
{
    return floats_to_sectors((int64_t)m * k) +
           floats_to_sectors((int64_t)k * n);
}

static int64_t least_to_write(int m, int n)
{
    return floats_to_sectors((int64_t)m * n);
}

/* A kernel did it, and not the host? */
static void matmul_by_a_kernel(int m, int k, int n)
{
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least_to_read(m, k, n),
                   _("reading matrices of %d x %d and %d x %d"), m, k, k, n);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, least_to_write(m, n),
                   _("writing the product, %d x %d"), m, n);
}

/* Three sizes in check mode, by a kernel each. The ladder gets the counts of its
 * own. */
static void matmul_step(void)
{
    judge_start(BUILD_CHECK, 1);
    matmul_once(1, 1, 1, SMALL);
    matmul_by_a_kernel(1, 1, 1);
    matmul_once(LADDER_M, LADDER_K, LADDER_N, SIGNS);
    matmul_ladder(least_to_read(LADDER_M, LADDER_K, LADDER_N) +
                  least_to_write(LADDER_M, LADDER_N));
    matmul_once(STEP_M, STEP_K, STEP_N, SIGNS);
    matmul_by_a_kernel(STEP_M, STEP_K, STEP_N);
    if (!MATMUL_ON_HOST)
        judge_copies_at_most(least_to_write(STEP_M, STEP_N), "matmul()");
}

/* A suite with these tests; the lab adds its own. */
static Suite *matmul_suite(const char *name)
{
    Suite *s = suite_create(name);

    judge_test(s, KIND_CORRECTNESS, every_shape);
    judge_nit(s, KIND_CORRECTNESS, long_and_narrow_ones);
    judge_test(s, KIND_CORRECTNESS, empty_ones);
    judge_nit(s, KIND_CORRECTNESS, empty_ones_with_many_sums);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_later_failure_is_reported);
    if (!MATMUL_ON_HOST)
        judge_cpu_device_nit(s, KIND_CORRECTNESS, launches_for_the_largest);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_matrices);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_its_memory_after_an_error);
    return s;
}

/* A, B and C in the speed test (and bits in xnor.h), whose rows are SPEED_APART
 * floats apart: with a gap if the lab is about gaps. */
enum {
    SPEED_N = 2048,
    SPEED_APART = SPEED_N + (MATMUL_ON_HOST ? 64 : 0),
};
static float *speed_a, *speed_b, *speed_c;
static double speed_v[SPEED_N], speed_b_v[SPEED_N]; /* see verify_product() */

/* -8 to 7, sixteen from one random number. All of them: then nothing of an old
 * product is of use. */
static void refill(float *x)
{
    for (size_t i = 0; i < SPEED_N; i++)
        for (size_t j = 0; j < SPEED_N; j += 16) {
            uint64_t r = judge_random();
            float *some = &x[i * SPEED_APART + j];
            for (int s = 0; s < 16; s++)
                some[s] = (float)((int)(r >> 4 * s & 15) - 8);
        }
}

static void new_a(void)
{
    refill(speed_a);
}

static double dot(const float *row, const double *v)
{
    double sum = 0;

    for (size_t j = 0; j < SPEED_N; j++)
        sum += (double)row[j] * v[j];
    return sum;
}

/* If C is A B, then C v is A (B v), which is far less work. If it is not, a
 * random v shows it. All are whole numbers below 2^53, so the sums are exact.
 */
static void verify_product(struct judge_value got)
{
    static float want[SPEED_N];

    judge_error(0, got.i, _("the error for m = k = n = %d"), SPEED_N);
    for (size_t i = 0; i < SPEED_N; i++) {
        const float *a = &speed_a[i * SPEED_APART];
        const float *c = &speed_c[i * SPEED_APART];
        if (dot(c, speed_v) == dot(a, speed_b_v))
            continue;
        memset(want, 0, sizeof want);
        for (size_t l = 0; l < SPEED_N; l++)
            for (size_t j = 0; j < SPEED_N; j++)
                want[j] += a[l] * speed_b[l * SPEED_APART + j];
        judge_close_f32(want, c, SPEED_N, 0, 0, "row",
                        _("row %zu of the product of %d x %d and %d x %d"), i,
                        SPEED_N, SPEED_N, SPEED_N, SPEED_N);
    }
}

/* Only on a GPU; the lab's ceiling.cu is what it is held against. */
// promise: 2048 x 2048 by 2048 x 2048, at least
// broken by: one_block_for_all
// no promise: The goal leaves room for
// no promise: Where there is a GPU: the goal leaves room for
// because: says what the goal is like
START_TEST(compared_with_a_good_kernel)
{
    size_t bytes = sizeof(float) * SPEED_N * SPEED_APART;
    size_t pitch = sizeof(float) * SPEED_APART;

    judge_start(BUILD_GPU, 1);
    speed_a = judge_in(bytes);
    speed_b = judge_in(bytes);
    speed_c = judge_out(bytes);
    refill(speed_b);
    for (size_t i = 0; i < SPEED_N; i++)
        speed_v[i] = (double)(judge_random() >> 40);
    for (size_t l = 0; l < SPEED_N; l++)
        speed_b_v[l] = dot(&speed_b[l * SPEED_APART], speed_v);
    struct judge_args plain = ARGS(DEV(speed_a), DEV(speed_b), DEV(speed_c),
                                   I32(SPEED_N), I32(SPEED_N), I32(SPEED_N));
    struct judge_args pitched =
        ARGS(DEV(speed_a), SIZE(pitch), DEV(speed_b), SIZE(pitch), DEV(speed_c),
             SIZE(pitch), I32(SPEED_N), I32(SPEED_N), I32(SPEED_N));
    judge_speed(&(struct judge_speed){
        .function = MATMUL_ON_HOST ? "matmul_pitched" : "matmul",
        .returns = T_I32,
        .args = MATMUL_ON_HOST ? pitched : plain,
        .fresh = new_a,
        .verify = verify_product,
    });
}

#endif
