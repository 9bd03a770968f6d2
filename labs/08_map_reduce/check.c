/* What lab 08 asks for: every element mapped, a summary merged rightly, steps
 * joined in their order for any number of threads, no race, near the ceiling.
 */
#include <omp.h>
#include <stdlib.h>

#include "common/check/my_part.h"
#include "judge/judge.h"
#include "map_reduce.h"

enum { MANY = 1 << 20 };

/* ---- map ------------------------------------------------------------- */

static void map_once(size_t n, int threads)
{
    judge_clear();
    double *celsius = judge_in(n * sizeof *celsius);
    double *kelvin = judge_out_doubles(n);
    double *want = malloc((n + 1) * sizeof *want);
    for (size_t i = 0; i < n; i++) {
        celsius[i] = judge_uniform(-273.15, 1000);
        want[i] = celsius[i] + 273.15;
    }
    judge_call("to_kelvin", T_NONE, ARGS(SIZE(n), PTR(celsius), PTR(kelvin)));
    judge_close_f64(
        want, kelvin, n, 1e-15, 1e-12, "kelvin",
        _("to_kelvin() of temperatures with n = %zu and threads = %d"), n,
        threads);
    free(want);
}

// promise: Map. kelvin[i] = celsius[i] + 273.15
// broken by: kelvin_rounded
// promise: for i = 0 .. n-1. n = 0: nothing.
// broken by: map_one_short
START_TEST(map_to_kelvin)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            map_once(judge_sizes[i], *t);
    }
}

/* ---- reduce ---------------------------------------------------------- */

/* Temperatures are multiples of `unit`, a power of two: their sums are exact in
 * any order. `range` is small for many equal ones. */
static void summary_once(size_t n, double unit, int low, int range, int threads)
{
    struct summary want = NO_SUMMARY;

    judge_clear();
    double *t = judge_in(n * sizeof *t);
    struct summary *s = judge_out(sizeof *s);
    for (size_t i = 0; i < n; i++) {
        t[i] = unit * (double)(low + judge_between(0, range));
        if (t[i] == 0 && judge_between(0, 1))
            t[i] = -0.0;
        want.sum += t[i];
        if (t[i] < want.coldest) {
            want.coldest = t[i];
            want.coldest_at = i;
        }
        if (t[i] > want.hottest)
            want.hottest = t[i];
    }
    judge_call("summarize", T_NONE, ARGS(SIZE(n), PTR(t), PTR(s)));
    struct summary got = *s;
    const char *const what =
        _("%s of the temperatures with n = %zu and threads = %d");
    judge_close(want.coldest, got.coldest, 0, 0, what, "coldest", n, threads);
    if (got.coldest_at != want.coldest_at && got.coldest_at < n &&
        t[got.coldest_at] == want.coldest)
        judge_equal((int64_t)want.coldest_at, (int64_t)got.coldest_at,
                    _("coldest_at of the temperatures with n = %zu and threads "
                      "= %d, where two are as cold: of these the first index "
                      "counts, within a thread's part and where the parts are "
                      "joined, in whatever order OpenMP joins them"),
                    n, threads);
    judge_equal((int64_t)want.coldest_at, (int64_t)got.coldest_at, what,
                "coldest_at", n, threads);
    judge_close(want.hottest, got.hottest, 0, 0, what, "hottest", n, threads);
    judge_close(want.sum, got.sum, 0, 0, what, "sum", n, threads);
}

// promise: Reduce. *whole = the summary of t[0] .. t[n-1]
// promise: so your sum has to be exact as well
// broken by: sum_in_float
// promise: n = 0: NO_SUMMARY.
// broken by: no_summary_of_none
// promise: About none at all it is NO_SUMMARY
// promise: then the first temperature that comes is the coldest and the hottest
// promise: only warm or cold
// broken by: no_initializer
// promise: index of the coldest, the first one if several are
// broken by: last_of_equals
// promise: Most temperatures in the checks are small multiples of 2^-10
// promise: or of 2^1000, which is far beyond a billion.
// broken by: from_a_billion
// promise: so your sum has to be exact as well
// broken by: quarters
START_TEST(summary_of_temperatures)
{
    const double fine = 0x1p-10, huge = 0x1p1000; /* and 4099 x 420 of it */

    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++) {
            summary_once(judge_sizes[i], huge, 20, 400, *t);   /* no 0 here */
            summary_once(judge_sizes[i], huge, -480, 400, *t); /* nor here */
            summary_once(judge_sizes[i], fine, -4, 8, *t); /* many are equal */
            summary_once(judge_sizes[i], fine, 0, 3, *t);  /* 0 and -0, too */
        }
        summary_once(MANY, fine, 20, 400, *t);
    }
}

/* Temperatures with all their digits. Each addition rounds by 2^-53 of what it
 * gives, which is at most the sum of all without their signs; in whatever order
 * they are added, n additions are not off by more than n times that. */
static void any_summary_once(size_t n, int threads)
{
    struct summary want = NO_SUMMARY;
    long double sum = 0, all = 0;

    judge_clear();
    double *t = judge_in(n * sizeof *t);
    struct summary *s = judge_out(sizeof *s);
    for (size_t i = 0; i < n; i++) {
        t[i] = judge_uniform(-90, 60);
        sum += t[i];
        all += fabs(t[i]);
        if (t[i] < want.coldest) {
            want.coldest = t[i];
            want.coldest_at = i;
        }
        if (t[i] > want.hottest)
            want.hottest = t[i];
    }
    judge_call("summarize", T_NONE, ARGS(SIZE(n), PTR(t), PTR(s)));
    const struct summary got = *s;
    const char *const what =
        _("%s of the temperatures with n = %zu and threads = %d");
    judge_close(want.coldest, got.coldest, 0, 0, what, "coldest", n, threads);
    judge_equal((int64_t)want.coldest_at, (int64_t)got.coldest_at, what,
                "coldest_at", n, threads);
    judge_close(want.hottest, got.hottest, 0, 0, what, "hottest", n, threads);
    judge_close((double)sum, got.sum, 0, (double)(n * all * 0x1p-53L), what,
                "sum", n, threads);
}

// promise: *whole = the summary of t[0] .. t[n-1], which are finite numbers
// promise: Others have all the digits of a double: their sum may be off by one
//   rounding for each addition.
// broken by: digits_cut_off
START_TEST(summary_of_all_digits)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            any_summary_once(judge_sizes[i], *t);
    }
}

/* ---- ordered reduce -------------------------------------------------- */

static const char *few = ""; /* how many threads come, where not all do */

static void serial(size_t n, const struct step s[], struct step *whole)
{
    struct step all = NO_STEP;

    for (size_t i = 0; i < n; i++)
        all = join(all, s[i]);
    *whole = all;
}

static void ceiling(size_t n, const struct step steps[], struct step *whole)
{
    int slots = omp_get_max_threads();
    struct step *slot = calloc((size_t)slots, sizeof *slot);

    for (int i = 0; i < slots; i++)
        slot[i] = NO_STEP;
#pragma omp parallel
    {
        size_t begin, end;

        my_part(n, &begin, &end);
        serial(end - begin, steps + begin, &slot[omp_get_thread_num()]);
    }
    serial((size_t)slots, slot, whole);
    free(slot);
}

static struct step random_step(void)
{
    const int64_t r = judge_between(0, 63);

    return (struct step){(int32_t)(r == 0   ? 0
                                   : r == 1 ? PRIME - 1
                                            : judge_between(1, PRIME - 1)),
                         (int32_t)(r == 2   ? 0
                                   : r == 3 ? PRIME - 1
                                            : judge_between(0, PRIME - 1))};
}

static void expect_step(struct step want, struct step got, size_t n,
                        int threads)
{
    const char *zero =
        got.scale || got.shift
            ? ""
            : _(" (the step {0, 0} makes 0 of every number; what "
                "changes none is NO_STEP)");

    judge_equal(want.scale, got.scale,
                _("scale of all steps joined, with n = %zu and threads = "
                  "%d%s%s"),
                n, threads, few, zero);
    judge_equal(want.shift, got.shift,
                _("shift of all steps joined in their order, with n = %zu and "
                  "threads = %d%s%s"),
                n, threads, few, zero);
}

static void join_once(size_t n, int threads)
{
    struct step want;

    judge_clear();
    struct step *s = judge_in(n * sizeof *s);
    struct step *whole = judge_out(sizeof *whole);
    for (size_t i = 0; i < n; i++)
        s[i] = random_step();
    if (n > 1 && judge_between(0, 3) == 0) { /* a sum that is PRIME: 0 */
        s[n - 2].scale = 0;
        s[n - 1] = (struct step){1, PRIME - s[n - 2].shift};
        s[n - 1].shift -= s[n - 1].shift == PRIME;
    }
    serial(n, s, &want);
    judge_call("join_all", T_NONE, ARGS(SIZE(n), PTR(s), PTR(whole)));
    expect_step(want, *whole, n, threads);
}

// promise: Ordered reduce. *whole = the one step
// broken by: rest_lost
// promise: that does what s[0], then s[1], ..., then s[n-1] do.
// broken by: operands_swapped
// promise: 0 <= scale, shift < PRIME.
// broken by: below_zero
// promise: n = 0: NO_STEP.
// broken by: no_step_of_none
START_TEST(steps_in_order)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            join_once(judge_sizes[i], *t);
    }
}

/* Threads that are joined as they finish come in their order now and then.
 * Many calls, long enough for several threads to be at work at once. */
// promise: The order of the steps is tried a hundred times with 4 to 16 threads
// promise: up to 20000 elements, 1 to 16 threads
// broken by: joined_as_finished
START_TEST(steps_in_order_always)
{
    for (int threads = 4; threads <= 16; threads += 4) {
        judge_start(BUILD_PLAIN, threads);
        for (int k = 0; k < 25; k++)
            join_once((size_t)judge_between(5000, 20000), threads);
    }
}

/* ---- the detectors --------------------------------------------------- */

static void all_three(size_t n, int threads)
{
    map_once(n, threads);
    summary_once(n, 0x1p-10, -480, 400, threads);
    join_once(n, threads);
}

/* More elements than an int can count. Where an index, or the beginning of a
 * part, is an int, a call by one thread or by three is soon done. */
static const size_t very_many = ((size_t)1 << 32) + 3;

static void long_map(int threads)
{
    const size_t n = very_many, memory = judge_long_memory(n);
    struct judge_value none;

    judge_start_wide(threads);
    double *celsius = judge_long_in(n, sizeof *celsius);
    double *kelvin = judge_long_out(n, sizeof *kelvin);
    double *want = malloc(memory * sizeof *want);
    for (size_t k = 0; k < memory; k++) {
        celsius[k] = judge_uniform(-273.15, 1000);
        want[k] = celsius[k] + 273.15;
    }
    if (judge_long_call("to_kelvin", T_NONE,
                        ARGS(SIZE(n), PTR(celsius), PTR(kelvin)), &none))
        judge_close_f64(
            want, kelvin, memory, 1e-15, 1e-12, "kelvin",
            _("to_kelvin() of temperatures with n = %zu and threads = %d"), n,
            threads);
    free(want);
}

static void long_summary(int threads)
{
    const size_t n = very_many, memory = judge_long_memory(n);
    struct judge_value none;
    double sum = 0;

    judge_start_wide(threads);
    double *t = judge_long_in(n, sizeof *t);
    struct summary *s = judge_out(sizeof *s);
    for (size_t k = 0; k < memory; k++) {
        t[k] = k + 1 < memory ? (double)judge_between(0, 400) / 4 : -1;
        sum += t[k] * (double)judge_long_times(n, k);
    }
    if (!judge_long_call("summarize", T_NONE, ARGS(SIZE(n), PTR(t), PTR(s)),
                         &none))
        return;
    struct summary got = *s;
    const char *const what =
        _("%s of the temperatures with n = %zu and threads = %d");
    judge_equal((int64_t)n - 1, (int64_t)got.coldest_at, what, "coldest_at", n,
                threads);
    judge_close(sum, got.sum, 0, 0, what, "sum", n, threads);
}

static void long_join(int threads)
{
    const size_t n = very_many, memory = judge_long_memory(n);
    struct step want = NO_STEP, once;
    struct judge_value none;

    judge_start_wide(threads);
    struct step *s = judge_long_in(n, sizeof *s);
    struct step *whole = judge_out(sizeof *whole);
    for (size_t k = 0; k < memory; k++)
        s[k] = random_step();
    serial(LONG_PERIOD, s, &once);
    for (size_t i = 0; i < judge_long_times(n, 0); i++)
        want = join(want, once);
    for (size_t k = LONG_PERIOD; k < memory; k++)
        want = join(want, s[k]);
    if (judge_long_call("join_all", T_NONE, ARGS(SIZE(n), PTR(s), PTR(whole)),
                        &none))
        expect_step(want, *whole, n, threads);
}

// promise: In all three n may be more than an int holds.
// promise: more elements than an int can count
// broken by: int_map
START_TEST(map_of_more_than_an_int_can_count)
{
    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    map_once(1000, 3);
    long_map(1);
}

// promise: n may be more than an int holds
// broken by: int_summary
START_TEST(summary_of_more_than_an_int_can_count)
{
    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    summary_once(1000, 0x1p-10, -480, 400, 3);
    long_summary(1);
}

// promise: n may be more than an int holds
// broken by: int_parts
START_TEST(more_steps_than_an_int_can_count)
{
    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    join_once(1000, 3);
    long_join(1);
    long_join(3);
}

static void a_thousand_each(void)
{
    all_three((size_t)judge_between(600, 1000), 3);
}

// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: kept_and_grows
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, 3);
    judge_steady(a_thousand_each,
                 _("calls of to_kelvin(), summarize() and join_all()"));
}

// promise: All three use all threads that OpenMP offers (OMP_NUM_THREADS)
// promise: all three functions have work for all threads
// broken by: serial_summary
START_TEST(all_threads_work)
{
    const size_t n = judge_just_below(MANY);

    judge_start(BUILD_PLAIN, judge_team());
    judge_threads_together(judge_team());
    map_once(n, judge_team());
    all_three(3, judge_team()); /* which one thread may do, this time */
    judge_threads_together(judge_team());
    map_once(n, judge_team());
    judge_threads_together(judge_team());
    summary_once(n, 0x1p-10, -480, 400, judge_team());
    judge_all_threads(judge_team());
    join_once(n, judge_team());
}

// promise: and the result is the same for any number of them
// promise: and a million with 1 to 7 threads and with 520 and more
// broken by: slots_for_64
// promise: All three use all threads that OpenMP offers
// broken by: map_with_64_threads
START_TEST(more_threads_than_cores)
{
    const size_t n = judge_just_below(MANY);

    judge_start(BUILD_PLAIN, judge_crowd());
    judge_all_threads(judge_crowd());
    map_once(n, judge_crowd());
    judge_all_threads(judge_crowd());
    summary_once(n, 0x1p-10, -480, 400, judge_crowd());
    judge_all_threads(judge_crowd());
    join_once(n, judge_crowd());
    all_three(1000, judge_crowd());
    all_three(100, judge_crowd());
}

/* OMP_NUM_THREADS is 5, and OpenMP gives 2, and then, in another process, first
 * 5 and then 1: what the other four have left behind belongs to no result. */
// promise: and a team that is smaller than asked for
// broken by: team_not_asked
// promise: smaller than asked for
// broken by: team_as_often_smaller
// promise: or than the one before
// broken by: old_slots
START_TEST(a_team_that_is_smaller_than_asked)
{
    judge_smaller_teams(2);
    few = _(", of which OpenMP gives only 2");
    judge_start(BUILD_PLAIN, 5);
    all_three(1000, 5);
    judge_start(BUILD_PLAIN, judge_crowd());
    judge_call("fewer_threads", T_NONE, (struct judge_args){0});
    few = _(", of which OpenMP may give fewer (OMP_DYNAMIC)");
    all_three(1000, judge_crowd());
    few = "";
    judge_start(BUILD_PLAIN, 5);
    all_three(1000, 5);
    judge_call("no_more_threads", T_NONE, (struct judge_args){0});
    for (int k = 0; k < 8; k++) /* one shift in four is 0, and the old, too */
        all_three(999, 1);
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: shared_summary
// promise: 2 to 250 threads
// broken by: slots_used_twice
START_TEST(no_race)
{
    for (const int *t = judge_race_teams(); *t; t++) {
        judge_start(BUILD_TSAN, *t);
        for (const size_t *n = judge_race_sizes(*t, 2 << 20); *n; n++)
            all_three(*n, *t);
        all_three(1, *t);
    }
}

// promise: nothing outside the arrays
// broken by: slots_for_64
// promise: nothing left unfreed
// broken by: slots_leak
// promise: with 2 to 300 threads
// broken by: table_of_256
// promise: first few and then many
// broken by: table_of_the_first_call
START_TEST(stays_inside_its_memory)
{
    const int many = (int)judge_between(257, 300);

    judge_start(BUILD_ASAN, 2);
    all_three(1000, 2);
    all_three(judge_large(2 << 20), 2);
    judge_call("offer_threads", T_NONE, ARGS(I32(many)));
    all_three(1000, many);
    judge_call("offer_threads", T_NONE, ARGS(I32(2))); /* the others end */
    all_three(1000, 2);
    for (const int *t = judge_some_threads; *t; t++) {
        judge_start(BUILD_ASAN, *t);
        judge_no_leaks();
        for (int i = 0; i < judge_n_sizes; i++)
            all_three(judge_sizes[i], *t);
    }
}

/* ---- speed ----------------------------------------------------------- */

enum { PART = 4096, PARTS = 512 };
static struct step *many, *many_joined;
static struct step part[PARTS]; /* the steps of each part, joined */
static size_t n_steps;          /* the last part may be shorter */

static void join_part(size_t p)
{
    const size_t begin = p * PART, rest = n_steps - begin;

    serial(rest < PART ? rest : PART, many + begin, &part[p]);
}

static void new_step(size_t i)
{
    many[i] = random_step();
    join_part(i / PART);
}

/* Other steps at some places, so that an answer kept from before is wrong. */
static void change_some(void)
{
    for (int k = 0; k < 16; k++)
        new_step((size_t)judge_between(0, (int64_t)n_steps - 1));
    judge_poison(many_joined, sizeof *many_joined);
}

static void verify_steps(struct judge_value none)
{
    struct step want;

    (void)none;
    serial(PARTS, part, &want);
    expect_step(want, *many_joined, n_steps, judge_cores());
}

// promise: `join_all()`: at least 85 % of a perfectly shared loop
// broken by: ordered_per_step
// no promise: What is known about some temperatures.
// no promise: which are finite numbers, as are all sums of them.
// no promise: The two arrays do not overlap.
// no promise: No array is null, not even for n = 0.
// no promise: With fewer than a million elements some threads may have nothing to
//   do.
// no promise: A step: it turns x into (scale * x + shift) mod PRIME.
// no promise: 2^31 - 1 turns x into x The one step that does [...] adding 1 and
//   then doubling.
// no promise: so that luck does not help.
// no promise: The speed goal is a share [...] and you lose nothing.
// because: says what the others mean, what the caller sees to, and what is allowed
START_TEST(near_the_ceiling)
{
    judge_start(BUILD_PLAIN, judge_cores());
    n_steps = judge_just_below(PART * PARTS);
    many = judge_in(n_steps * sizeof *many);
    many_joined = judge_out(sizeof *many_joined);
    for (size_t i = 0; i < n_steps; i++)
        many[i] = random_step();
    for (size_t p = 0; p < PARTS; p++)
        join_part(p);
    judge_speed(&(struct judge_speed){
        .function = "join_all",
        .returns = T_NONE,
        .args = ARGS(SIZE(n_steps), PTR(many), PTR(many_joined)),
        .serial = (void (*)(void))serial,
        .ceiling = (void (*)(void))ceiling,
        .fresh = change_some,
        .verify = verify_steps,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("08 map_reduce");

    judge_test(s, KIND_CORRECTNESS, map_to_kelvin);
    judge_test(s, KIND_CORRECTNESS, summary_of_temperatures);
    judge_test(s, KIND_CORRECTNESS, summary_of_all_digits);
    judge_test(s, KIND_CORRECTNESS, steps_in_order);
    judge_test(s, KIND_CORRECTNESS, steps_in_order_always);
    judge_test(s, KIND_CORRECTNESS, more_threads_than_cores);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_CORRECTNESS, all_threads_work);
    judge_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_nit(s, KIND_CORRECTNESS, map_of_more_than_an_int_can_count);
    judge_nit(s, KIND_CORRECTNESS, summary_of_more_than_an_int_can_count);
    judge_nit(s, KIND_CORRECTNESS, more_steps_than_an_int_can_count);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_its_memory);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
