/* What lab 13 asks for: exact sums, barriers where they belong, every number
 * read once, and no warp that does half of nothing. */
#include <stdlib.h>

#include "array_sum.h"
#include "judge/judge.h"

/* The call that is looked at. */
static struct {
    int n;
    int32_t *a;
    int64_t *sum;
} now;

static int64_t call_it(void)
{
    return judge_call("array_sum", T_I32,
                      ARGS(DEV(now.a), I32(now.n), DEV(now.sum)))
        .i;
}

static int64_t ones(size_t first, size_t count)
{
    for (size_t i = 0; i < (size_t)now.n; i++)
        now.a[i] = i >= first && i - first < count;
    judge_poison(now.sum, sizeof *now.sum);
    call_it();
    return *now.sum;
}

/* n random numbers between low and high, whose sum is odd: beyond 2^53 that is
 * no double. in_the_way: bytes in front of the array, so that it is elsewhere
 * than before. */
static void sum_there(int n, int64_t low, int64_t high, size_t in_the_way)
{
    int64_t want = 0;

    judge_clear();
    judge_in(in_the_way);
    judge_out(in_the_way);
    int32_t *a = judge_in((size_t)n * sizeof *a);
    int64_t *sum = judge_out(sizeof *sum);
    for (int i = 0; i < n; i++) {
        a[i] = (int32_t)(i == n / 3   ? low
                         : i == n / 2 ? high
                                      : judge_between(low, high));
        want += a[i];
    }
    if (n > 0 && want % 2 == 0) {
        int step = a[n - 1] < high ? 1 : -1;
        a[n - 1] += step;
        want += step;
    }
    now.n = n;
    now.a = a;
    now.sum = sum;
    judge_error(0, call_it(), _("the error from array_sum() for n = %d"), n);
    judge_sum_over((size_t)n, ones);
    judge_equal(want, *sum,
                _("the sum for n = %d, numbers between %ld and %ld%s"), n,
                (long)low, (long)high,
                in_the_way ? _(", again, with another array") : "");
}

static void sum_once(int n, int64_t low, int64_t high)
{
    sum_there(n, low, high, 0);
}

// promise: *d_sum = the sum of d_a[0] .. d_a[n-1].
// broken by: once_per_array
// promise: d_a n numbers in the device's memory
// broken by: last_block_lost
// promise: *d_sum = the sum of d_a[0]
// broken by: last_block_lost
// promise: 0 gives 0
// broken by: nothing_for_none
// promise: d_sum in the device's memory; holds anything when the call begins
// broken by: sum_not_zeroed
START_TEST(exact_for_every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        sum_once((int)judge_sizes[i], -1000, 1000);
    for (int k = 0; k < 50; k++)
        sum_once((int)judge_between(0, 3000), -1000, 1000);
    sum_once(1000003, -1000, 1000);
    sum_once(5000, -1000, 1000);     /* and what a call may have kept of */
    sum_once(5000, -1000, 1000);     /* the numbers or their address is of */
    sum_there(5000, -1000, 1000, 1 << 16); /* no use */
}

/* More than 65535 * 256; and no float. */
// promise: n 0 .. 2^30
// broken by: at_most_65535_blocks
// promise: 0 to 16,982,017 numbers
// broken by: blocks_by_a_float
START_TEST(very_many_numbers)
{
    judge_start(BUILD_PLAIN, judge_cores());
    sum_once(16982017, -1000, 1000);
}

// promise: any int values
// promise: sums far beyond an int
// broken by: int_parts
// promise: The result is exact: it fits into a long long for every such n.
// broken by: total_in_a_double
START_TEST(exact_beyond_int)
{
    judge_start(BUILD_PLAIN, judge_cores());
    sum_once(1000, INT32_MAX - 1000, INT32_MAX);
    sum_once(1000, INT32_MIN, INT32_MIN + 1000);
    sum_once(100003, INT32_MIN, INT32_MAX);
    sum_once(6000003, INT32_MAX - 1000, INT32_MAX); /* 2^53.5 */
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed
// broken by: last_launch_checked
// promise: a launch that the grader makes fail
// broken by: launch_not_checked
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 4; k++) { /* above 2: one of several launches */
        int expected = k > 2 ? judge_refuse_launch(k - 2) : judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        int32_t *a = judge_in(100 * sizeof *a);
        int64_t *sum = judge_out(sizeof *sum);
        for (int i = 0; i < 100; i++)
            a[i] = 1;
        int64_t error =
            judge_call("array_sum", T_I32, ARGS(DEV(a), I32(100), DEV(sum))).i;
        judge_refusal(expected, error, *sum == 100);
    }
}

// promise: of the first call that failed
// broken by: nothing_to_check_for_none
START_TEST(a_failed_call_for_no_numbers_is_reported)
{
    const int expected = judge_refuse(1);

    judge_start(BUILD_PLAIN, judge_cores());
    int32_t *a = judge_in(0);
    int64_t *sum = judge_out(sizeof *sum);
    int64_t error =
        judge_call("array_sum", T_I32, ARGS(DEV(a), I32(0), DEV(sum))).i;
    if (*sum != 0)
        judge_error(expected, error,
                    _("the error from array_sum() for n = 0 where the device "
                      "refuses %s"),
                    judge_refused());
}

static void small_ones(void)
{
    static const int sizes[] = {0, 1, 31, 33, 255, 256, 257, 1000, 5000};

    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 9; i++)
        sum_once(sizes[i], -1000, 1000);
    for (int k = 0; k < 3; k++) /* nobody can wait for certain sizes */
        sum_once((int)judge_between(2, 3000), -1000, 1000);
    sum_once((int)judge_large(5 << 18), -1000, 1000);
    sum_once(100003, -1000, 1000); /* whoever does much in a block has two */
}

// promise: no two threads at the same element without a barrier
// broken by: no_barrier_in_the_tree
// promise: barriers that all threads reach
// broken by: barrier_for_half
START_TEST(no_race_and_barriers_for_all)
{
    small_ones();
}

// promise: nothing outside the array, with 1100000 numbers as well
// broken by: table_of_4096_blocks
// promise: nothing read that was never written
// broken by: sum_not_zeroed
START_TEST(stays_in_its_memory)
{
    small_ones();
    sum_once(1100000, -1000, 1000); /* more blocks than a table has room for */
    judge_start(BUILD_PLAIN, judge_cores());
    judge_no_leaks();
    sum_once(16982017, -1000, 1000);
}

/* Whoever has memory of his own for the sums of blocks gives it back also when
 * there is no sum. */
// promise: Device memory that it allocates is free again when it returns, also
//   after an error.
// promise: memory of your own given back, also where a launch is refused
// broken by: not_freed_after_an_error
// promise: also where a launch is refused
// broken by: first_kept_without_second
START_TEST(frees_its_memory_after_an_error)
{
    for (int k = -4; k <= 3; k++) {
        judge_refuse(k);
        judge_start(BUILD_CHECK, 1);
        judge_no_leaks();
        for (int i = 0; i < 4; i++)
            sum_once(1000 + i, -1000, 1000);
    }
}

enum { MANY = 50021 };

/* The sums of blocks may be added up by the host: 8 bytes for 64 numbers. */
static void sum_many(void)
{
    judge_start(BUILD_CHECK, 1);
    sum_once(MANY, INT32_MIN, INT32_MAX);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, (MANY + 7) / 8,
                   _("reading %d numbers"), MANY);
    judge_copies_at_most(MANY / 2, _("adding up %d numbers"), MANY);
}

// promise: Several blocks share the numbers, at least 8 from 50000 numbers up.
// promise: blocks | 8 at least
// broken by: one_block_for_all
START_TEST(many_blocks)
{
    sum_many();
    int64_t blocks = judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY);
    if (blocks < 8)
        judge_fail(_("Too few blocks: array_sum() of %d numbers has %lld. A "
                     "device works on as many blocks at once as it has "
                     "multiprocessors; give 8 or more of them a part each."),
                   MANY, (long long)blocks);
    judge_not_by_one_block(_("adding up %d numbers"), MANY);
}

/* A sector is 8 ints. Sums of blocks of 64 and more may be read as well, one
 * after the other by one thread: a sector each. */
// promise: sectors read from global memory | 6253 + 782 | every number once, 8 to
//   a sector
// promise: the counts below, for n = 50021
// broken by: a_piece_for_each_thread
START_TEST(reads_each_number_once)
{
    sum_many();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ,
                  (MANY + 7) / 8 + (MANY + 63) / 64, _("the sum of %d numbers"),
                  MANY);
}

/* One per block would be 196 to 782, for blocks of 256 to 64 threads. */
// promise: passes of atomics | 782 in global memory, 1564 in shared memory | one per block
// promise: if blocks have 64 threads or more; one per warp, if warps put their
//   sums together so
// promise: Each block adds up its numbers in a tree, in shared memory or by shuffles.
// broken by: atomic_for_each
START_TEST(few_atomics)
{
    sum_many();
    judge_at_most(COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC, (MANY + 63) / 64,
                  _("the sum of %d numbers (blocks should have 64 threads or more)"), MANY);
    /* One for each warp, if the warps' sums come together so. */
    judge_at_most(COUNT_PASSES, SPACE_SHARED, OP_ATOMIC, (MANY + 31) / 32,
                  _("the sum of %d numbers (each warp should add up its own first)"), MANY);
}

/* None is wasted by a tree whose working threads are the first ones. Some are
 * by one that ends in a single warp without barriers: up to 12 in a block of
 * 64 numbers. Neighbours first costs 105 in a block of 256. */
// promise: requests by warps with idle lanes, beyond what as many full warps would
//   need | 10004
// broken by: neighbours_first
START_TEST(full_warps)
{
    sum_many();
    judge_at_most(COUNT_EXCESS_REQUESTS, SPACE_ANY, OP_ANY, MANY / 5,
                  _("the sum of %d numbers"), MANY);
}

// promise: bank conflicts | 0 | neighbouring lanes at neighbouring elements have
//   none
// broken by: every_other_bank
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
// no promise: and a sector per block of 64, if you add up block sums afterwards
// no promise: 105 per block of 256, or 20580, with neighbours first
// no promise: The third limit is not 0 [...] or with shuffles.
// because: says where the limits come from
START_TEST(no_bank_conflicts)
{
    sum_many();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, 0,
                  _("the sum of %d numbers"), MANY);
}

/* Where only the launch is looked at. */
// promise: n 0 .. 2^30
// promise: a launch for 2^30 numbers
// broken by: blocks_in_y
START_TEST(a_launch_for_the_most)
{
    judge_start(BUILD_PLAIN, judge_cores());
    sum_once(1000, -1000, 1000);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    judge_clear();
    int32_t *a = judge_in(4096);
    int64_t *sum = judge_out(sizeof *sum);
    judge_dry_launch("array_sum", ARGS(DEV(a), I32(1 << 30), DEV(sum)),
                     _("array_sum() for n = %d"), 1 << 30);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("13 array_sum");

    judge_test(s, KIND_CORRECTNESS, exact_for_every_size);
    judge_test(s, KIND_CORRECTNESS, exact_beyond_int);
    judge_nit(s, KIND_CORRECTNESS, very_many_numbers);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         a_failed_call_for_no_numbers_is_reported);
    judge_test(s, KIND_RACE, no_race_and_barriers_for_all);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_its_memory_after_an_error);
    judge_test(s, KIND_TRAFFIC, many_blocks);
    judge_test(s, KIND_TRAFFIC, reads_each_number_once);
    judge_test(s, KIND_TRAFFIC, few_atomics);
    judge_test(s, KIND_TRAFFIC, full_warps);
    judge_test(s, KIND_TRAFFIC, no_bank_conflicts);
    return s;
}
