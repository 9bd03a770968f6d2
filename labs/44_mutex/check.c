/* What lab 44 asks for: the right list for any number of blocks, a lock that
 * the race detector believes, taken once by each block. */
#include <stdlib.h>
#include <string.h>

#include "common/check/lock.h"
#include "mutex.h"

enum order { RANDOM, RISING, FEW_VALUES, LARGEST };

static void serial(const int32_t *a, int n, int32_t *top)
{
    memset(top, 255, TOP * sizeof *top);
    for (int i = 0; i < n; i++) {
        int k = TOP;

        while (k > 0 && top[k - 1] < a[i])
            k--;
        if (k == TOP)
            continue;
        memmove(&top[k + 1], &top[k], (size_t)(TOP - 1 - k) * sizeof *top);
        top[k] = a[i];
    }
}

/* Rising: every block has something for the list. */
static void largest_once(int n, int blocks, enum order order)
{
    int32_t want[TOP];

    judge_clear();
    int32_t *a = judge_in((size_t)n * sizeof *a);
    int32_t *top = judge_out(sizeof want);
    for (int i = 0; i < n; i++)
        a[i] = order == RANDOM    ? (int32_t)judge_between(0, INT32_MAX)
               : order == RISING  ? i
               : order == LARGEST ? INT32_MAX - (int32_t)judge_between(0, 4)
                                  : (int32_t)judge_between(0, 4);
    if (order == RANDOM && n > 0) /* the last one is in the list */
        a[n - 1] = INT32_MAX - (int32_t)judge_between(0, 9);
    serial(a, n, want);
    int64_t error = judge_call("largest", T_I32,
                               ARGS(DEV(a), I32(n), DEV(top), I32(blocks)))
                        .i;
    judge_error(0, error, _("the error from largest() for n = %d, blocks = %d"),
                n, blocks);
    judge_equal_i32(want, top, TOP, "d_top",
                    _("the %d largest of n = %d numbers, blocks = %d"), TOP, n,
                    blocks);
}

/* More threads than cores may be: then one is also stopped where it has the
 * lock. */
static int threads(void)
{
    return judge_cores() < 4 ? 4 : judge_cores();
}

static const int block_counts[] = {1, 2, 3, 7, 64};
enum { BLOCK_COUNTS = sizeof block_counts / sizeof *block_counts };

// promise: d_top[0] .. d_top[TOP-1] = the largest TOP numbers of d_a[0] ..
//   d_a[n-1], the largest first.
// broken by: smallest_first
// promise: Equal ones are there as often as in d_a.
// broken by: equal_ones_once
// promise: With fewer than TOP numbers, the rest is -1.
// broken by: rest_is_zero
// promise: d_a n numbers in the device's memory, aligned to 256 bytes, 0 .. 2^31 - 1
// promise: numbers up to 2^31 - 1
// broken by: one_more_than_the_largest
// promise: n 0 .. 2^30
// promise: d_top TOP numbers in the device's memory
// promise: hold anything when the call begins
// promise: for n = 0 as well
// broken by: nothing_for_none
// promise: A call follows another one without anything done to the lock in between.
// broken by: in_turns_of_blocks
START_TEST(any_number_of_blocks)
{
    judge_start(BUILD_PLAIN, threads());
    for (int k = 0; k < BLOCK_COUNTS; k++)
        for (int i = 0; i < judge_n_sizes; i++)
            largest_once((int)judge_sizes[i], block_counts[k], RANDOM);
    largest_once(100003, 64, RANDOM);
    largest_once(1000, 100, FEW_VALUES);
    largest_once(1000, 100, LARGEST);
}

/* One after the other here: with more threads than cores, it may take long
 * until each of so many has had its turn at a lock that goes by tickets. */
// promise: 0 to 100003 numbers, 1 to 20000 blocks
// broken by: a_place_for_each_block
START_TEST(very_many_blocks)
{
    judge_start(BUILD_PLAIN, 1);
    for (int i = 0; i < judge_n_sizes; i++)
        largest_once((int)judge_sizes[i], 1000, RANDOM);
    largest_once(100003, 300, RANDOM);
    largest_once(60000, 20000, RANDOM);
    for (const size_t *b = judge_decisive(65, 65535, 4); *b; b++)
        largest_once(60000, (int)*b, RANDOM);
}

/* A number for each block, and all of them belong into the list: then a block
 * does little but wait for the lock and hold it, and nothing is lost unseen. */
// promise: blocks that all meet at the lock
// broken by: smallest_first
START_TEST(blocks_that_meet_at_the_lock)
{
    judge_start(BUILD_PLAIN, threads());
    for (int k = 0; k < 200; k++)
        largest_once(TOP, TOP, k % 2 ? RISING : RANDOM);
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed
// promise: a launch that the grader makes fail
// broken by: error_not_told
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 2; k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        int32_t *a = judge_in(100 * sizeof *a),
                *top = judge_out(TOP * sizeof *top);
        memset(a, 1, 100 * sizeof *a);
        for (int i = 0; i < TOP; i++) /* would stay in the list */
            top[i] = INT32_MAX;
        judge_filled(top);
        int64_t error = judge_call("largest", T_I32,
                                   ARGS(DEV(a), I32(100), DEV(top), I32(10)))
                            .i;
        judge_refusal(expected, error, top[0] == a[0]);
    }
}

static void small_ones(void)
{
    judge_start(BUILD_CHECK, 1);
    largest_once(0, 2, RANDOM);
    largest_once(1, 1, RANDOM);
    largest_once(5, 3, RISING);
    largest_once(100, 7, RISING);
    largest_once(1000, 16, RANDOM);
    largest_once(500, 10, FEW_VALUES);
    largest_once(300, 300, RISING);
    for (const size_t *b = judge_decisive(65, 30000, 3); *b; b++)
        largest_once(300, (int)*b, RISING);
}

// promise: one block at a time
// promise: the lock: nothing is changed by two blocks without an order between
//   them
// promise: If there is no such chain between two accesses, they are a race
// broken by: no_lock
// promise: It asks for both fences: the one behind the taking of the lock
// broken by: no_fence
// no promise: How does the judge know [...] its read.
// because: says how it is looked at
// no promise: And it stops the first block when that has the lock
// because: says how it is looked at
START_TEST(no_race)
{
    small_ones();
}

// promise: nothing outside the arrays
// broken by: one_past_the_end
START_TEST(stays_inside_the_arrays)
{
    small_ones();
}

enum { BLOCKS = TOP, MANY = 64 };

/* Of n numbers, a multiple of 8. */
static void locks_taken(int n)
{
    largest_once(3, BLOCKS, RISING); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 1,
                   _("reading %d numbers"), 3);
    largest_once(n, BLOCKS, RISING);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, n / 8,
                   _("reading %d numbers"), n);
    judge_equal(BLOCKS, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks largest() launches for n = %d, blocks = %d"),
                n, BLOCKS);
    one_lock_a_block(BLOCKS, 8, "d_top");
}

/* A number for each block, all of which belong into the list: one is missing if
 * a block that does not get the lock goes on without. To lock and to
 * unlock are two atomic operations at most. The CPU device lets blocks meet at
 * the lock, but only once or twice; so there are some more that were tried in
 * vain, and 8 a block are enough. */
// promise: blocks 1 .. 65535: how many blocks share the work
// promise: the counts below
// promise: blocks | exactly `blocks` | they are to share the work
// broken by: at_most_16_blocks
// promise: each takes the lock, once, and gives it back.
// promise: atomic operations, 32 blocks | 256 | each block takes the lock and
//   gives it back, 2
// broken by: lock_for_each_number
// promise: of these, that change something | 32 to 112 | 2 a block
// broken by: lock_for_each_half
// no promise: one more that counts the blocks, and some to spare
// because: says where the number comes from
START_TEST(each_block_takes_the_lock_once)
{
    judge_start(BUILD_CHECK, 1);
    locks_taken(BLOCKS);
    locks_taken(MANY * BLOCKS);
    judge_start(BUILD_PLAIN, 1); /* with so many it is faster */
    largest_once(1000, 65535, RANDOM);
    judge_expect_blocks(65535, _("largest() for n = 1000, blocks = 65535"));
}

/* A sector for each number at most, and half as many for what 32 blocks do to
 * the list: 512 each. The first one reads it 16 times while it fills it. */
// promise: sectors read, n = 32768, 32 blocks | 32768 + 16384 | each number once
// promise: Who puts each number into the common list reads twice as many
// broken by: locked_all_the_time
// promise: The blocks put what they have found into d_top itself
// promise: how many blocks share the work
// broken by: four_blocks_work
// promise: blocks that write to d_top, n = 32768, 32 blocks | at least 4 | most find one of
//   the largest
// broken by: last_block_merges
// no promise: 6 more for tries in vain
// no promise: 512 a block for the list.
// no promise: how many, is chance
// because: says where the numbers come from
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
START_TEST(looks_at_the_list_once)
{
    enum { N = 32768, WRITERS = 4 };

    judge_start(BUILD_CHECK, 1);
    largest_once(N, BLOCKS, RANDOM);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, N / 8,
                   _("reading %d numbers"), N);
    judge_copies_at_most(N, _("looking for the largest of %d numbers"), N);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, N + N / 2,
                  _("reading %d numbers, and %d blocks that change the list"),
                  N, BLOCKS);
    if (judge_changes().turns < WRITERS)
        judge_fail(_("Each block has to put what it has found into d_top "
                     "itself, while it has the lock. Most of %d blocks have "
                     "one of the %d largest numbers; only %d wrote to d_top."),
                   BLOCKS, TOP, (int)judge_changes().turns);
    /* so many that to fill the list, which the first block does, is little */
    largest_once(4 * N, BLOCKS, FEW_VALUES);
    judge_blocks_share(_("looking for the largest of %d numbers"), 4 * N);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("44 mutex");

    judge_test(s, KIND_CORRECTNESS, any_number_of_blocks);
    judge_test(s, KIND_CORRECTNESS, very_many_blocks);
    judge_test(s, KIND_CORRECTNESS, blocks_that_meet_at_the_lock);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_arrays);
    judge_test(s, KIND_TRAFFIC, each_block_takes_the_lock_once);
    judge_test(s, KIND_TRAFFIC, looks_at_the_list_once);
    return s;
}
