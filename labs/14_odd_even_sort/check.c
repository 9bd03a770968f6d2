/* What lab 14 asks for: sorted in any case, barriers where they belong, and
 * for one block no more global memory traffic than once in and once out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "odd_even_sort.h"

static int compare(const void *p, const void *q)
{
    int32_t a = *(const int32_t *)p, b = *(const int32_t *)q;

    return (a > b) - (a < b);
}

enum { SHORT = 64 }; /* numbers */

/* Whether these are the numbers after so many phases, of which the first begins
 * with pair (0, 1). Changes `a`. */
static bool is_after(int phases, int32_t *a, const int32_t *got, int n)
{
    for (int p = 0; p < phases; p++)
        for (int i = p % 2; i + 1 < n; i += 2)
            if (a[i] > a[i + 1]) {
                const int32_t kept = a[i];

                a[i] = a[i + 1];
                a[i + 1] = kept;
            }
    return !memcmp(a, got, (size_t)n * sizeof *a);
}

/* Whether one phase is missing, of few numbers that are not sorted; "". After
 * fewer phases numbers may look like that for other reasons. */
static const char *how_far(const int32_t *put_in, const int32_t *want,
                           const int32_t *got, int n)
{
    static char text[100];
    int32_t a[SHORT];

    *text = '\0';
    if (n < 3 || n > SHORT || !memcmp(want, got, (size_t)n * sizeof *a))
        return text;
    memcpy(a, put_in, (size_t)n * sizeof *a);
    if (is_after(n - 1, a, got, n))
        said_put(text, sizeof text,
                 _(", which are as they should be after %d of %d phases"),
                 n - 1, n);
    return text;
}

/* Let `function` sort a, which comes from judge_out(). */
static void sort_this(const char *function, int32_t *a, int n, const char *kind)
{
    size_t bytes = (size_t)n * sizeof *a;
    int32_t *want = malloc(bytes + 1), *put_in = malloc(bytes + 1);

    for (int i = 0; i < n; i++)
        want[i] = put_in[i] = a[i];
    qsort(want, (size_t)n, sizeof *want, compare);
    judge_filled(a);
    int64_t error = judge_call(function, T_I32, ARGS(DEV(a), I32(n))).i;
    judge_error(0, error, _("the error from %s() for n = %d"), function, n);
    judge_equal_i32(want, a, (size_t)n, "d_a", _("%s() for n = %d, %s%s"),
                    function, n, kind, how_far(put_in, want, a, n));
    free(want);
    free(put_in);
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
    static const int sizes[] = {SORT_BLOCK_MAX + 1, 3000, 70000, INT32_MAX};

    judge_start(BUILD_PLAIN, judge_cores());
    for (int k = 0; k < 4; k++) {
        const int there = k < 3 ? sizes[k] : 5000;
        int32_t *a = numbers(there);

        for (int i = 0; i < there; i++)
            a[i] = -i;
        judge_filled(a);
        int64_t error =
            judge_call("sort_block", T_I32, ARGS(DEV(a), I32(sizes[k]))).i;
        judge_error(1, error, _("the error from sort_block() for n = %d"),
                    sizes[k]);
        for (int i = 0; i < there; i++)
            judge_equal(-i, a[i],
                        _("d_a[%d], which sort_block() leaves alone for "
                          "n = %d"),
                        i, sizes[k]);
    }
}

// promise: Both functions sort in place
// broken by: graph_of_the_first_call
// promise: Sort d_a[0] .. d_a[n-1] with as many blocks as it takes
// promise: 0 to 8301 of them
// broken by: one_block_for_all
// promise: n 0 or more
// broken by: none_is_an_error
START_TEST(many_blocks_sort_every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    sort_zeros_and_ones("odd_even_sort");
    for (int i = 0; i < judge_n_sizes; i++)
        if (judge_sizes[i] <= 8301)
            sort_all_kinds("odd_even_sort", (int)judge_sizes[i]);
    sort_random("odd_even_sort", 5000);
    sort_falling("odd_even_sort", 6001);
    sort_random("odd_even_sort", 8301);
    sort_random("odd_even_sort", 1000);
    sort_elsewhere("odd_even_sort", 1000);
}

static void expect_refused(const char *function, int n, int error_then)
{
    judge_start(BUILD_PLAIN, judge_cores());
    int32_t *a = numbers(n);
    for (int i = 0; i < n; i++)
        a[i] = n - i;
    judge_filled(a);
    int64_t error = judge_call(function, T_I32, ARGS(DEV(a), I32(n))).i;
    bool done = true;
    for (int i = 0; i < n; i++)
        done = done && a[i] == i + 1;
    judge_refusal(error_then, error, done);
}

/* All launches, or one of them: falling numbers need each. */
// promise: Both return 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// broken by: last_launch_checked
// promise: launches that the grader makes fail
// broken by: launch_not_checked
START_TEST(refused_launches_are_reported)
{
    expect_refused("sort_block", 100, judge_refuse(0));
    expect_refused("sort_block", 2, judge_refuse(0));
    expect_refused("odd_even_sort", 100, judge_refuse(0));
    expect_refused("odd_even_sort", 100, judge_refuse_launch(1));
    expect_refused("odd_even_sort", 100, judge_refuse_launch(50));
    for (int i = 0; i < 3; i++) /* any of them */
        expect_refused("odd_even_sort", 100,
                       judge_refuse_launch((int)judge_between(2, 100)));
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

/* A flag, say, that a phase sets. */
// promise: Device memory that a function allocates is free again when it returns
// promise: memory of your own given back, also where a launch is refused
// broken by: flag_not_freed_after_an_error
START_TEST(frees_its_memory_after_an_error)
{
    for (int k = -3; k <= 3; k++) {
        judge_refuse(k);
        judge_start(BUILD_CHECK, 1);
        judge_no_leaks();
        for (int i = 0; i < 3; i++) {
            sort_random("odd_even_sort", 100 + i);
            sort_random("sort_block", 100 + i);
        }
    }
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

/* A warp with work for all has 32 threads at each request, or somewhat fewer at
 * the end. Who sorts in registers has few requests, at the edges of warps. */
static void expect_company(const char *function, int n, enum judge_space space)
{
    const int64_t requests = judge_counted(COUNT_REQUESTS, space, OP_ANY);
    const int64_t lanes = judge_counted(COUNT_LANES, space, OP_ANY);

    if (n >= 500 && requests > n * n / 4 && lanes < 4 * requests)
        judge_fail(_("One thread after the other: in %s() for n = %d, %lld "
                     "requests of warps are made by %lld threads. Let "
                     "neighbouring threads compare neighbouring pairs at the "
                     "same time."),
                   function, n, (long long)requests, (long long)lanes);
}

/* A sector is 8 ints, and d_a begins with one. */
// promise: with one launch
// broken by: a_launch_per_phase
// promise: of one block
// broken by: a_second_block
// promise: in shared memory: each number is read from global memory once and
//   written there once.
// broken by: in_global_memory
// promise: sort_block(): 512 numbers, 64 sectors read and 64 written, one launch
//   of one block, and so with 16 to 2048
// broken by: large_ones_in_global_memory
// promise: both: work of many threads at once
// broken by: one_thread_sorts
START_TEST(block_sorts_in_shared_memory)
{
    static const int sizes[] = {512, 16, 100, 1030, SORT_BLOCK_MAX};

    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 5; i++) {
        const int n = sizes[i], sectors = (n + 7) / 8;

        sort_random("sort_block", n);
        judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, sectors,
                       _("reading %d numbers in sort_block()"), n);
        judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, sectors,
                       _("writing %d numbers in sort_block()"), n);
        judge_copies_at_most(n, _("sorting %d numbers in sort_block()"), n);
        judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, 1,
                      _("sort_block() of %d numbers"), n);
        judge_at_most(COUNT_BLOCKS, SPACE_ANY, OP_ANY, 1,
                      _("sort_block() of %d numbers"), n);
        /* A block of 515 threads begins its second round within a sector. */
        const enum judge_count unit = i == 0 ? COUNT_SECTORS : COUNT_LANES;
        const int64_t once = i == 0 ? sectors : n;
        judge_at_most(unit, SPACE_GLOBAL, OP_READ, once,
                      _("sort_block(): %d numbers to read"), n);
        judge_at_most(unit, SPACE_GLOBAL, OP_WRITE, once,
                      _("sort_block(): %d numbers to write"), n);
        expect_company("sort_block", n, SPACE_SHARED);
    }
}

/* A phase may be whatever one launch can do, sort all pieces of 512 in shared
 * memory, say. But it does not read the numbers hundreds of times, as n phases
 * one behind the other do in the only block of a single launch. */
// promise: and one launch per phase
// broken by: all_phases_in_one_block
// promise: at most n launches.
// broken by: even_number_of_launches
// promise: work of many threads at once
// broken by: one_thread_in_each_launch
// promise: odd_even_sort(): at most n launches
// broken by: as_long_again
// no promise: and need not wait for the kernels to end
// because: it is allowed, not asked for
// no promise: A phase may compare [...] pieces in shared memory.
// no promise: for 0 and 1 nothing need be launched
// because: it is allowed, not asked for
// no promise: 64 is 512 / 8: a sector is 32 bytes
// because: says where the number comes from
START_TEST(a_launch_per_phase)
{
    static const int sizes[] = {701, 1, 2, 5, 100};

    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 5; i++) {
        const int n = sizes[i];

        sort_falling("odd_even_sort", n);
        judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, n,
                      _("odd_even_sort() of %d numbers"), n);
        int64_t launches = judge_counted(COUNT_LAUNCHES, SPACE_ANY, OP_ANY);
        int64_t read = judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_READ);
        judge_copies_at_most(8 * launches + 64, /* flags, if anything */
                             _("sorting %d numbers in odd_even_sort()"), n);
        if (n < 100)
            continue;
        judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, n / 8,
                       _("reading %d numbers in odd_even_sort()"), n);
        expect_company("odd_even_sort", n, SPACE_GLOBAL);
        if (read > launches * (n / 2) * (n / 8))
            judge_fail(_("Too few launches, %lld: odd_even_sort() of %d "
                         "falling numbers reads them %lld times. The lab asks "
                         "for one launch per phase, with as many blocks as it "
                         "takes."),
                       (long long)launches, n, (long long)(read / (n / 8)));
    }
}

/* Two thousand numbers are a thousand pairs; more than one block has threads. */
// promise: with as many blocks as it takes
// promise: several blocks for 3000 numbers
// broken by: one_block_in_each_launch
START_TEST(several_blocks)
{
    judge_start(BUILD_CHECK, 1);
    sort_random("odd_even_sort", 3000);
    judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, 3000,
                  _("odd_even_sort() of 3000 numbers"));
    if (judge_most_blocks() < 2)
        judge_fail(_("One block: odd_even_sort() of 3000 numbers starts no "
                     "launch of more. These are 1500 pairs, and a block has at "
                     "most 1024 threads: start as many blocks as it takes."));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("14 odd_even_sort");

    judge_test(s, KIND_CORRECTNESS, block_sorts_every_size);
    judge_nit(s, KIND_CORRECTNESS, block_refuses_too_many);
    judge_test(s, KIND_CORRECTNESS, many_blocks_sort_every_size);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, refused_launches_are_reported);
    judge_test(s, KIND_RACE, no_race_and_barriers_for_all);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_its_memory_after_an_error);
    judge_test(s, KIND_TRAFFIC, block_sorts_in_shared_memory);
    judge_test(s, KIND_TRAFFIC, a_launch_per_phase);
    judge_test(s, KIND_TRAFFIC, several_blocks);
    return s;
}
