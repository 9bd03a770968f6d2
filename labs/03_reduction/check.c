/* What lab 03 asks for: exact sums, no race, near the memory's speed. */
#include "judge.h"
#include "reduction.h"

static int64_t serial(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static int64_t ceiling(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

/* One sum of n random numbers, checked. */
static void sum_once(size_t n, int threads)
{
    judge_clear();
    int32_t *a = judge_in(n * sizeof *a);
    for (size_t i = 0; i < n; i++)
        a[i] = (int32_t)judge_random();
    int64_t got = judge_call("sum_array", T_I64, ARGS(PTR(a), SIZE(n))).i;
    judge_equal(serial(a, n), got, _("the sum for n = %zu, threads = %d"), n,
                threads);
}

START_TEST(exact_for_every_size)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            sum_once(judge_sizes[i], *t);
    }
}

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
}

START_TEST(no_race)
{
    for (const int *t = judge_race_threads; *t; t++) {
        judge_start(BUILD_TSAN, *t);
        sum_once(1000, *t);
    }
}

START_TEST(stays_inside_the_array)
{
    judge_start(BUILD_ASAN, 3);
    for (int i = 0; i < judge_n_sizes; i++)
        sum_once(judge_sizes[i], 3);
}

enum { N = 16 << 20 }; /* 64 MB: well beyond most caches */
static int32_t *big;
static int64_t big_sum;

/* Other numbers at some places, so that an answer kept from before is wrong. */
static void change_some(void)
{
    for (int k = 0; k < 64; k++) {
        int64_t i = judge_between(0, N - 1);
        big_sum -= big[i];
        big[i] = (int32_t)judge_random();
        big_sum += big[i];
    }
}

static void verify_sum(struct judge_value got)
{
    judge_equal(big_sum, got.i, _("the sum of %d numbers"), N);
}

START_TEST(near_the_ceiling)
{
    judge_start(BUILD_PLAIN, judge_cores());
    big = judge_in(N * sizeof *big);
    for (int i = 0; i < N; i++)
        big[i] = (int32_t)judge_random();
    big_sum = serial(big, N);
    judge_speed(&(struct judge_speed){
        .function = "sum_array",
        .returns = T_I64,
        .args = ARGS(PTR(big), SIZE(N)),
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
    judge_test(s, KIND_CORRECTNESS, exact_beyond_int);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
