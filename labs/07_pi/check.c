/* What lab 07 asks for: the midpoint rule to the last digits that rounding
 * leaves, no race, near what the cores' dividers can do. */
#include <math.h>

#include "common/check/my_part.h"
#include "judge/judge.h"
#include "pi.h"

/*
 * How exact? Every height is a few roundings off, say 10, each 1.1e-16 of it,
 * and all heights are positive, so nothing cancels. Adding n of them in any
 * grouping is off by at most n roundings of the sum. For n up to 5000 that
 * proves 6e-13, whatever the threads and the schedule. For larger n the
 * roundings go up and down and partly cancel: the error grows like the square
 * root of n, about 1e-13 for a million and 4e-13 for 16 million. SMALL_ERROR
 * and LARGE_ERROR leave a factor of 10 or more above that. A sum of floats is
 * off by 1e-8 and more, the left edges for large n by the width.
 */
static const double small_error = 1e-12, large_error = 1e-11;

enum { MANY = 1000000 };

/* The heights of strips begin to end - 1, added up. */
static double heights(double a, double width, int64_t begin, int64_t end)
{
    double total = 0;

    for (int64_t k = begin; k < end; k++) {
        double middle = a + ((double)k + 0.5) * width;
        total += 4 / (1 + middle * middle);
    }
    return total;
}

static double serial(double a, double b, int64_t n)
{
    const double width = (b - a) / (double)n;

    return heights(a, width, 0, n) * width;
}

static double ceiling(double a, double b, int64_t n)
{
    const double width = (b - a) / (double)n;
    double total = 0;

#pragma omp parallel
    {
        size_t begin, end;

        my_part((size_t)n, &begin, &end);
        const double mine = heights(a, width, (int64_t)begin, (int64_t)end);
#pragma omp atomic
        total += mine;
    }
    return total * width;
}

/* The rule's value with 11 bits more and the low parts of the sum kept
 * (Kahan). For n of some thousands. */
static double exact(double a, double b, int64_t n)
{
    long double width = ((long double)b - a) / n, sum = 0, low = 0;

    for (int64_t i = 0; i < n; i++) {
        long double x = a + (i + 0.5L) * width;
        long double term = 4 / (1 + x * x) - low, next = sum + term;
        low = next - sum - term;
        sum = next;
    }
    return (double)(sum * width);
}

static long double slope(long double x)
{
    return -8 * x / ((1 + x * x) * (1 + x * x));
}

/* The same for large n: the area itself is 4 atan(b) - 4 atan(a), and by the
 * formula of Euler and Maclaurin the rule misses it by width^2/24 times the
 * difference of the slopes at the ends. The next term has width^4. */
static double exact_large(double a, double b, int64_t n)
{
    long double width = ((long double)b - a) / n;

    return (double)(4 * (atanl(b) - atanl(a)) -
                    width * width / 24 * (slope(b) - slope(a)));
}

/* What a variable without a value holds in these tests is near -1e303, and
 * times the width it is still no area. */
static void expect_an_area(double got, int64_t n, int threads)
{
    if (isfinite(got) && fabs(got) > 1e100)
        judge_fail(
            _("Wrong: with n = %lld and threads = %d the area is %g. Such "
              "a number comes out where a variable is used that nobody "
              "has set before: does each have a value from the "
              "beginning?"),
            (long long)n, threads, got);
}

static double call(double a, double b, int64_t n, int threads)
{
    double got = judge_call("integrate", T_F64, ARGS(F64(a), F64(b), I64(n))).d;

    expect_an_area(got, n, threads);
    return got;
}

static void area_once(double a, double b, int64_t n, int threads)
{
    double got = call(a, b, n, threads);

    if (a == 0 && b == 1 && n == 1 && fabs(got - 3) < 1e-9)
        judge_fail(_("Wrong: with n = 1 and threads = %d the area from 0 to 1 "
                     "is 3. It is 3.2, for the rectangle is as high as f in "
                     "its middle, at x = 0.5. 3 is the mean of f(0) and f(1), "
                     "which is another rule; or 3.2 has lost its fraction in "
                     "an int."),
                   threads);
    judge_close(n <= 0 ? 0 : exact(a, b, n), got, small_error, 0,
                _("the area from %g to %g by rectangles, with n = %lld and "
                  "threads = %d"),
                a, b, (long long)n, threads);
}

// promise: The area under f(x) = 4 / (1 + x*x) from x = a to x = b by the
//   midpoint rule: n rectangles of equal width, each as high as f in its middle.
// broken by: left_rule
// promise: a, b 0 <= a <= b
// broken by: equal_ends_refused
// promise: n how many rectangles
// promise: 1 to 7 threads
// broken by: rest_lost
// promise: 0 and less give 0
// promise: n from -3 to 18 million
// broken by: zero_rectangles
START_TEST(the_rule_for_every_n)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        area_once(0, 1, 1, *t); /* one rectangle: 3.2 */
        area_once(0, 1, 10, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            area_once(0, 1, (int64_t)judge_sizes[i], *t);
        for (int64_t n = 4; n < 400; n += judge_between(1, 20)) {
            double a = judge_uniform(0, 2), b = a + judge_uniform(0, 30);
            area_once(a, b, n, *t);
        }
        area_once(0, 1, -3, *t);
        area_once(0.5, 0.5, 10, *t);
    }
}

// promise: Uses all threads that OpenMP offers
// promise: and 520 and more
// broken by: table_of_64
// promise: all threads that OpenMP offers
// broken by: at_most_64_threads
START_TEST(more_threads_than_cores)
{
    judge_start(BUILD_PLAIN, judge_crowd());
    judge_all_threads(judge_crowd());
    area_once(0, 1, MANY, judge_crowd());
    area_once(0, 1, 100, judge_crowd());
    area_once(0, 1, 4099, judge_crowd());
}

/* Far from 0, where x * x is all that counts. */
// promise: a, b 0 <= a <= b
// broken by: flat_from_a_million
START_TEST(areas_far_away)
{
    judge_start(BUILD_PLAIN, 3);
    for (int power = 2; power <= 40; power += 2) {
        const double a = judge_uniform(1, 10) * pow(10, power);

        area_once(a, a * judge_uniform(1, 3), judge_between(1, 2000), 3);
        area_once(0, a, judge_between(1, 2000), 3);
    }
}

/* From one that is nothing beside a to one beside which a is nothing. */
// promise: a, b 0 <= a <= b
// broken by: narrow_is_nothing
START_TEST(narrow_and_wide_intervals)
{
    judge_start(BUILD_PLAIN, 3);
    for (int power = -14; power <= 14; power++) {
        const double a =
            judge_uniform(1, 10) * pow(10, (double)judge_between(-20, 20));
        const double b = a + a * judge_uniform(1, 10) * pow(10, power);
        const int64_t n = judge_between(1, 2000);

        judge_close(exact(a, b, n), call(a, b, n, 3), small_error, 0,
                    _("the area from %.17g to %.17g by rectangles, with n = "
                      "%lld and threads = %d"),
                    a, b, (long long)n, 3);
    }
}

/* " ..." of a result whose first eight digits are right. */
static const char *what_rounds(double want, double got)
{
    return fabs(got - want) < 1e-8 * want
               ? _(". The first digits are right: what is moved on from "
                   "rectangle to rectangle by an addition, such as x += width, "
                   "takes all roundings along; what is computed from i does "
                   "not")
               : "";
}

// promise: From 0 to 1 the area comes near pi as n grows.
// promise: The result differs from the rule's exact value only by rounding: at
//   most 1e-12 of it for n up to a million
// promise: 12 digits
// broken by: float_sum
START_TEST(pi_to_twelve_digits)
{
    for (const int *t = judge_threads; *t; t++) {
        int64_t n = 1000000 - judge_between(0, 1000);
        judge_start(BUILD_PLAIN, *t);
        double got = call(0, 1, n, *t);
        judge_close(exact_large(0, 1, n), got, small_error, 0,
                    _("pi by rectangles, with n = %lld and threads = %d%s"),
                    (long long)n, *t,
                    what_rounds(exact_large(0, 1, n), got));
    }
}

/* An odd number above 2^24, which a float cannot hold. */
// promise: and 1e-11 for more
// broken by: float_width
// promise: and 1e-11 for more
// broken by: a_million_is_enough
START_TEST(many_rectangles)
{
    int64_t n = 2 * judge_between(8500000, 9000000) + 1;

    judge_start(BUILD_PLAIN, 1);
    double got = call(0, 1, n, 1);
    judge_close(exact_large(0, 1, n), got, large_error, 0,
                _("pi by rectangles, with n = %lld and threads = %d%s"),
                (long long)n, 1, what_rounds(exact_large(0, 1, n), got));
    /* Here the rule misses the area by far more than it rounds. */
    const double a = judge_uniform(0.3, 1), b = a + judge_uniform(500, 1000);
    got = call(a, b, n, 1);
    judge_close(exact_large(a, b, n), got, large_error, 0,
                _("the area of a wide interval, from %g to %g, with n = %lld and "
                  "threads = %d"),
                a, b, (long long)n, 1);
}

/* One call, by one thread and by three: where an index, or a part's length, is
 * an int, one of them is soon done. Whoever is as fast although there is nothing
 * wrong may have rounded more often than the other checks allow for. */
// promise: n may be more than an int holds
// promise: more rectangles than an int can count
// broken by: int_count
START_TEST(more_than_an_int_can_count)
{
    const int64_t n = ((int64_t)1 << 32) + 3;

    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    area_once(0, 1, 1000, 3);
    for (int threads = 1; threads <= 3; threads += 2) {
        struct judge_value got;

        judge_start_wide(threads);
        if (judge_long_call("integrate", T_F64, ARGS(F64(0), F64(1), I64(n)),
                            &got))
            judge_close(exact_large(0, 1, n), got.d, 1e-6, 0,
                        _("pi by rectangles, with n = %lld and threads = %d"),
                        (long long)n, threads);
    }
}

static void a_thousand_rectangles(void)
{
    area_once(0, 1, judge_between(600, 1000), 3);
}

// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: kept_and_grows
// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: kept_by_memalign
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, 3);
    judge_steady(a_thousand_rectangles, _("calls of integrate()"));
}

// promise: that OpenMP offers (OMP_NUM_THREADS)
// promise: all of them start
// broken by: number_of_processors
START_TEST(all_threads_work)
{
    judge_start(BUILD_PLAIN, judge_team());
    judge_all_threads(judge_team());
    area_once(0, 1, 1000000, judge_team());
    area_once(0, 1, 3, judge_team()); /* which one thread may do, this time */
    judge_all_threads(judge_team());
    area_once(0, 1, 1000000, judge_team());
}

/* OMP_NUM_THREADS is 5, and OpenMP gives 2, and then, in another process, first
 * 5 and then 1: what the other four have left behind is no part of the area. */
// promise: and a team that is smaller than asked for
// broken by: team_not_asked
// promise: or than the one before
// broken by: old_slots
START_TEST(a_team_that_is_smaller_than_asked)
{
    judge_smaller_teams(2);
    judge_start(BUILD_PLAIN, 5);
    judge_close(exact(0, 1, 4099), call(0, 1, 4099, 5), small_error, 0,
                _("the area from 0 to 1 by %d rectangles, when OpenMP gives 2 "
                  "threads instead of 5"),
                4099);
    judge_start(BUILD_PLAIN, 5);
    area_once(0, 1, 4099, 5);
    judge_call("no_more_threads", T_NONE, (struct judge_args){0});
    judge_close(exact(0, 1, 4098), call(0, 1, 4098, 1), small_error, 0,
                _("the area from 0 to 1 by %d rectangles, by one thread, after "
                  "a call in which there were 5"),
                4098);
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: shared_sum
START_TEST(no_race)
{
    for (const int *t = judge_race_teams(); *t; t++) {
        judge_start(BUILD_TSAN, *t);
        for (const size_t *n = judge_race_sizes(*t, 4 << 20); *n; n++)
            area_once(0, 1, (int64_t)*n, *t);
        area_once(0, 1, 1, *t);
    }
}

// promise: nothing outside your arrays, if you use any
// broken by: four_slots
// promise: with 2 to 300 threads
// broken by: table_of_256
// promise: first few and then many
// broken by: table_of_the_first_call
START_TEST(stays_inside_its_memory)
{
    const int many = (int)judge_between(257, 300);

    judge_start(BUILD_ASAN, 2);
    area_once(0, 1, 1000, 2);
    judge_call("offer_threads", T_NONE, ARGS(I32(many)));
    area_once(0, 1, 1000, many);
    judge_call("offer_threads", T_NONE, ARGS(I32(2))); /* the others end */
    area_once(0, 1, 1000, 2);
    for (const int *t = judge_some_threads; *t; t++) {
        judge_start(BUILD_ASAN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            area_once(0, 1, (int64_t)judge_sizes[i], *t);
    }
}

static struct judge_speed race;

/* Another interval and another n for every call: an answer kept from before is
 * wrong. The interval is wide, so that the rule misses the area itself by
 * 5e-11 of it and more: with 4 atan(b) - 4 atan(a) one would not pass. */
static void other_interval(void)
{
    race.args = ARGS(F64(judge_uniform(0.3, 0.9)), F64(judge_uniform(800, 999)),
                     I64(judge_between(7990000, 8010000)));
}

static void verify_area(struct judge_value got)
{
    double a = race.args.v[0].d, b = race.args.v[1].d;
    int64_t n = race.args.v[2].i;

    judge_close(exact_large(a, b, n), got.d, large_error, 0,
                _("the area from %g to %g with %lld rectangles"), a, b,
                (long long)n);
}

// promise: at least 70 % of a loop that only waits for the divisions
// broken by: critical_per_step
// no promise: Your result need not have [...] only 11 are asked for.
// no promise: The speed goal is a share [...] and you lose nothing.
// because: says how the numbers are meant
// no promise: with fewer than a million rectangles some threads may have
//   nothing to do.
// because: it is allowed, not asked for
START_TEST(near_the_ceiling)
{
    judge_start(BUILD_PLAIN, judge_cores());
    race = (struct judge_speed){
        .function = "integrate",
        .returns = T_F64,
        .serial = (void (*)(void))serial,
        .ceiling = (void (*)(void))ceiling,
        .fresh = other_interval,
        .verify = verify_area,
    };
    judge_speed(&race);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("07 pi");

    judge_test(s, KIND_CORRECTNESS, the_rule_for_every_n);
    judge_test(s, KIND_CORRECTNESS, pi_to_twelve_digits);
    judge_test(s, KIND_CORRECTNESS, many_rectangles);
    judge_test(s, KIND_CORRECTNESS, areas_far_away);
    judge_test(s, KIND_CORRECTNESS, narrow_and_wide_intervals);
    judge_test(s, KIND_CORRECTNESS, more_threads_than_cores);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_CORRECTNESS, all_threads_work);
    judge_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_nit(s, KIND_CORRECTNESS, more_than_an_int_can_count);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_its_memory);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
