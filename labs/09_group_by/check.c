/* What lab 09 asks for: the right rows in their order, every key once, exact
 * counts and sums, no race, and a group-by near the ceiling. */
#include <stdlib.h>
#include <string.h>

#include "group_by.h"
#include "iris.h"
#include "judge.h"

enum { MAX_KEYS = 300 };

static void serial(size_t n, const int32_t key[], const int32_t value[],
                   int32_t n_keys, int64_t count[], int64_t sum[])
{
    memset(count, 0, (size_t)n_keys * sizeof *count);
    memset(sum, 0, (size_t)n_keys * sizeof *sum);
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys) {
            count[key[i]]++;
            sum[key[i]] += value[i];
        }
}

/* Every thread has a table of its own, on its own stack. */
static void ceiling(size_t n, const int32_t key[], const int32_t value[],
                    int32_t n_keys, int64_t count[], int64_t sum[])
{
    memset(count, 0, (size_t)n_keys * sizeof *count);
    memset(sum, 0, (size_t)n_keys * sizeof *sum);
#pragma omp parallel for reduction(+ : count[:n_keys], sum[:n_keys])
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys) {
            count[key[i]]++;
            sum[key[i]] += value[i];
        }
}

/* Now and then a key that belongs to no group. */
static int32_t random_key(int32_t n_keys)
{
    int64_t r = judge_between(0, 99);

    return r == 0   ? -1 - (int32_t)judge_between(0, 2)
           : r == 1 ? n_keys + (int32_t)judge_between(0, 2)
                    : (int32_t)judge_between(0, n_keys - 1);
}

static int32_t *random_keys(size_t n, int32_t n_keys)
{
    int32_t *key = judge_in(n * sizeof *key);

    for (size_t i = 0; i < n; i++)
        key[i] = random_key(n_keys);
    return key;
}

/* ---- the three questions --------------------------------------------- */

static void expect_rows(size_t n, const int32_t *species, const int32_t *width,
                        int32_t wanted, int32_t below, const char *table,
                        int threads)
{
    int64_t *row = judge_out(n * sizeof *row); /* size_t on the other side */
    int64_t *want = malloc((n + 1) * sizeof *want);
    size_t n_want = 0;

    for (size_t i = 0; i < n; i++)
        if (species[i] == wanted || width[i] < below)
            want[n_want++] = (int64_t)i;
    int64_t got = judge_call("filter_rows", T_SIZE,
                             ARGS(SIZE(n), PTR(species), PTR(width),
                                  I32(wanted), I32(below), PTR(row)))
                      .i;
    judge_equal((int64_t)n_want, got,
                _("how many of the %s filter_rows() found, with n = %zu and "
                  "threads = %d"),
                table, n, threads);
    judge_equal_i64(
        want, row, n_want, "row",
        _("filter_rows() of %s, in their order, with n = %zu and threads = %d"),
        table, n, threads);
    free(want);
}

static void filter_once(size_t n, int threads)
{
    judge_clear();
    int32_t *species = judge_in(n * sizeof *species);
    int32_t *width = judge_in(n * sizeof *width);
    for (size_t i = 0; i < n; i++) {
        species[i] = (int32_t)judge_between(0, 2);
        width[i] = (int32_t)judge_between(20, 44);
    }
    expect_rows(n, species, width, (int32_t)judge_between(0, 3),
                (int32_t)judge_between(20, 45), "rows", threads);
}

static void distinct_once(size_t n, int32_t n_keys, int threads)
{
    int32_t want[MAX_KEYS] = {0}, n_want = 0;
    bool seen[MAX_KEYS] = {false};

    judge_clear();
    int32_t *key = random_keys(n, n_keys);
    int32_t *out = judge_out((size_t)n_keys * sizeof *out);
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys)
            seen[key[i]] = true;
    for (int32_t k = 0; k < n_keys; k++)
        if (seen[k])
            want[n_want++] = k;
    int64_t got = judge_call("distinct", T_I32,
                             ARGS(SIZE(n), PTR(key), I32(n_keys), PTR(out)))
                      .i;
    judge_equal(n_want, got,
                _("how many distinct keys there are among keys 0 to %d and "
                  "others, with n = %zu and threads = %d"),
                n_keys - 1, n, threads);
    judge_equal_i32(want, out, (size_t)n_want, "out",
                    _("distinct() with n = %zu and threads = %d"), n, threads);
}

static void expect_groups(size_t n, const int32_t *key, const int32_t *value,
                          int32_t n_keys, const char *table, int threads)
{
    int64_t want_count[MAX_KEYS], want_sum[MAX_KEYS];
    int64_t *count = judge_out((size_t)n_keys * sizeof *count);
    int64_t *sum = judge_out((size_t)n_keys * sizeof *sum);

    serial(n, key, value, n_keys, want_count, want_sum);
    judge_call(
        "group_sum", T_NONE,
        ARGS(SIZE(n), PTR(key), PTR(value), I32(n_keys), PTR(count), PTR(sum)));
    judge_equal_i64(want_count, count, (size_t)n_keys, "count",
                    _("group_sum() of %s with n = %zu and threads = %d"), table,
                    n, threads);
    judge_equal_i64(want_sum, sum, (size_t)n_keys, "sum",
                    _("group_sum() of %s with n = %zu and threads = %d"), table,
                    n, threads);
}

static void group_once(size_t n, int32_t n_keys, int threads)
{
    judge_clear();
    int32_t *key = random_keys(n, n_keys);
    int32_t *value = judge_in(n * sizeof *value);
    for (size_t i = 0; i < n; i++)
        value[i] = (int32_t)judge_random();
    expect_groups(n, key, value, n_keys, "rows", threads);
}

/* ---- the tests ------------------------------------------------------- */

START_TEST(rows_in_order)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            filter_once(judge_sizes[i], *t);
    }
}

/* Rows that are kept as threads finish come in their order now and then. Many
 * calls, long enough for several threads to be at work at once. */
START_TEST(rows_in_order_always)
{
    for (int threads = 4; threads <= 12; threads += 4) {
        judge_start(BUILD_PLAIN, threads);
        for (int k = 0; k < 20; k++)
            filter_once((size_t)judge_between(5000, 20000), threads);
    }
}

START_TEST(every_key_once)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++) {
            distinct_once(judge_sizes[i], 3, *t);
            distinct_once(judge_sizes[i], MAX_KEYS, *t);
        }
    }
}

START_TEST(exact_groups)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++) {
            group_once(judge_sizes[i], 1, *t);
            group_once(judge_sizes[i], (int32_t)judge_between(2, 99), *t);
            group_once(judge_sizes[i], MAX_KEYS, *t);
        }
    }
}

START_TEST(the_iris_table)
{
    judge_start(BUILD_PLAIN, 3);
    int32_t *column[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) {
        column[c] = judge_in(IRIS_ROWS * sizeof **column);
        for (int i = 0; i < IRIS_ROWS; i++)
            column[c][i] = iris[i][c];
    }
    const char *const flowers = _("irises");
    expect_rows(IRIS_ROWS, column[SPECIES], column[SEPAL_WIDTH], SETOSA, 30,
                flowers, 3);
    expect_groups(IRIS_ROWS, column[SPECIES], column[SEPAL_LENGTH], N_SPECIES,
                  flowers, 3);
    expect_groups(IRIS_ROWS, column[PETAL_LENGTH], column[SEPAL_LENGTH], 70,
                  flowers, 3);
}

static void all_three(size_t n, int threads)
{
    filter_once(n, threads);
    distinct_once(n, 3, threads);
    group_once(n, 3, threads);
    group_once(n, 99, threads);
}

START_TEST(no_race)
{
    for (const int *t = judge_race_threads; *t; t++) {
        judge_start(BUILD_TSAN, *t);
        all_three(1000, *t);
        all_three(1, *t);
    }
}

START_TEST(stays_inside_its_memory)
{
    for (const int *t = judge_race_threads; *t; t++) {
        judge_start(BUILD_ASAN, *t);
        judge_no_leaks();
        for (int i = 0; i < judge_n_sizes; i++)
            all_three(judge_sizes[i], *t);
    }
}

/* ---- speed ----------------------------------------------------------- */

/* Few keys, so that threads which share a table meet often. The rows come in
 * short runs of one key, as in the iris table: each row then waits for the one
 * before to be counted, and how the loop was compiled matters less. */
enum { N = 8 << 20, KEYS = 12, RUN = 64 };
static int32_t *keys, *values;
static int64_t *counts, *sums, want_counts[KEYS], want_sums[KEYS];

/* Other rows at some places, so that an answer kept from before is wrong. */
static void change_some(void)
{
    for (int j = 0; j < 64; j++) {
        int64_t i = judge_between(0, N - 1);
        want_counts[keys[i]]--;
        want_sums[keys[i]] -= values[i];
        keys[i] = (int32_t)judge_between(0, KEYS - 1);
        values[i] = (int32_t)judge_random();
        want_counts[keys[i]]++;
        want_sums[keys[i]] += values[i];
    }
    judge_poison(counts, KEYS * sizeof *counts);
    judge_poison(sums, KEYS * sizeof *sums);
}

static void verify_groups(struct judge_value none)
{
    (void)none;
    judge_equal_i64(want_counts, counts, KEYS, "count",
                    _("group_sum() of %d rows"), N);
    judge_equal_i64(want_sums, sums, KEYS, "sum", _("group_sum() of %d rows"),
                    N);
}

START_TEST(near_the_ceiling)
{
    judge_start(BUILD_PLAIN, judge_cores());
    keys = judge_in(N * sizeof *keys);
    values = judge_in(N * sizeof *values);
    counts = judge_out(KEYS * sizeof *counts);
    sums = judge_out(KEYS * sizeof *sums);
    for (int i = 0; i < N; i++) {
        keys[i] = i % RUN ? keys[i - 1] : (int32_t)judge_between(0, KEYS - 1);
        values[i] = (int32_t)judge_random();
    }
    serial(N, keys, values, KEYS, want_counts, want_sums);
    judge_speed(&(struct judge_speed){
        .function = "group_sum",
        .returns = T_NONE,
        .args = ARGS(SIZE(N), PTR(keys), PTR(values), I32(KEYS), PTR(counts),
                     PTR(sums)),
        .serial = (void (*)(void))serial,
        .ceiling = (void (*)(void))ceiling,
        .fresh = change_some,
        .verify = verify_groups,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("09 group_by");

    judge_test(s, KIND_CORRECTNESS, the_iris_table);
    judge_test(s, KIND_CORRECTNESS, rows_in_order);
    judge_test(s, KIND_CORRECTNESS, rows_in_order_always);
    judge_test(s, KIND_CORRECTNESS, every_key_once);
    judge_test(s, KIND_CORRECTNESS, exact_groups);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_its_memory);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
