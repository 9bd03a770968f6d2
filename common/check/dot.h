/*
 * dot.h - what the labs on the dot product (45, 46) check in common: the exact
 * sum for every size, no race, no access outside. A lab's check.c includes it
 * and adds what its own step is about. DOT_BLOCKS: whether dot() is told how
 * many blocks to launch, as its last parameter.
 */
#ifndef COMMON_DOT_H
#define COMMON_DOT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "judge/judge.h"

enum numbers { ONES, SMALL };

/* The call that is looked at. */
static struct {
    int n, blocks;
    float *a, *b, *c;
} now;

static int64_t call_it(void)
{
    struct judge_args args =
        ARGS(DEV(now.a), DEV(now.b), I32(now.n), DEV(now.c), I32(now.blocks));

    if (!DOT_BLOCKS)
        args.n--;
    return judge_call("dot", T_I32, args).i;
}

static int64_t ones(size_t first, size_t count)
{
    for (size_t i = 0; i < (size_t)now.n; i++) {
        now.a[i] = i >= first && i - first < count;
        now.b[i] = 1;
    }
    call_it();
    return *now.c == floorf(*now.c) ? (int64_t)*now.c : -1;
}

/* The numbers are ones or halves from -4 to 4. So every sum of products is
 * exact in a float, whatever the order: below 2^22, in quarters. `before`: what
 * *d_c holds; 0: nothing that anybody has written. */
static void dot_once(int n, int blocks, enum numbers numbers, float before)
{
    size_t bytes = (size_t)n * sizeof(float);
    int64_t want = 0; /* in quarters */

    judge_clear();
    float *a = judge_in(bytes), *b = judge_in(bytes);
    float *c = judge_out(sizeof *c);
    if (before != 0) {
        *c = before;
        judge_filled(c);
    }
    for (int i = 0; i < n; i++) {
        int x = numbers == ONES ? 2 : (int)judge_between(-8, 8);
        int y = numbers == ONES ? 2 : (int)judge_between(-8, 8);
        a[i] = (float)x / 2;
        b[i] = (float)y / 2;
        want += x * y;
    }
    now.n = n;
    now.blocks = blocks;
    now.a = a;
    now.b = b;
    now.c = c;
    int64_t error = call_it();
    char named[40] = "";
    if (DOT_BLOCKS)
        snprintf(named, sizeof named, ", blocks = %d", blocks);
    judge_error(0, error, _("the error from dot() for n = %d%s"), n, named);
    judge_sum_over((size_t)n, ones);
    judge_close((double)want / 4, (double)*c, 0, 0,
                numbers == ONES ? _("the product of ones, n = %d%s")
                                : _("the product of halves and whole numbers, n = %d%s"),
                n, named);
}

static const int block_counts[] = {1, 2, 3, 7, 64, 1000};
enum {
    BLOCK_COUNTS = DOT_BLOCKS ? sizeof block_counts / sizeof *block_counts : 1
};

// promise: *d_c = d_a[0] * d_b[0] + ... + d_a[n-1] * d_b[n-1].
// promise: d_a, d_b n floats each, in the device's memory
// promise: 0 to 16,982,017 numbers
// broken by: no_stride
// promise: n 0 .. 2^30
// promise: 0 gives 0
// broken by: nothing_for_none
// promise: d_c one float in the device's memory; holds anything when the call
//   begins
// promise: *d_c holds something before
// broken by: result_never_zero
// promise: The numbers that are tried are small, whole ones and halves, and all
//   sums of products are exact in a float: the result must be, too
// broken by: sum_in_an_int
// promise: 1 to 1000 blocks
// broken by: no_stride
// promise: A call follows another one without anything done to the lock in between.
// broken by: in_turns_of_blocks
START_TEST(exact_for_every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int k = 0; k < BLOCK_COUNTS; k++)
        for (int i = 0; i < judge_n_sizes; i++) {
            dot_once((int)judge_sizes[i], block_counts[k], ONES, 1000);
            dot_once((int)judge_sizes[i], block_counts[k], SMALL, -3);
        }
    for (int k = 0; k < 50; k++)
        dot_once((int)judge_between(0, 5000), (int)judge_between(1, 50), SMALL,
                 1);
    if (DOT_BLOCKS)
        for (const size_t *b = judge_decisive(1, 65535, 4); *b; b++)
            dot_once(100003, (int)*b, SMALL, 1);
    dot_once(1000003, 300, ONES, 1);
    dot_once(1000003, 300, SMALL, 1);
    dot_once(16982017, 300, SMALL, 1); /* more than 65535 * 256 */
}

static void small_ones(void)
{
    static const int sizes[] = {0, 1, 31, 33, 255, 257, 1000, 4099};

    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 8; i++)
        dot_once(sizes[i], 1 + i % 4, SMALL, 0);
    for (int k = 0; k < 3; k++) /* nobody can wait for certain sizes */
        dot_once((int)judge_between(2, 3000), 5, SMALL, 0);
    dot_once(100003, 70, SMALL, 0);
    if (DOT_BLOCKS)
        for (const size_t *b = judge_decisive(71, 20000, 2); *b; b++)
            dot_once(3000, (int)*b, SMALL, 0);
}

// promise: the tree's barriers
// broken by: no_barrier_in_the_tree
// promise: while it has the lock
// promise: and the lock
// broken by: no_lock
// promise: the barrier is there
// broken by: no_barrier
// promise: all lanes come to their shuffles
// broken by: shuffle_in_a_branch
START_TEST(no_race_and_barriers_for_all)
{
    small_ones();
}

// promise: nothing outside the arrays
// broken by: one_past_the_end
// promise: not even in a float4
// broken by: quads_rounded_up
// promise: nothing read that was never written
// broken by: mutex_never_zero
// no promise: at addresses that 256 divides
// because: the caller sees to it
// no promise: How many blocks and threads there are is yours to choose.
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
START_TEST(stays_in_its_memory)
{
    small_ones();
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed
// promise: a launch that the grader makes fail
// broken by: error_not_told
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 2; k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        float *a = judge_in(100 * sizeof *a), *b = judge_in(100 * sizeof *b);
        float *c = judge_out(sizeof *c);
        *c = 1000; /* who adds to it has to clear it */
        judge_filled(c);
        for (int i = 0; i < 100; i++)
            a[i] = b[i] = 1;
        struct judge_args args = ARGS(DEV(a), DEV(b), I32(100), DEV(c), I32(3));
        if (!DOT_BLOCKS)
            args.n--;
        int64_t error = judge_call("dot", T_I32, args).i;
        judge_refusal(expected, error, *c == 100);
    }
}

/* Where only the launch is looked at. */
// promise: a launch for 2^30 numbers
// promise: n 0 .. 2^30
// broken by: blocks_in_y
START_TEST(a_launch_for_the_most)
{
    judge_start(BUILD_PLAIN, judge_cores());
    dot_once(1000, 3, SMALL, 1);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    judge_clear();
    float *a = judge_in(4096), *b = judge_in(4096);
    float *c = judge_out(sizeof *c);
    struct judge_args args =
        ARGS(DEV(a), DEV(b), I32(1 << 30), DEV(c), I32(65535));
    if (!DOT_BLOCKS)
        args.n--;
    judge_dry_launch("dot", args, _("dot() for n = %d"), 1 << 30);
}

/* A suite with these tests; the lab adds its own. */
static Suite *dot_suite(const char *name)
{
    Suite *s = suite_create(name);

    judge_test(s, KIND_CORRECTNESS, exact_for_every_size);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_test(s, KIND_RACE, no_race_and_barriers_for_all);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    return s;
}

#endif
