/* What lab 14 asks for: sorted in any case, barriers where they belong, and
 * for one block no more global memory traffic than once in and once out. */
#include <stdlib.h>

#include "judge.h"
#include "odd_even_sort.h"

static int compare(const void *p, const void *q)
{
    int32_t a = *(const int32_t *)p, b = *(const int32_t *)q;

    return (a > b) - (a < b);
}

/* Let `function` sort a, which comes from judge_out(). */
static void sort_this(const char *function, int32_t *a, int n, const char *kind)
{
    size_t bytes = (size_t)n * sizeof *a;
    int32_t *want = malloc(bytes + 1);

    for (int i = 0; i < n; i++)
        want[i] = a[i];
    qsort(want, (size_t)n, sizeof *want, compare);
    judge_filled(a);
    int64_t error = judge_call(function, T_I32, ARGS(DEV(a), I32(n))).i;
    judge_error(0, error, _("the error from %s() for n = %d"), function, n);
    judge_equal_i32(want, a, (size_t)n, "d_a", _("%s() for n = %d, %s"),
                    function, n, kind);
    free(want);
}

static int32_t *numbers(int n)
{
    judge_clear();
    return judge_out((size_t)n * sizeof(int32_t));
}

/* The same number of them, elsewhere: what a call has kept is of no use. */
static void sort_elsewhere(const char *function, int n)
{
    judge_clear();
    judge_filled(judge_out((size_t)n * sizeof(int32_t))); /* the old place */
    int32_t *a = judge_out((size_t)n * sizeof(int32_t));

    for (int i = 0; i < n; i++)
        a[i] = judge_any_int();
    sort_this(function, a, n, _("in another array than before"));
}

static void sort_random(const char *function, int n)
{
    int32_t *a = numbers(n);

    for (int i = 0; i < n; i++)
        a[i] = judge_any_int();
    sort_this(function, a, n, _("in any order"));
}

static void sort_falling(const char *function, int n)
{
    int32_t *a = numbers(n);

    for (int i = 0; i < n; i++)
        a[i] = n - i;
    sort_this(function, a, n, _("in falling order"));
}

static void sort_equal(const char *function, int n)
{
    int32_t *a = numbers(n);

    for (int i = 0; i < n; i++)
        a[i] = judge_random() % 4 ? (int32_t)judge_between(-1, 1) * INT32_MAX
                                  : INT32_MIN;
    sort_this(function, a, n, _("many of them equal"));
}

static void sort_all_kinds(const char *function, int n)
{
    sort_random(function, n);
    sort_falling(function, n);
    sort_equal(function, n);
}

/* What compares the same pairs whatever the numbers are and sorts every row of
 * zeros and ones sorts everything: so one phase too few shows for certain. */
static void sort_zeros_and_ones(const char *function)
{
    for (int n = 2; n <= 7; n++)
        for (unsigned bits = 0; bits < 1u << n; bits++) {
            int32_t *a = numbers(n);

            for (int i = 0; i < n; i++)
                a[i] = bits >> i & 1;
            sort_this(function, a, n, _("zeros and ones"));
        }
}

// promise: Both functions sort in place, smallest number first.
// promise: random, falling, and equal numbers
// broken by: largest_first
// promise: all rows of up to 7 zeros and ones
// promise: Zeros and ones are no toy
// broken by: half_the_phases
// promise: The most numbers that sort_block() takes: two for each of 1024 threads.
// promise: n 0 .. SORT_BLOCK_MAX
// broken by: thread_per_number
START_TEST(block_sorts_every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    sort_zeros_and_ones("sort_block");
    for (int i = 0; i < judge_n_sizes; i++)
        if (judge_sizes[i] <= SORT_BLOCK_MAX)
            sort_all_kinds("sort_block", (int)judge_sizes[i]);
    sort_all_kinds("sort_block", SORT_BLOCK_MAX - 1);
    sort_all_kinds("sort_block", SORT_BLOCK_MAX);
    sort_elsewhere("sort_block", SORT_BLOCK_MAX);
}

// promise: for more numbers nothing is done
// broken by: sorts_the_first_2048
// promise: and the result is 1, cudaErrorInvalidValue
// broken by: own_error_number
START_TEST(block_refuses_too_many)
{
    judge_start(BUILD_PLAIN, judge_cores());
    int32_t *a = numbers(SORT_BLOCK_MAX + 1);
    for (int i = 0; i <= SORT_BLOCK_MAX; i++)
        a[i] = -i;
    judge_filled(a);
    int64_t error =
        judge_call("sort_block", T_I32, ARGS(DEV(a), I32(SORT_BLOCK_MAX + 1)))
            .i;
    judge_error(1, error, _("the error from sort_block() for n = %d"),
                SORT_BLOCK_MAX + 1);
    for (int i = 0; i <= SORT_BLOCK_MAX; i++)
        judge_equal(-i, a[i],
                    _("d_a[%d], which sort_block() leaves alone for "
                      "n = %d"),
                    i, SORT_BLOCK_MAX + 1);
}

// promise: Both functions sort in place
// broken by: graph_of_the_first_call
// promise: Sort d_a[0] .. d_a[n-1] with as many blocks as it takes
// promise: 0 to 6001 of them
// broken by: one_block_for_all
// promise: n 0 or more
// broken by: none_is_an_error
START_TEST(many_blocks_sort_every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    sort_zeros_and_ones("odd_even_sort");
    for (int i = 0; i < judge_n_sizes; i++)
        sort_all_kinds("odd_even_sort", (int)judge_sizes[i]);
    sort_random("odd_even_sort", 5000);
    sort_falling("odd_even_sort", 6001);
    sort_random("odd_even_sort", 1000);
    sort_elsewhere("odd_even_sort", 1000);
}

static void expect_refused(const char *function, int error_then)
{
    judge_start(BUILD_PLAIN, judge_cores());
    int32_t *a = numbers(100);
    for (int i = 0; i < 100; i++)
        a[i] = 100 - i;
    judge_filled(a);
    int64_t error = judge_call(function, T_I32, ARGS(DEV(a), I32(100))).i;
    bool done = true; /* without a kernel, which the traffic check finds */
    for (int i = 0; i < 100; i++)
        done = done && a[i] == i + 1;
    if (!done)
        judge_error(error_then, error,
                    _("the error from %s() where the device refuses %s"),
                    function, judge_refused());
}

/* All launches, or one of them: falling numbers need each. */
// promise: Both return 0 (cudaSuccess) or the cudaError_t of the launch
// broken by: last_launch_checked
// promise: launches that fail
// broken by: launch_not_checked
START_TEST(refused_launches_are_reported)
{
    expect_refused("sort_block", judge_refuse(0));
    expect_refused("odd_even_sort", judge_refuse(0));
    expect_refused("odd_even_sort", judge_refuse_launch(1));
    expect_refused("odd_even_sort", judge_refuse_launch(50));
}

static void small_ones(void)
{
    static const int sizes[] = {1, 2, 3, 31, 64, 65, 130};

    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 7; i++) {
        sort_random("sort_block", sizes[i]);
        sort_random("odd_even_sort", sizes[i]);
    }
    /* Falling numbers are exchanged in every phase, the last one too. */
    sort_falling("sort_block", 64);
    sort_falling("sort_block", 65);
    for (int k = 0; k < 2; k++) { /* nobody can wait for certain sizes */
        sort_random("sort_block", (int)judge_between(2, 130));
        sort_random("odd_even_sort", (int)judge_between(2, 130));
    }
    sort_random("odd_even_sort", 600); /* several blocks */
}

// promise: no two threads at one element without a barrier or a launch between them
// broken by: no_barrier
// promise: barriers that all threads reach
// broken by: barrier_for_pairs_only
START_TEST(no_race_and_barriers_for_all)
{
    small_ones();
}

// promise: d_a is in the device's memory: the host must not touch it.
// broken by: sorted_by_the_host
// promise: nothing outside the array and the shared memory
// broken by: size_not_passed
// promise: launches within the limits
// broken by: thread_per_number
START_TEST(stays_inside_the_array)
{
    small_ones();
    sort_random("sort_block", 1030); /* more than a block has threads */
    sort_random("sort_block", SORT_BLOCK_MAX);
}

/* A sector is 8 ints, and d_a begins with one. */
// promise: with one launch
// broken by: a_launch_per_phase
// promise: of one block
// broken by: a_second_block
// promise: in shared memory: each number is read from global memory once and
//   written there once.
// promise: sort_block(): 512 numbers, 64 sectors read and 64 written, one launch
//   of one block
// broken by: in_global_memory
START_TEST(block_sorts_in_shared_memory)
{
    judge_start(BUILD_CHECK, 1);
    enum { N = 512, SECTORS = N / 8 };

    sort_random("sort_block", N);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, SECTORS,
                   _("reading %d numbers in sort_block()"), N);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, SECTORS,
                   _("writing %d numbers in sort_block()"), N);
    judge_copies_at_most(N, _("sorting %d numbers in sort_block()"), N);
    judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, 1,
                  _("sort_block() of %d numbers"), N);
    judge_at_most(COUNT_BLOCKS, SPACE_ANY, OP_ANY, 1,
                  _("sort_block() of %d numbers"), N);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, SECTORS,
                  _("sort_block(): %d numbers to read"), N);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, SECTORS,
                  _("sort_block(): %d numbers to write"), N);
}

/* A phase may be whatever one launch can do, sort all pieces of 512 in shared
 * memory, say. But it does not read the numbers hundreds of times, as n phases
 * one behind the other do in the only block of a single launch. */
// promise: and one launch per phase
// broken by: all_phases_in_one_block
// promise: at most n launches.
// promise: odd_even_sort(): at most n launches
// broken by: as_long_again
// no promise: and need not wait for the kernels to end.
// because: it is allowed, not asked for
// no promise: 64 is 512 / 8: a sector is 32 bytes
// because: says where the number comes from
START_TEST(a_launch_per_phase)
{
    judge_start(BUILD_CHECK, 1);
    sort_falling("odd_even_sort", 700);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 700 / 8,
                   _("reading 700 numbers in odd_even_sort()"));
    judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, 700,
                  _("odd_even_sort() of 700 numbers"));
    int64_t launches = judge_counted(COUNT_LAUNCHES, SPACE_ANY, OP_ANY);
    int64_t read = judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_READ);
    if (read > launches * 350 * (700 / 8))
        judge_fail(_("Too few launches: odd_even_sort() of 700 falling numbers "
                     "started %lld kernels, which read them %lld times. The "
                     "lab asks for one launch per phase, with as many blocks "
                     "as it takes."),
                   (long long)launches, (long long)(read / (700 / 8)));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("14 odd_even_sort");

    judge_test(s, KIND_CORRECTNESS, block_sorts_every_size);
    judge_test(s, KIND_CORRECTNESS, block_refuses_too_many);
    judge_test(s, KIND_CORRECTNESS, many_blocks_sort_every_size);
    judge_cpu_device_test(s, KIND_CORRECTNESS, refused_launches_are_reported);
    judge_test(s, KIND_RACE, no_race_and_barriers_for_all);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    judge_test(s, KIND_TRAFFIC, block_sorts_in_shared_memory);
    judge_test(s, KIND_TRAFFIC, a_launch_per_phase);
    return s;
}
