/* What lab 41 asks for: no addition lost, a place of its own for each number,
 * and no atomic operation without need. */
#include <stdlib.h>
#include <string.h>

#include "atomic_add.h"
#include "judge/judge.h"

static void count_once(int blocks, int threads)
{
    int32_t before = (int32_t)judge_between(-1000000, 1000000);

    judge_clear();
    int32_t *counter = judge_out(sizeof *counter);
    *counter = before;
    judge_filled(counter);
    int64_t error = judge_call("count_up", T_I32,
                               ARGS(DEV(counter), I32(blocks), I32(threads)))
                        .i;
    judge_error(0, error,
                _("the error from count_up() for %d blocks of %d threads"),
                blocks, threads);
    judge_equal(
        before + (int64_t)blocks * threads, *counter,
        _("the counter after %d blocks of %d threads, beginning with %d"),
        blocks, threads, before);
}

static int smaller_first(const void *x, const void *y)
{
    const int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

    return (a > b) - (a < b);
}

enum numbers { ALL_EVEN, ALL_ODD, ANY, LAST_EVEN };

/* Whether the counter holds 0 before, not garbage. A kernel that sets it once
 * more then has a race, and no other finding comes first. */
static bool counter_is_set;

/* Returns how many are even. */
static int pick_once(int n, enum numbers numbers)
{
    size_t bytes = (size_t)n * sizeof(int32_t), count = 0;
    int32_t *want = malloc(bytes + 1), *got = malloc(bytes + 1);

    judge_clear();
    int32_t *a = judge_in(bytes), *out = judge_out(bytes);
    int32_t *d_count = judge_out(sizeof *d_count);
    if (counter_is_set) {
        *d_count = 0;
        judge_filled(d_count);
    }
    memcpy(got, out, bytes);
    for (int i = 0; i < n; i++) {
        a[i] = judge_any_int();
        if (numbers != ANY)
            a[i] = (a[i] & ~1) | (numbers == ALL_ODD ||
                                  (numbers == LAST_EVEN && i < n - 1000));
        if (a[i] % 2 == 0)
            want[count++] = a[i];
    }
    /* behind them out stays as it was */
    memcpy(want + count, got, bytes - count * sizeof *want);
    int64_t error = judge_call("pick_even", T_I32,
                               ARGS(DEV(a), I32(n), DEV(out), DEV(d_count)))
                        .i;
    judge_error(0, error, _("the error from pick_even() for n = %d"), n);
    judge_equal((int64_t)count, *d_count,
                _("how many of %d numbers pick_even() has counted as even"), n);
    memcpy(got, out, bytes);
    qsort(want, count, sizeof *want, smaller_first);
    qsort(got, count, sizeof *got, smaller_first);
    judge_equal_i32(want, got, (size_t)n, "d_out",
                    _("the even ones of %d numbers, sorted"), n);
    free(want);
    free(got);
    return (int)count;
}

// promise: Each thread adds 1 to *d_counter
// promise: 1 to 5,120,000 threads
// broken by: one_per_block
// promise: on top of what is in it when the call begins.
// promise: on top of any number
// broken by: sets_the_counter
START_TEST(every_thread_counts)
{
    judge_start(BUILD_PLAIN, judge_cores());
    count_once(10, 16);
    count_once(1, 1);
    count_once(1, 1024);
    count_once(5000, 1);
    for (int k = 0; k < 20; k++)
        count_once((int)judge_between(1, 100), (int)judge_between(1, 1024));
    count_once(20000, 256);
}

// promise: Collects the even numbers among d_a[0] .. d_a[n-1], in any order.
// promise: d_out room for n numbers
// promise: the even ones come to its beginning
// broken by: left_in_place
// promise: d_a n numbers, any int values
// broken by: zero_is_left_out
// promise: Collects the even numbers
// broken by: least_int_left_out
// promise: d_a n numbers, any int values
// broken by: odd_ones_below_zero
// promise: n 0 .. 2^30
// broken by: none_is_an_error
// promise: each as often as d_a has it.
// broken by: last_block_lost
// promise: Nothing is written behind them.
// broken by: with_an_end
// promise: d_count how many there are; holds anything when the call begins
// broken by: not_zeroed
START_TEST(every_even_number_once)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        pick_once((int)judge_sizes[i], ANY);
    pick_once(1000, ALL_EVEN);
    pick_once(1000, ALL_ODD);
    for (int k = 0; k < 20; k++)
        pick_once((int)judge_between(0, 3000), ANY);
    pick_once(1000003, ANY);
}

/* More than 65535 * 256. */
// promise: 0 to 16,982,017 numbers, all even, all odd, mixed
// promise: Collects the even numbers among d_a[0] .. d_a[n-1]
// broken by: at_most_65535_blocks
START_TEST(very_many_numbers)
{
    judge_start(BUILD_PLAIN, judge_cores());
    pick_once(16982017, LAST_EVEN);
}

// promise: blocks, threads as the launch takes them
// promise: if it refuses them (no block, 2000 threads), its error is returned
// broken by: own_error_number
// promise: launches that the grader makes fail, of both functions
// broken by: error_not_told
START_TEST(tells_an_error)
{
    judge_start(BUILD_PLAIN, judge_cores());
    int32_t *counter = judge_out(sizeof *counter);
    *counter = 0;
    judge_filled(counter);
    int64_t error =
        judge_call("count_up", T_I32, ARGS(DEV(counter), I32(3), I32(2000))).i;
    if (error != 1) /* with CUDA 13 */
        judge_error(9, error,
                    _("the error from count_up() for 2000 threads in a "
                      "block"));
    error =
        judge_call("count_up", T_I32, ARGS(DEV(counter), I32(0), I32(32))).i;
    if (error != 1)
        judge_error(9, error, _("the error from count_up() for no block"));
}

// promise: Both functions return 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// broken by: error_of_the_second_not_told
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 2; k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        int32_t *a = judge_in(100 * sizeof *a),
                *out = judge_out(100 * sizeof *out);
        int32_t *d_count = judge_out(sizeof *d_count);
        memset(a, 0, 100 * sizeof *a);
        int64_t error =
            judge_call("pick_even", T_I32,
                       ARGS(DEV(a), I32(100), DEV(out), DEV(d_count)))
                .i;
        judge_refusal(expected, error, *d_count == 100);
    }
}

static void small_ones(bool with_0)
{
    counter_is_set = with_0;
    judge_start(BUILD_CHECK, 1);
    count_once(10, 16);
    count_once(1, 100);
    count_once(3, 128);
    pick_once(0, ANY);
    pick_once(1, ALL_EVEN);
    pick_once(33, ALL_ODD);
    pick_once(300, ALL_EVEN);
    pick_once(1000, ANY);
    for (int k = 0; k < 3; k++) /* nobody can wait for certain sizes */
        pick_once((int)judge_between(2, 3000), ANY);
    pick_once(100003, ANY);
    pick_once((int)judge_large(5 << 18), ANY);
}

// promise: no addition that can get lost, whether or not it did
// broken by: plain_addition
START_TEST(no_addition_can_get_lost)
{
    small_ones(true);
}

// promise: All pointers are to the device's memory, arrays aligned to 256 bytes:
//   the host must not touch them.
// broken by: count_set_by_the_host
// promise: nothing outside the arrays
// broken by: no_bounds_check
// promise: no ticket drawn from a counter that nobody has set
// broken by: not_zeroed
START_TEST(stays_in_its_memory)
{
    small_ones(false);
}

/* In global memory: a block may draw its tickets in shared memory, and ask for
 * all of them at once. */
enum { BLOCKS = 100, THREADS = 96, MANY = 20000 };

// promise: Launches `blocks` blocks of `threads` threads.
// broken by: blocks_of_32
// promise: Launches `blocks` blocks of `threads` threads.
// broken by: whole_warps
// promise: the counts below
// promise: passes of atomics in global memory, 100 blocks of 96 threads | 9,600
// broken by: added_twice
// no promise: all stand in one queue
// no promise: Fewer passes are welcome. The solution's file says how
// because: says why, and what is allowed
START_TEST(one_addition_a_thread)
{
    judge_start(BUILD_CHECK, 1);
    count_once(BLOCKS, THREADS);
    judge_at_least(COUNT_BLOCKS, SPACE_ANY, OP_ANY, 1,
                   _("counting %d threads"), BLOCKS * THREADS);
    judge_equal(BLOCKS, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks count_up() launches for %d blocks of %d "
                  "threads"),
                BLOCKS, THREADS);
    judge_equal(BLOCKS * THREADS,
                judge_counted(COUNT_THREADS, SPACE_ANY, OP_ANY),
                _("how many threads count_up() launches for %d blocks of %d "
                  "threads"),
                BLOCKS, THREADS);
    if (!judge_counted(COUNT_PASSES, SPACE_ANY, OP_ATOMIC))
        judge_fail(_("%d threads have to add 1 each; your kernels made no "
                     "atomic operation."),
                   BLOCKS * THREADS);
    judge_at_most(COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC, BLOCKS * THREADS,
                  _("counting %d threads"), BLOCKS * THREADS);
    count_once(3, 33); /* no whole warps */
    judge_equal(3 * 33, judge_counted(COUNT_THREADS, SPACE_ANY, OP_ANY),
                _("how many threads count_up() launches for %d blocks of %d "
                  "threads"),
                3, 33);
}

// promise: passes of atomics in global memory, 20,000 numbers | as many as are even
// broken by: a_ticket_for_all
START_TEST(one_addition_an_even_number)
{
    judge_start(BUILD_CHECK, 1);
    pick_once(3, ALL_EVEN); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 1,
                   _("reading %d numbers"), 3);
    int even = pick_once(MANY, ANY);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY / 8,
                   _("reading %d numbers"), MANY);
    judge_copies_at_most(MANY, _("picking from %d numbers"), MANY);
    judge_at_most(COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC, even,
                  _("picking %d even numbers"), even);
}

// promise: sectors read, 20,000 numbers | 2,500 | 8 numbers to a sector, each one
//   once
// broken by: chunks_of_neighbours
START_TEST(reads_each_number_once)
{
    judge_start(BUILD_CHECK, 1);
    pick_once(MANY, ANY);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY / 8,
                  _("reading %d numbers"), MANY);
}

/* Where only the launch is looked at. */
// promise: n 0 .. 2^30
// promise: a launch for 2^30 numbers
// broken by: blocks_in_y
START_TEST(a_launch_for_the_most)
{
    judge_start(BUILD_PLAIN, judge_cores());
    pick_once(1000, ALL_EVEN);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    judge_clear();
    int32_t *a = judge_in(4096), *out = judge_out(4096);
    int32_t *count = judge_out(sizeof *count);
    judge_dry_launch("pick_even",
                     ARGS(DEV(a), I32(1 << 30), DEV(out), DEV(count)),
                     _("pick_even() for n = %d"), 1 << 30);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("41 atomic_add");

    judge_test(s, KIND_CORRECTNESS, every_thread_counts);
    judge_test(s, KIND_CORRECTNESS, every_even_number_once);
    judge_nit(s, KIND_CORRECTNESS, very_many_numbers);
    judge_nit(s, KIND_CORRECTNESS, tells_an_error);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_test(s, KIND_RACE, no_addition_can_get_lost);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, one_addition_a_thread);
    judge_test(s, KIND_TRAFFIC, one_addition_an_even_number);
    judge_test(s, KIND_TRAFFIC, reads_each_number_once);
    return s;
}
