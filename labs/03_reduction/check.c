/* What lab 03 asks for: exact sums, no race, near the memory's speed. */
#include "common/check/my_part.h"
#include "judge/judge.h"
#include "reduction.h"

/* More threads than there are pieces where their number is a small constant. */
enum {
    MANY_CHUNKS = 13,
    MILLION = 1 << 20,
    LARGEST = 16 << 20 /* 64 MB: well beyond most caches */
};

static int64_t serial(const int32_t *number, size_t count)
{
    int64_t total = 0;

    for (size_t i = 0; i < count; i++)
        total += number[i];
    return total;
}

static int64_t ceiling(const int32_t *number, size_t count)
{
    int64_t total = 0;

#pragma omp parallel
    {
        size_t begin, end;

        my_part(count, &begin, &end);
        const int64_t mine = serial(number + begin, end - begin);
#pragma omp atomic
        total += mine;
    }
    return total;
}

/* The numbers that are looked at. */
static struct {
    int32_t *a;
    size_t n;
} now;

static int64_t call_it(void)
{
    return judge_call("sum_array", T_I64, ARGS(PTR(now.a), SIZE(now.n))).i;
}

static int64_t ones(size_t first, size_t count)
{
    for (size_t i = 0; i < now.n; i++)
        now.a[i] = i >= first && i - first < count;
    return call_it();
}

/* One sum of n random numbers, checked. They begin `skip` numbers behind an
 * address that any type could have. Neither end is 0: a sum without it differs.
 */
static void sum_from(size_t skip, size_t n, int threads)
{
    judge_clear();
    int32_t *a = judge_in((skip + n) * sizeof *a);
    a += skip;
    for (size_t i = 0; i < n; i++)
        a[i] = judge_any_int();
    if (n > 0) {
        a[0] |= 1;
        a[n - 1] |= 1;
    }
    now.a = a;
    now.n = n;
    const int64_t want = serial(a, n), got = call_it();
    judge_sum_over(n, ones);
    judge_equal(want, got, _("the sum for n = %zu, threads = %d"), n, threads);
}

static void sum_once(size_t n, int threads)
{
    sum_from(0, n, threads);
}

// promise: The sum of a[0] .. a[n-1].
// promise: n how many
// promise: sizes 0 to 4099 with 1 to 7 threads,
// broken by: last_chunk_lost
// promise: 0 gives 0
// broken by: nothing_is_an_error
START_TEST(exact_for_every_size)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            sum_once(judge_sizes[i], *t);
    }
}

// promise: may be null when n is 0
// broken by: null_refused
START_TEST(nothing_to_add_up)
{
    judge_start(BUILD_PLAIN, 2);
    judge_equal(0, judge_call("sum_array", T_I64, ARGS(PTR(NULL), SIZE(0))).i,
                _("the sum for n = 0, a = null"));
}

// promise: any int32_t values
// promise: The result is exact: it fits into int64_t
// promise: sums beyond 2^31
// broken by: int_overflow
START_TEST(exact_beyond_int)
{
    judge_start(BUILD_PLAIN, 3);
    int32_t *a = judge_in(1000 * sizeof *a);
    for (int i = 0; i < 1000; i++)
        a[i] = INT32_MAX - (int32_t)judge_between(0, 1000);
    int64_t got = judge_call("sum_array", T_I64, ARGS(PTR(a), SIZE(1000))).i;
    judge_equal(serial(a, 1000), got,
                _("the sum of 1000 numbers near 2147483647, which does not "
                  "fit into an int"));

    enum { MANY = 16000000 }; /* 2^55, and odd: more than a double holds */
    judge_clear();
    a = judge_in(MANY * sizeof *a);
    for (int i = 0; i < MANY; i++)
        a[i] = INT32_MAX - (int32_t)judge_between(0, 1000);
    got = judge_call("sum_array", T_I64, ARGS(PTR(a), SIZE(MANY))).i;
    judge_equal(serial(a, MANY), got,
                _("the sum of %d numbers near 2147483647, which has more "
                  "digits than a double"),
                MANY);
}

/* One call, by one thread and by three: where the index, or a part's length, is
 * an int, one of them is soon done, or comes to an index below 0. And by many:
 * where a product of n has lost its upper half, only the first has a part, and
 * a small one. */
// promise: n may be more than an int holds
// promise: more numbers than an int can count
// broken by: int_count
// promise: for every n below 2^32
// broken by: int_begin
// promise: n may be more than an int holds
// broken by: product_in_32_bits
START_TEST(more_than_an_int_can_count)
{
    const size_t n = ((size_t)1 << 32) - 3;
    const int teams[] = {1, 3, 300};

    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    sum_once(1000, 3);
    for (int t = 0; t < 3; t++) {
        const int threads = teams[t];
        struct judge_value got;
        int64_t want = 0;

        judge_start_wide(threads);
        int32_t *a = judge_long_in(n, sizeof *a);
        for (size_t k = 0; k < judge_long_memory(n); k++) {
            a[k] = (int32_t)judge_random();
            want += a[k] * (int64_t)judge_long_times(n, k);
        }
        if (judge_long_call("sum_array", T_I64, ARGS(PTR(a), SIZE(n)), &got))
            judge_equal(want, got.i, _("the sum for n = %zu, threads = %d"), n,
                        threads);
    }
}

static void sum_a_thousand(void)
{
    sum_once((size_t)judge_between(600, 1000), 3);
}

// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: kept_and_grows
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, 3);
    judge_steady(sum_a_thousand, _("calls of sum_array()"));
}

// promise: Uses all threads that OpenMP offers
// promise: all threads have work
// broken by: only_one_works
// promise: all threads have work
// broken by: powers_of_two
// promise: all threads have work
// broken by: eight_chunks
// promise: (OMP_NUM_THREADS)
// broken by: number_of_processors
// promise: Uses all threads that OpenMP offers
// broken by: one_thread_from_now_on
START_TEST(all_threads_work)
{
    const int team = judge_team() > MANY_CHUNKS ? judge_team() : MANY_CHUNKS;

    judge_start(BUILD_PLAIN, team);
    judge_all_threads(team);
    sum_once(judge_just_below(MILLION), team);
    sum_once(3, team); /* which one thread may do, this time */
    judge_all_threads(team);
    sum_once(judge_just_below(MILLION), team);
}

// promise: all threads that OpenMP offers
// promise: and a million numbers with 520 and more
// broken by: table_of_64
// promise: all threads that OpenMP offers
// broken by: at_most_64_threads
START_TEST(more_threads_than_cores)
{
    judge_start(BUILD_PLAIN, judge_crowd());
    judge_all_threads(judge_crowd());
    sum_once(judge_just_below(MILLION), judge_crowd());
    sum_once(100, judge_crowd());
}

/* OMP_NUM_THREADS is 5, and OpenMP gives 2, and then, in another process, first
 * 5 and then 1: what the four left behind is no part of the second sum. */
// promise: and a team that is smaller than asked for
// broken by: team_not_asked
START_TEST(a_team_that_is_smaller_than_asked)
{
    judge_smaller_teams(2);
    judge_start(BUILD_PLAIN, 5);
    sum_once(1000, 5);
    judge_start(BUILD_PLAIN, 5);
    sum_once(1000, 5);
    judge_call("no_more_threads", T_NONE, (struct judge_args){0});
    sum_once(999, 1);
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: shared_sum
// promise: 2 to 250 threads
// broken by: slots_used_twice
START_TEST(no_race)
{
    for (const int *t = judge_race_teams(); *t; t++) {
        judge_start(BUILD_TSAN, *t);
        for (const size_t *n = judge_race_sizes(*t, LARGEST); *n; n++)
            sum_once(*n, *t);
    }
}

// promise: no read outside the array
// broken by: one_past_the_end
// promise: no integer overflow
// broken by: int_overflow
// promise: a n numbers
// promise: wherever an `int32_t` may lie
// broken by: two_at_a_time
START_TEST(stays_inside_the_array)
{
    judge_start(BUILD_ASAN, 3);
    for (int i = 0; i < judge_n_sizes; i++)
        sum_once(judge_sizes[i], 3);
    sum_from(1, 1000, 3);
    sum_once(judge_large(LARGEST), 3);
}

/* More threads than a table of 256 has room for, and more than in a call
 * before. */
// promise: nor in your own, with 2 to 300 threads
// broken by: table_of_256
// promise: with 2 to 300 threads
// broken by: table_of_the_first_call
START_TEST(stays_inside_with_many_threads)
{
    const int many = (int)judge_between(257, 300);

    judge_start(BUILD_ASAN, 2);
    sum_once(1000, 2);
    judge_call("offer_threads", T_NONE, ARGS(I32(many)));
    sum_once(1000, many);
    judge_call("offer_threads", T_NONE, ARGS(I32(2))); /* the others end */
    sum_once(1000, 2);
}

static int32_t *big;
static size_t big_n;
static int64_t big_sum;

/* Other numbers at some places, so that an answer kept from before is wrong. */
static void change_some(void)
{
    for (int k = 0; k < 64; k++) {
        int64_t i = judge_between(0, (int64_t)big_n - 1);
        big_sum -= big[i];
        big[i] = (int32_t)judge_random();
        big_sum += big[i];
    }
}

static void verify_sum(struct judge_value got)
{
    judge_equal(big_sum, got.i, _("the sum of %zu numbers"), big_n);
}

// promise: at least 85 % of this plain loop, shared evenly by all threads
// broken by: atomic_in_loop
// no promise: with fewer than a million numbers some threads may have nothing
//   to do.
// because: it is allowed, not asked for
// no promise: The speed goal is a share [...] but the goal does not ask for it.
// because: says how the goal is meant
START_TEST(near_the_ceiling)
{
    judge_start(BUILD_PLAIN, judge_cores());
    big_n = judge_just_below(LARGEST);
    big = judge_in(big_n * sizeof *big);
    for (size_t i = 0; i < big_n; i++)
        big[i] = (int32_t)judge_random();
    big_sum = serial(big, big_n);
    judge_speed(&(struct judge_speed){
        .function = "sum_array",
        .returns = T_I64,
        .args = ARGS(PTR(big), SIZE(big_n)),
        .serial = (void (*)(void))serial,
        .ceiling = (void (*)(void))ceiling,
        .fresh = change_some,
        .verify = verify_sum,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("03 reduction");

    judge_test(s, KIND_CORRECTNESS, exact_for_every_size);
    judge_test(s, KIND_CORRECTNESS, nothing_to_add_up);
    judge_test(s, KIND_CORRECTNESS, exact_beyond_int);
    judge_test(s, KIND_CORRECTNESS, more_threads_than_cores);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_CORRECTNESS, all_threads_work);
    judge_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_nit(s, KIND_CORRECTNESS, more_than_an_int_can_count);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    judge_test(s, KIND_MEMORY, stays_inside_with_many_threads);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
