/* What lab 06 asks for: exact squares and roots, the right half for each
 * operation, no race, and all threads busy to the end. */
#include "common/check/my_part.h"
#include "judge/judge.h"
#include "mix.h"

/* In runner.c, which is linked in here as well. */
int64_t quick_square(int32_t x);
int64_t slow_root(int32_t x);
void set_key(int64_t key);
int64_t quick(int32_t x);
int64_t slow(int32_t x);

static bool is_odd(int64_t x)
{
    return x & 1;
}

static int32_t any_number(void)
{
    return (int32_t)judge_between(1, INT32_MAX);
}

/* ---- square() and root() --------------------------------------------- */

enum { ROOTS = 46340, AROUND = 3 * ROOTS, RANDOM = 1000 };

/* The last number with a square below 2^31 and the next one, every k * k and
 * its neighbours, the largest numbers, random ones. */
static size_t make_numbers(int32_t *x)
{
    size_t n = 0;

    x[n++] = ROOTS;
    x[n++] = ROOTS + 1;
    for (int32_t k = 1; k <= ROOTS; k++)
        for (int32_t d = -1; d <= 1; d++)
            if (k * k + d > 0)
                x[n++] = k * k + d;
    for (int32_t k = 0; k < RANDOM; k++) {
        x[n++] = INT32_MAX - k;
        x[n++] = any_number();
    }
    return n;
}

/* The student's `function` on all of them, against `oracle`. */
static void check_operation(const char *function, operation *oracle,
                            const char *what)
{
    static int64_t want[2 + AROUND + 2 * RANDOM];
    int32_t *x = judge_in(sizeof want / 2);
    int64_t *got = judge_out(sizeof want);
    size_t n = make_numbers(x);

    for (size_t i = 0; i < n; i++)
        want[i] = oracle(x[i]);
    judge_call("apply", T_NONE,
               ARGS(FUNC(function), PTR(x), PTR(got), SIZE(n)));
    for (size_t i = 0; i < n; i++)
        judge_equal(want[i], got[i], what, x[i]);
}

// promise: x squared, exact for every x from 1 to 2147483647.
// promise: all squares
// broken by: pow_into_int
START_TEST(exact_squares)
{
    judge_start(BUILD_PLAIN, 1);
    check_operation("square", quick_square, _("square(%d)"));
}

// promise: The square root of x without its fraction: the largest r with
//   r * r <= x.
// broken by: root_rounded
// promise: Exact for every x from 1 to 2147483647.
// promise: and roots near a whole number, up to 2147483647
// broken by: root_in_float
START_TEST(exact_roots)
{
    judge_start(BUILD_PLAIN, 1);
    check_operation("root", slow_root, _("root(%d)"));
}

/* ---- count_odd() ----------------------------------------------------- */

static size_t call_count(const int32_t *v, size_t n, const char *first,
                         const char *second)
{
    struct judge_value got = judge_call(
        "count_odd", T_SIZE, ARGS(PTR(v), SIZE(n), FUNC(first), FUNC(second)));
    return (size_t)got.i;
}

/* The vector that is looked at. */
static struct {
    int32_t *v;
    size_t n;
} now;

static int32_t *make_vector(size_t n)
{
    judge_clear();
    int32_t *v = judge_in(n * sizeof *v);
    for (size_t i = 0; i < n; i++)
        v[i] = any_number();
    now.v = v;
    now.n = n;
    return v;
}

static int64_t ones(size_t first, size_t count)
{
    for (size_t i = 0; i < now.n; i++)
        now.v[i] = i >= first && i - first < count;
    return (int64_t)call_count(now.v, now.n, "itself", "itself");
}

// promise: Apply `first` to the elements of the vector's first half, v[i] with
//   i < n / 2, and `second` to all others
// promise: n / 2 is rounded down, so with n = 3 the first half is v[0]
// promise: v n elements
// promise: n how many
// promise: both halves, odd sizes
// broken by: half_rounded_up
START_TEST(each_half_its_own_operation)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++) {
            size_t n = judge_sizes[i];
            int32_t *v = make_vector(n);
            size_t got = call_count(v, n, "one", "zero");
            judge_sum_over(n, ones);
            judge_equal((int64_t)(n / 2), (int64_t)got,
                        _("the count where every result of `first` is odd "
                          "and none of `second`, for n = %zu, threads = %d"),
                        n, *t);
            got = call_count(v, n, "zero", "one");
            judge_sum_over(n, ones);
            judge_equal((int64_t)(n - n / 2), (int64_t)got,
                        _("the count where every result of `second` is odd "
                          "and none of `first`, for n = %zu, threads = %d"),
                        n, *t);
        }
    }
}

// promise: and count the odd results.
// promise: -3 is odd as well.
// promise: results below 0
// broken by: remainder_one
START_TEST(odd_also_below_zero)
{
    judge_start(BUILD_PLAIN, 3);
    int32_t *v = make_vector(1000);
    int64_t want = 0;
    v[0] = v[999] = 1; /* and -1 */
    for (int i = 0; i < 1000; i++)
        want += is_odd(v[i]);
    judge_equal(want, (int64_t)call_count(v, 1000, "itself", "itself"),
                _("the count of odd results among 1000 numbers"));
    judge_equal(want,
                (int64_t)call_count(v, 1000, "minus_itself", "minus_itself"),
                _("the count of odd results among 1000 numbers below 0"));
}

// promise: Returns how many results are odd.
// broken by: root_rounded
START_TEST(squares_and_roots_together)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++) {
            size_t n = judge_sizes[i];
            int32_t *v = make_vector(n);
            int64_t want = 0;
            for (size_t k = 0; k < n; k++)
                want +=
                    is_odd(k < n / 2 ? quick_square(v[k]) : slow_root(v[k]));
            size_t got = call_count(v, n, "square", "root");
            judge_sum_over(n, ones);
            judge_equal(want, (int64_t)got,
                        _("the count of odd squares and roots with n = %zu and "
                          "threads = %d"),
                        n, *t);
        }
    }
}

// promise: once each
// broken by: called_twice
START_TEST(each_element_once)
{
    judge_start(BUILD_PLAIN, 3);
    call_count(make_vector(1001), 1001, "counted", "counted");
    judge_equal(1001,
                judge_call("times_counted", T_I32, (struct judge_args){0}).i,
                _("how often an operation was called for 1001 elements"));
    int32_t *v = make_vector(1000);
    for (int i = 0; i < 1000; i++)
        v[i] = v[0];
    call_count(v, 1000, "counted", "counted");
    judge_equal(1000,
                judge_call("times_counted", T_I32, (struct judge_args){0}).i,
                _("how often an operation was called for 1000 equal "
                  "elements"));
}

// promise: may be null when n is 0
// broken by: null_refused
START_TEST(nothing_to_count)
{
    judge_start(BUILD_PLAIN, 3);
    judge_equal(0, (int64_t)call_count(NULL, 0, "one", "one"),
                _("the count for n = 0, v = null"));
}

/* A secret for quick() and slow(), in the student's process and here. */
static void draw_key(void)
{
    int64_t key = (int64_t)judge_random();

    judge_call("set_key", T_NONE, ARGS(I64(key)));
    set_key(key);
}

static void count_a_thousand(void)
{
    const size_t n = (size_t)judge_between(600, 1000);

    call_count(make_vector(n), n, "one", "zero");
}

enum { MANY = 1 << 20 };

/* About 10 ms a call with up to 16 cores. */
static size_t timed_size(void)
{
    return 600000 * (size_t)(judge_cores() < 16 ? judge_cores() : 16);
}

/* One call, by one thread and by three: where an index, or a part's length, is
 * an int, one of them is soon done, or comes to an index below 0. */
// promise: n may be more than an int holds
// promise: more elements than an int can count
// broken by: int_count
START_TEST(more_than_an_int_can_count)
{
    const size_t n = ((size_t)1 << 32) + 3;

    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    count_a_thousand();
    for (int threads = 1; threads <= 3; threads += 2) {
        struct judge_value got;

        judge_start_wide(threads);
        int32_t *v = judge_long_in(n, sizeof *v);
        for (size_t k = 0; k < judge_long_memory(n); k++)
            v[k] = any_number();
        if (judge_long_call("count_odd", T_SIZE,
                            ARGS(PTR(v), SIZE(n), FUNC("one"), FUNC("zero")),
                            &got))
            judge_equal((int64_t)(n / 2), got.i,
                        _("the count where every result of `first` is odd "
                          "and none of `second`, for n = %zu, threads = %d"),
                        n, threads);
    }
}

// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: kept_and_grows
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, 3);
    judge_steady(count_a_thousand, _("calls of count_odd()"));
}

/* More threads than there are pieces where their number is a small constant. */
// promise: Uses all threads that OpenMP offers
// promise: all threads have work
// broken by: serial
// promise: all threads have work
// broken by: nine_pieces
START_TEST(all_threads_work)
{
    const int team = judge_team() > 13 ? judge_team() : 13;
    size_t n;

    judge_start(BUILD_PLAIN, team);
    draw_key();
    judge_all_threads(team);
    n = judge_just_below(MANY);
    call_count(make_vector(n), n, "quick", "slow");
    count_a_thousand(); /* which one thread may do, this time */
    judge_all_threads(team);
    n = judge_just_below(MANY);
    call_count(make_vector(n), n, "quick", "slow");
}

// promise: all threads that OpenMP offers (OMP_NUM_THREADS)
// promise: also with 520 and more
// broken by: table_of_64
// promise: Uses all threads that OpenMP offers
// broken by: at_most_64_threads
START_TEST(more_threads_than_cores)
{
    enum { N = 300000 }; /* a task for each is slow, but not wrong */

    judge_start(BUILD_PLAIN, judge_crowd());
    judge_all_threads(judge_crowd());
    judge_equal(N / 2, (int64_t)call_count(make_vector(N), N, "one", "zero"),
                _("the count for %d elements where every result of `first` is "
                  "odd and none of `second`, with %d threads"),
                N, judge_crowd());
}

/* OMP_NUM_THREADS is 5, and OpenMP gives 2. */
// promise: and a team that is smaller than asked for
// broken by: team_not_asked
START_TEST(a_team_that_is_smaller_than_asked)
{
    enum { N = 1000 };

    judge_smaller_teams(2);
    judge_start(BUILD_PLAIN, 5);
    judge_equal(N / 2, (int64_t)call_count(make_vector(N), N, "one", "zero"),
                _("the count for %d elements where every result of `first` is "
                  "odd and none of `second`, in a team of 2"),
                N);
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: shared_count
START_TEST(no_race)
{
    /* many, so that under any schedule more than one thread gets some */
    const size_t n = (size_t)judge_between(100003, 101003);
    const size_t large = judge_just_below(timed_size());
    const int large_team = (int)judge_between(2, 8);

    for (const int *t = judge_race_teams(); *t; t++) {
        judge_start(BUILD_TSAN, *t);
        call_count(make_vector(n), n, "square", "root");
        if (*t == large_team)
            call_count(make_vector(large), large, "one", "zero");
    }
}

// promise: no read outside the vector
// broken by: one_past_the_end
// promise: no integer overflow
// broken by: square_overflows
START_TEST(stays_inside_the_array)
{
    judge_start(BUILD_ASAN, (int)judge_between(129, 300));
    call_count(make_vector(MANY / 4), MANY / 4, "square", "root");
    judge_start(BUILD_ASAN, 3);
    for (int i = 0; i < judge_n_sizes; i++)
        call_count(make_vector(judge_sizes[i]), judge_sizes[i], "square",
                   "root");
    check_operation("square", quick_square, "square(%d)");
    check_operation("root", slow_root, "root(%d)");
}

/* ---- speed ----------------------------------------------------------- */

static size_t serial(const int32_t *v, size_t n, operation *first,
                     operation *second)
{
    size_t count = 0;

    for (size_t i = 0; i < n / 2; i++)
        count += is_odd(first(v[i]));
    for (size_t i = n / 2; i < n; i++)
        count += is_odd(second(v[i]));
    return count;
}

/* Every thread gets its share of both halves, and nothing has to be fetched. */
static size_t ceiling(const int32_t *v, size_t n, operation *quicker,
                      operation *slower)
{
    size_t odd = 0;

#pragma omp parallel
    {
        size_t begin, end, mine = 0;

        my_part(n / 2, &begin, &end);
        for (size_t i = begin; i < end; i++)
            mine += is_odd(quicker(v[i]));
        my_part(n - n / 2, &begin, &end);
        for (size_t i = n / 2 + begin; i < n / 2 + end; i++)
            mine += is_odd(slower(v[i]));
#pragma omp atomic
        odd += mine;
    }
    return odd;
}

static int32_t *big;
static size_t big_n;
static int64_t big_count;

/* All numbers are others: a result that is kept for each of them is of no use,
 * and looking for those that changed is no less work than the operations. */
static void change_all(void)
{
    for (size_t i = 0; i < big_n; i++) {
        const int32_t x = (int32_t)(judge_random() >> 33);

        big[i] = x ? x : 1;
    }
    big_count = (int64_t)serial(big, big_n, quick, slow);
}

static void verify_count(struct judge_value got)
{
    judge_equal(big_count, got.i, _("the count of odd results of %zu numbers"),
                big_n);
}

// promise: and keeps all of them busy to the end, also if one operation takes
//   much longer than the other
// promise: at least 80 % of evenly shared work, with a first operation that is
//   quick and a second one that is slow
// broken by: static_schedule
// promise: at least 80 % of evenly shared work
// broken by: results_kept
// no promise: What is done with one element. Several threads may be in it at the
//   same time. Its result depends on x only; how long it takes is not known.
// because: says what an operation is like
// no promise: with fewer than 300,000 elements some threads may have nothing to
//   do.
// because: it is allowed, not asked for
// no promise: The speed goal is a share [...] and you lose nothing.
// because: says how the goal is meant
START_TEST(all_threads_busy_to_the_end)
{
    int cores = judge_cores();

    judge_start(BUILD_PLAIN, cores);
    big_n = judge_just_below(timed_size());
    big = make_vector(big_n);
    draw_key();
    judge_speed(&(struct judge_speed){
        .function = "count_odd",
        .returns = T_SIZE,
        .args = ARGS(PTR(big), SIZE(big_n), FUNC("quick"), FUNC("slow")),
        .serial = (void (*)(void))serial,
        .ceiling = (void (*)(void))ceiling,
        .fresh = change_all,
        .verify = verify_count,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("06 mix");

    judge_test(s, KIND_CORRECTNESS, exact_squares);
    judge_test(s, KIND_CORRECTNESS, exact_roots);
    judge_test(s, KIND_CORRECTNESS, each_half_its_own_operation);
    judge_test(s, KIND_CORRECTNESS, odd_also_below_zero);
    judge_test(s, KIND_CORRECTNESS, squares_and_roots_together);
    judge_test(s, KIND_CORRECTNESS, each_element_once);
    judge_test(s, KIND_CORRECTNESS, nothing_to_count);
    judge_test(s, KIND_CORRECTNESS, more_threads_than_cores);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_CORRECTNESS, all_threads_work);
    judge_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_nit(s, KIND_CORRECTNESS, more_than_an_int_can_count);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    judge_test(s, KIND_SPEED, all_threads_busy_to_the_end);
    return s;
}
