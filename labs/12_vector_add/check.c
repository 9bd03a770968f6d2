/* What lab 12 asks for: sums for every length and every number of blocks, not
 * a byte outside the arrays, and not a sector more than they have. */
#include <stdlib.h>

#include "judge/judge.h"
#include "vector_add.h"

/* blocks: of vector_add_stride(); -1: vector_add(). in_the_way: bytes in front
 * of the arrays, so that these lie elsewhere. A sum has one value: the exact
 * one, rounded. */
static void add_there(int n, int blocks, size_t in_the_way)
{
    size_t bytes = (size_t)n * sizeof(float);
    const char *again = in_the_way ? _(" again, with other arrays") : "";

    judge_clear();
    judge_in(in_the_way);
    judge_out(in_the_way);
    float *a = judge_in(bytes), *b = judge_in(bytes), *c = judge_out_floats((size_t)n);
    float *want = malloc(bytes + 1);
    for (int i = 0; i < n; i++) {
        a[i] = judge_any_float();
        b[i] = judge_any_float();
        want[i] = a[i] + b[i];
    }
    if (blocks < 0) {
        int64_t error = judge_call("vector_add", T_I32,
                                   ARGS(DEV(a), DEV(b), DEV(c), I32(n)))
                            .i;
        judge_error(0, error, _("the error from vector_add() for n = %d%s"), n,
                    again);
        judge_close_f32(want, c, (size_t)n, 0, 0, "d_c",
                        _("vector_add() for n = %d%s"), n, again);
    } else {
        int64_t error =
            judge_call("vector_add_stride", T_I32,
                       ARGS(DEV(a), DEV(b), DEV(c), I32(n), I32(blocks)))
                .i;
        judge_error(0, error,
                    _("the error from vector_add_stride() for n = %d, "
                      "blocks = %d%s"),
                    n, blocks, again);
        judge_close_f32(want, c, (size_t)n, 0, 0, "d_c",
                        _("vector_add_stride() for n = %d, blocks = %d%s"), n,
                        blocks, again);
    }
    free(want);
}

static void add_once(int n, int blocks)
{
    add_there(n, blocks, 0);
}

/* What a call may have kept of the numbers or their addresses is of no use. */
static void add_again(int n, int blocks)
{
    add_once(n, blocks);
    add_once(n, blocks);
    add_there(n, blocks, 1 << 16);
}

// promise: d_c[i] = d_a[i] + d_b[i]
// broken by: arrays_of_the_first_call
// promise: any floats
// promise: infinities and NaN among them
// broken by: no_more_than_the_largest
// promise: for i = 0 .. n-1
// broken by: only_if_it_fills_a_block
// promise: n 0 .. 2^30; 0 is no error
// broken by: none_is_an_error
START_TEST(a_thread_per_element)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        add_once((int)judge_sizes[i], -1);
    add_once(256, -1);
    add_once(257, -1);
    add_once(1000003, -1);
    add_again(1001, -1);
}

/* Some of the numbers are no float. */
// promise: for i = 0 .. n-1
// promise: 0 to 16777473 elements
// broken by: index_as_a_float
START_TEST(very_many_elements)
{
    judge_start(BUILD_PLAIN, judge_cores());
    add_once((1 << 24) + 257, -1);
}

/* How many threads vector_add() starts where no kernel runs; -1: it crashed. */
static int64_t threads_of(int n)
{
    judge_clear();
    float *a = judge_in(4096), *b = judge_in(4096), *c = judge_out(4096);
    struct judge_value got;
    if (!judge_dry_call("vector_add", T_I32,
                        ARGS(DEV(a), DEV(b), DEV(c), I32(n)), &got))
        return -1;
    judge_error(0, got.i, _("the error from vector_add() for n = %d"), n);
    return judge_launched();
}

/* How many elements a thread has is seen with 3 << 20 of them; those to come
 * are one more than blocks of 256, 512 and 1024 in gridDim.y have threads. */
// promise: and a launch for up to 2^30 elements
// promise: n 0 .. 2^30; 0 is no error
// broken by: blocks_in_y
START_TEST(threads_for_every_element)
{
    static const int sizes[] = {16776961, 33553921,      67107841,
                                67108865, (1 << 30) - 3, 1 << 30};
    int64_t each;

    judge_start(BUILD_PLAIN, judge_cores());
    each = threads_of(3 << 20);
    each = each > 0 ? ((3 << 20) + each - 1) / each : 5;
    if (each > 4)
        return; /* by the host, or in a loop: the traffic checks see that */
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int64_t threads = threads_of(sizes[k]);

        if (threads < 0)
            return;
        if (threads * each < sizes[k])
            judge_fail(_("Too few threads: for n = %d vector_add() starts "
                         "%lld. Elements for each, as with n = %d: %lld. "
                         "Elements that no thread would have: %lld."),
                       sizes[k], (long long)threads, 3 << 20, (long long)each,
                       (long long)(sizes[k] - threads * each));
    }
}

/* 256 blocks have more threads than 16 bits can count. */
static const int block_counts[] = {1, 2, 3, 7, 16, 100, 256};
enum { BLOCK_COUNTS = sizeof block_counts / sizeof *block_counts };

// promise: a thread goes on to its next element until there is none left.
// promise: 1 to 256 blocks
// promise: blocks 1 .. 65535
// broken by: no_loop
// promise: n 0 .. 2^30; with n = 0 the threads find nothing to do
// broken by: none_is_an_error
START_TEST(any_number_of_blocks)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int k = 0; k < BLOCK_COUNTS; k++) {
        for (int i = 0; i < judge_n_sizes; i++)
            add_once((int)judge_sizes[i], block_counts[k]);
        add_once(100003, block_counts[k]);
    }
    for (const size_t *b = judge_decisive(1, 65535, 4); *b; b++)
        add_once(100003, (int)*b);
    add_again(1001, 2);
}

// promise: a launch with 0 blocks is reported
// broken by: launch_not_checked
// promise: for 0 the launch fails, which gives cudaErrorInvalidConfiguration
//   (CUDA 13: cudaErrorInvalidValue)
// broken by: own_error_number
START_TEST(a_failed_launch_is_reported)
{
    judge_start(BUILD_PLAIN, judge_cores());
    float *a = judge_in(400), *b = judge_in(400), *c = judge_out(400);
    int64_t error = judge_call("vector_add_stride", T_I32,
                               ARGS(DEV(a), DEV(b), DEV(c), I32(100), I32(0)))
                        .i;
    if (error != 1) /* with CUDA 13 */
        judge_error(9, error,
                    _("the error from vector_add_stride() with 0 blocks"));
    add_once(100, 1); /* it is over */
    add_once(100, -1);
}

// promise: Both return 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// broken by: first_launch_not_checked
START_TEST(a_refused_launch_is_reported)
{
    const int refusal = judge_refuse(0);

    judge_start(BUILD_PLAIN, judge_cores());
    float *a = judge_in(400), *b = judge_in(400), *c = judge_out(400);
    for (int i = 0; i < 100; i++) {
        a[i] = 1;
        b[i] = 2;
    }
    int64_t error = judge_call("vector_add", T_I32,
                               ARGS(DEV(a), DEV(b), DEV(c), I32(100)))
                        .i;
    judge_refusal(refusal, error, c[99] == 3);
    judge_poison(c, 400);
    error = judge_call("vector_add_stride", T_I32,
                       ARGS(DEV(a), DEV(b), DEV(c), I32(100), I32(2)))
                .i;
    judge_refusal(refusal, error, c[99] == 3);
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
    for (const size_t *b = judge_decisive(4, 100, 2); *b; b++)
        add_once(1000, (int)*b);
    add_once((int)judge_large(5 << 18), -1);
    add_once((int)judge_large(5 << 16), (int)judge_between(20, 40));
}

// promise: no element has two threads that write different things
// broken by: copied_then_added
START_TEST(no_race)
{
    small_ones();
}

// promise: nothing outside the arrays
// broken by: no_bounds_check
// promise: the host must not touch them
// broken by: added_by_the_host
START_TEST(stays_inside_the_arrays)
{
    small_ones();
}

// no promise: The traffic goal is a count, not a time. An array of n floats [...] 25002 and 12501.
// no promise: The CPU device counts them [...] the same on every machine.
// because: says how the numbers of the sentences around it come about

/* Every array begins on a sector's first byte, and a sector is 8 floats. */
static void sectors_once(int n, int blocks)
{
    int64_t sectors = (n + 7) / 8;

    add_once(n, blocks);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * sectors,
                   _("reading %d + %d floats"), n, n);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, sectors,
                   _("writing %d floats"), n);
    judge_copies_at_most(n, _("adding %d numbers"), n);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * sectors,
                  _("%d + %d floats to read"), n, n);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, sectors,
                  _("%d floats to write"), n);
}

// promise: sectors: at most as many as the arrays have
// broken by: done_by_the_host
// promise: without a loop: a thread has one element, or up to four neighbours
// broken by: a_loop_for_both
START_TEST(no_sector_too_many)
{
    judge_start(BUILD_CHECK, 1);
    sectors_once(5, -1);
    sectors_once(1000, -1);
    sectors_once(100003, -1);
    int64_t warps = judge_counted(COUNT_WARPS, SPACE_ANY, OP_ANY);
    if (warps < 100003 / 4 / 32)
        judge_fail(_("vector_add() for n = 100003 started fewer threads than "
                     "there are elements, or groups of four: %lld. A loop over "
                     "more is for vector_add_stride()."),
                   (long long)(32 * warps));
    /* Of each array a warp reads what is next to each other, at once. */
    judge_at_most(COUNT_REQUESTS, SPACE_GLOBAL, OP_READ, 2 * warps + 16,
                  _("vector_add() of 100003 numbers, two requests a warp"));
}

// promise: reading a and b may take 2 * ceil(n / 8) sectors
// broken by: stride_of_one_block
// promise: and writing c may take ceil(n / 8).
// broken by: a_piece_for_each_thread
START_TEST(no_sector_too_many_with_a_stride)
{
    judge_start(BUILD_CHECK, 1);
    sectors_once(1000, 2);
    sectors_once(100003, 7);
    judge_blocks_share(_("adding %d numbers"), 100003);
    sectors_once(65536, 16);
}

static void expect_blocks(int n, int blocks)
{
    add_once(n, blocks);
    judge_equal(blocks, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks vector_add_stride() launches for n = %d, "
                  "blocks = %d"),
                n, blocks);
    judge_equal(8 * blocks, judge_counted(COUNT_WARPS, SPACE_ANY, OP_ANY),
                _("how many warps, 8 a block of 256 threads, "
                  "vector_add_stride() launches for n = %d, blocks = %d"),
                n, blocks);
}

// promise: The same by exactly `blocks` blocks
// broken by: own_number_of_blocks
// promise: of 256 threads
// broken by: blocks_of_128
// promise: whatever n is
// broken by: no_blocks_for_none
// promise: for `vector_add_stride()`, exactly `blocks` blocks
// broken by: fewer_blocks_for_few_numbers
START_TEST(exactly_as_many_blocks)
{
    judge_start(BUILD_CHECK, 1);
    expect_blocks(0, 4);
    expect_blocks(1, 3);
    expect_blocks(1000, 2);
    expect_blocks(1000, 100);
    expect_blocks(1000, 5000);
    expect_blocks(100003, 7);
    expect_blocks(65536, 16);
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

// promise: `vector_add_stride()` with 2048 blocks, at least 65 % of a kernel
//   that adds four floats at a time
// broken by: through_a_copy
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
    judge_nit(s, KIND_CORRECTNESS, very_many_elements);
    judge_nit(s, KIND_CORRECTNESS, a_failed_launch_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_refused_launch_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, threads_for_every_element);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_arrays);
    judge_test(s, KIND_TRAFFIC, no_sector_too_many);
    judge_test(s, KIND_TRAFFIC, no_sector_too_many_with_a_stride);
    judge_test(s, KIND_TRAFFIC, exactly_as_many_blocks);
    judge_test(s, KIND_SPEED, near_the_speed_of_memory);
    return s;
}
