/* What lab 09 asks for: the right rows in their order, every key once, exact
 * counts and sums, no race, and a group-by near the ceiling. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check/my_part.h"
#include "group_by.h"
#include "iris.h"
#include "judge/judge.h"

enum { MAX_KEYS = 4096, MANY = 1 << 20 };

static void serial(size_t rows, const int32_t group[], const int32_t number[],
                   int32_t groups, int64_t rows_of[], int64_t sum_of[])
{
    memset(rows_of, 0, (size_t)groups * sizeof *rows_of);
    memset(sum_of, 0, (size_t)groups * sizeof *sum_of);
    for (size_t i = 0; i < rows; i++)
        if (group[i] >= 0 && group[i] < groups) {
            rows_of[group[i]]++;
            sum_of[group[i]] += number[i];
        }
}

/* Every thread has a table of its own, on its own stack. */
static void ceiling(size_t rows, const int32_t group[], const int32_t number[],
                    int32_t groups, int64_t rows_of[], int64_t sum_of[])
{
    memset(rows_of, 0, (size_t)groups * sizeof *rows_of);
    memset(sum_of, 0, (size_t)groups * sizeof *sum_of);
#pragma omp parallel
    {
        int64_t my_rows[MAX_KEYS], my_sum[MAX_KEYS];
        size_t begin, end;

        my_part(rows, &begin, &end);
        serial(end - begin, group + begin, number + begin, groups, my_rows,
               my_sum);
#pragma omp critical
        for (int32_t k = 0; k < groups; k++) {
            rows_of[k] += my_rows[k];
            sum_of[k] += my_sum[k];
        }
    }
}

/* Now and then a key that belongs to no group: a little too small or too large,
 * or one that would do if some of its upper bits were lost. */
static int32_t random_key(int32_t n_keys)
{
    int64_t r = judge_between(0, 99);
    int32_t key = (int32_t)judge_between(0, n_keys - 1);
    uint32_t bits = (uint32_t)key ^ UINT32_C(1) << judge_between(12, 31);

    return r == 0   ? -1 - (int32_t)judge_between(0, 2)
           : r == 1 ? n_keys + (int32_t)judge_between(0, 2)
           : r == 2 ? (int32_t)bits
           : r == 3 ? (judge_between(0, 1) ? INT32_MIN : INT32_MAX)
                    : key;
}

static int32_t *random_keys(size_t n, int32_t n_keys)
{
    int32_t *key = judge_in(n * sizeof *key);

    for (size_t i = 0; i < n; i++)
        key[i] = random_key(n_keys);
    return key;
}

/* ---- the three questions --------------------------------------------- */

/* Said behind n and threads: what is special about the team. */
static const char *team_note = "";

/* Where two ascending lists differ first: what is in one of them only, and
 * whether it is missing. False: they are the same, or `got` does not ascend. */
static bool differ_first(const int64_t *want, size_t n_want, const int64_t *got,
                         size_t n_got, int64_t *which, bool *missing)
{
    size_t k = 0;

    for (size_t i = 0; i < n_got; i++)
        if (got[i] < 0 || (i && got[i] <= got[i - 1]))
            return false;
    while (k < n_want && k < n_got && want[k] == got[k])
        k++;
    if (k == n_want && k == n_got)
        return false;
    *missing = k == n_got || (k < n_want && want[k] < got[k]);
    *which = *missing ? want[k] : got[k];
    return true;
}

static void expect_rows(size_t n, const int32_t *species, const int32_t *width,
                        int32_t wanted, int32_t below, const char *table,
                        int threads)
{
    int64_t *row = judge_out(n * sizeof *row); /* size_t on the other side */
    int64_t *want = malloc((n + 1) * sizeof *want);
    size_t n_want = 0;

    for (size_t i = 0; i < n; i++)
        if (width[i] < below || species[i] == wanted)
            want[n_want++] = (int64_t)i;
    int64_t got = judge_call("filter_rows", T_SIZE,
                             ARGS(SIZE(n), PTR(species), PTR(width),
                                  I32(wanted), I32(below), PTR(row)))
                      .i;
    char which[200] = "";
    int64_t i;
    bool missing;
    if (got >= 0 && got <= (int64_t)n &&
        differ_first(want, n_want, row, (size_t)got, &i, &missing) &&
        i < (int64_t)n)
        said_put(which, sizeof which,
                 missing
                     ? _(" (row %d is missing: it has species %d and width %d, "
                         "and wanted is species %d or a width below %d)")
                     : _(" (row %d is not wanted: it has species %d and width "
                         "%d, and wanted is species %d or a width below %d)"),
                 (int)i, species[i], width[i], wanted, below);
    judge_equal((int64_t)n_want, got,
                _("how many of the %s filter_rows() found, with n = %zu and "
                  "threads = %d%s%s"),
                table, n, threads, team_note, which);
    judge_equal_i64(want, row, n_want, "row",
                    _("filter_rows() of %s, in their order, with n = %zu and "
                      "threads = %d%s"),
                    table, n, threads, team_note);
    free(want);
}

/* Flowers, or any numbers at all: the difference of two is then more than an int
 * holds, and of the species that are not wanted some differ in one bit. */
static void filter_of(size_t n, int threads, bool any, int32_t below)
{
    const int32_t wanted =
        any ? judge_any_int() : (int32_t)judge_between(0, 3);

    judge_clear();
    int32_t *species = judge_in(n * sizeof *species);
    int32_t *width = judge_in(n * sizeof *width);
    for (size_t i = 0; i < n; i++) {
        const int64_t r = judge_between(0, 2);

        species[i] = !any     ? (int32_t)r
                     : r == 0 ? wanted
                     : r == 1 ? (int32_t)((uint32_t)wanted ^
                                          UINT32_C(1) << judge_between(0, 31))
                              : judge_any_int();
        width[i] = any ? judge_any_int() : (int32_t)judge_between(20, 44);
    }
    expect_rows(n, species, width, wanted, below, "rows", threads);
}

static void filter_once(size_t n, int threads)
{
    const bool any = judge_between(0, 1);

    filter_of(n, threads, any,
              any ? judge_any_int() : (int32_t)judge_between(20, 44));
}

/* The first number that comes again further down; -1: none does. */
static int64_t given_twice(const int64_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (list[k] == list[i])
                return list[i];
    return -1;
}

static void expect_distinct(size_t n, const int32_t *key, int32_t n_keys,
                            int threads)
{
    int32_t want[MAX_KEYS] = {0}, n_want = 0;
    int64_t wants[MAX_KEYS], gets[MAX_KEYS], k;
    bool seen[MAX_KEYS] = {false}, missing;
    char which[100] = "";

    int32_t *out = judge_out((size_t)n_keys * sizeof *out);
    for (size_t i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < n_keys)
            seen[key[i]] = true;
    for (int32_t i = 0; i < n_keys; i++)
        if (seen[i]) {
            wants[n_want] = i;
            want[n_want++] = i;
        }
    int64_t got = judge_call("distinct", T_I32,
                             ARGS(SIZE(n), PTR(key), I32(n_keys), PTR(out)))
                      .i;
    for (int64_t i = 0; i < got && i < n_keys; i++)
        gets[i] = out[i];
    if (got >= 0 && got <= n_keys &&
        differ_first(wants, (size_t)n_want, gets, (size_t)got, &k, &missing))
        said_put(which, sizeof which,
                 missing       ? _(" (key %d occurs and is missing)")
                 : k >= n_keys ? _(" (key %d belongs to no group)")
                               : _(" (key %d does not occur)"),
                 (int)k);
    else if (got > n_want && got <= n_keys &&
             (k = given_twice(gets, (size_t)got)) >= 0)
        said_put(which, sizeof which, _(" (key %d is given twice)"), (int)k);
    judge_equal(n_want, got,
                _("how many distinct keys there are among keys 0 to %d and "
                  "others, with n = %zu and threads = %d%s%s"),
                n_keys - 1, n, threads, team_note, which);
    judge_equal_i32(want, out, (size_t)n_want, "out",
                    _("distinct() with n = %zu and threads = %d%s%s"), n,
                    threads, team_note, which);
}

static void distinct_once(size_t n, int32_t n_keys, int threads)
{
    judge_clear();
    expect_distinct(n, random_keys(n, n_keys), n_keys, threads);
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
                    _("group_sum() of %s with n = %zu and threads = %d%s"),
                    table, n, threads, team_note);
    judge_equal_i64(want_sum, sum, (size_t)n_keys, "sum",
                    _("group_sum() of %s with n = %zu and threads = %d%s"),
                    table, n, threads, team_note);
}

static void group_once(size_t n, int32_t n_keys, int threads)
{
    judge_clear();
    int32_t *key = random_keys(n, n_keys);
    int32_t *value = judge_in(n * sizeof *value);
    const bool nothing = judge_between(0, 7) == 0;
    for (size_t i = 0; i < n; i++)
        value[i] = nothing ? 0 : judge_any_int();
    expect_groups(n, key, value, n_keys, "rows", threads);
}

/* ---- the tests ------------------------------------------------------- */

// promise: Filter. The rows with species[i] == wanted or width[i] < below
// broken by: at_most_below
// promise: their numbers go to row[0], row[1], ...
// promise: Returns how many.
// broken by: last_row_lost
START_TEST(rows_in_order)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++)
            filter_once(judge_sizes[i], *t);
        filter_of(1000, *t, true, INT32_MIN);
        filter_of(1000, *t, true, INT32_MAX);
    }
}

/* Rows that are kept as threads finish come in their order now and then. Many
 * calls, long enough for several threads to be at work at once. */
// promise: in ascending order
// promise: up to 20000 rows
// promise: 1 to 12 threads
// broken by: chunks_as_finished
START_TEST(rows_in_order_always)
{
    for (int threads = 4; threads <= 12; threads += 4) {
        judge_start(BUILD_PLAIN, threads);
        for (int k = 0; k < 20; k++)
            filter_once((size_t)judge_between(5000, 20000), threads);
    }
}

// promise: Distinct. The keys that occur in key[0] .. key[n-1], each once
// broken by: neighbours_only
// promise: ascending, to out[0], out[1], ... Returns how many.
// broken by: keys_falling
// promise: 0 .. n_keys-1, with 1 <= n_keys <= 4096.
// promise: 1 to 4096 keys
// broken by: table_for_300
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

// promise: Group by. For each key k: count[k] = how many rows have it
// broken by: last_table_lost
// promise: sum[k] = the sum of their values
// broken by: sums_in_int
// promise: (0 if there are none)
// promise: what stood there before does not count
// broken by: not_cleared
// promise: A row with a key outside of that belongs to no group and is left out.
// promise: Some rows of the checks have keys that belong to no group.
// broken by: key_at_the_end
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

/* One group, all values odd, and so is their sum: a double, which has no room
 * for its last digit, cannot hold it. */
// promise: sums beyond 2^53
// broken by: sums_in_double
START_TEST(exact_beyond_a_double)
{
    enum { ROWS = (17 << 20) + 1 }; /* more than a float counts */
    const int first = (int)judge_between(0, 999);

    judge_start(BUILD_PLAIN, 1);
    int32_t *key = judge_in(ROWS * sizeof *key);
    int32_t *value = judge_in(ROWS * sizeof *value);
    for (int i = 0; i < ROWS; i++) {
        key[i] = 0;
        value[i] = INT32_MAX - 2 * ((first + i) % 501);
    }
    expect_groups(ROWS, key, value, 1, "rows", 1);
}

// promise: iris
// broken by: last_table_lost
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

/* More rows than an int can count. Where an index, or the beginning of a part,
 * is an int, a call by one thread or by three is soon done. */
static const size_t very_many = ((size_t)1 << 32) + 3;

static void long_filter(int threads)
{
    const size_t n = very_many, memory = judge_long_memory(n);
    const int32_t wanted = 1, below = 30;
    struct judge_value got;
    size_t want = 0;

    judge_start_wide(threads);
    int32_t *species = judge_long_in(n, sizeof *species);
    int32_t *width = judge_long_in(n, sizeof *width);
    int64_t *row = judge_long_out(n, sizeof *row);
    for (size_t k = 0; k < memory; k++) {
        species[k] = (int32_t)judge_between(0, 2);
        width[k] = (int32_t)judge_between(20, 44);
        if (species[k] == wanted || width[k] < below)
            want += judge_long_times(n, k);
    }
    if (judge_long_call("filter_rows", T_SIZE,
                        ARGS(SIZE(n), PTR(species), PTR(width), I32(wanted),
                             I32(below), PTR(row)),
                        &got))
        judge_equal((int64_t)want, got.i,
                    _("how many of the %s filter_rows() found, with n = %zu "
                      "and threads = %d"),
                    "rows", n, threads);
}

/* One key is that of the last row only. */
static void long_distinct(int threads)
{
    const size_t n = very_many, memory = judge_long_memory(n);
    struct judge_value got;

    judge_start_wide(threads);
    int32_t *key = judge_long_in(n, sizeof *key);
    int32_t *out = judge_out(MAX_KEYS * sizeof *out);
    for (size_t k = 0; k < memory; k++)
        key[k] = (int32_t)(k + 1 < memory ? k % (MAX_KEYS - 1) : MAX_KEYS - 1);
    if (judge_long_call("distinct", T_I32,
                        ARGS(SIZE(n), PTR(key), I32(MAX_KEYS), PTR(out)), &got))
        judge_equal(MAX_KEYS, got.i,
                    _("how many distinct keys there are among keys 0 to %d, "
                      "with n = %zu and threads = %d"),
                    MAX_KEYS - 1, n, threads);
}

static void long_groups(int threads)
{
    enum { FEW = 12 };
    const size_t n = very_many, memory = judge_long_memory(n);
    int64_t want_count[FEW] = {0}, want_sum[FEW] = {0};
    struct judge_value none;

    judge_start_wide(threads);
    int32_t *key = judge_long_in(n, sizeof *key);
    int32_t *value = judge_long_in(n, sizeof *value);
    int64_t *count = judge_out(FEW * sizeof *count);
    int64_t *sum = judge_out(FEW * sizeof *sum);
    for (size_t k = 0; k < memory; k++) {
        key[k] = (int32_t)judge_between(0, FEW - 1);
        value[k] = (int32_t)judge_random();
        want_count[key[k]] += (int64_t)judge_long_times(n, k);
        want_sum[key[k]] += value[k] * (int64_t)judge_long_times(n, k);
    }
    if (!judge_long_call("group_sum", T_NONE,
                         ARGS(SIZE(n), PTR(key), PTR(value), I32(FEW),
                              PTR(count), PTR(sum)),
                         &none))
        return;
    judge_equal_i64(want_count, count, FEW, "count",
                    _("group_sum() of %s with n = %zu and threads = %d"),
                    "rows", n, threads);
    judge_equal_i64(want_sum, sum, FEW, "sum",
                    _("group_sum() of %s with n = %zu and threads = %d"),
                    "rows", n, threads);
}

// promise: In all three n may be more than an int holds.
// promise: more rows than an int can count
// broken by: int_rows
START_TEST(filter_of_more_than_an_int_can_count)
{
    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    filter_once(1000, 3);
    long_filter(1);
    long_filter(3);
}

// promise: n may be more than an int holds
// broken by: int_keys
START_TEST(keys_of_more_than_an_int_can_count)
{
    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    distinct_once(1000, 99, 3);
    long_distinct(1);
}

// promise: n may be more than an int holds
// broken by: int_groups
START_TEST(groups_of_more_than_an_int_can_count)
{
    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    group_once(1000, 99, 3);
    long_groups(1);
}

static void a_thousand_each(void)
{
    all_three((size_t)judge_between(600, 1000), 3);
}

// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: kept_and_grows
// promise: Memory that is kept for later calls does not grow with the number of calls.
// broken by: history_doubles
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, 3);
    judge_steady(a_thousand_each,
                 _("calls of filter_rows(), distinct() and group_sum()"));
}

// promise: All three use all threads that OpenMP offers (OMP_NUM_THREADS)
// promise: all three functions have work for all threads
// broken by: serial_distinct
START_TEST(all_threads_work)
{
    const size_t n = judge_just_below(MANY);

    judge_start(BUILD_PLAIN, judge_team());
    judge_all_threads(judge_team());
    filter_once(n, judge_team());
    all_three(3, judge_team()); /* which one thread may do, this time */
    judge_all_threads(judge_team());
    filter_once(n, judge_team());
    judge_clear();
    int32_t *key = judge_in(n * sizeof *key);
    for (size_t i = 0; i < n; i++) /* one is never there: look to the end */
        key[i] = (int32_t)judge_between(0, MAX_KEYS - 2);
    judge_all_threads(judge_team());
    expect_distinct(n, key, MAX_KEYS, judge_team());
    judge_all_threads(judge_team());
    group_once(n, MAX_KEYS, judge_team());
}

// promise: and the result is the same for any number of them
// promise: and a million rows with 520 and more
// broken by: slots_for_64
// promise: All three use all threads that OpenMP offers
// broken by: filter_with_32_threads
START_TEST(more_threads_than_cores)
{
    const size_t n = judge_just_below(MANY);

    judge_start(BUILD_PLAIN, judge_crowd());
    judge_all_threads(judge_crowd());
    filter_once(n, judge_crowd());
    judge_all_threads(judge_crowd());
    distinct_once(n, 3, judge_crowd());
    judge_all_threads(judge_crowd());
    group_once(n, 99, judge_crowd());
    all_three(1000, judge_crowd());
    all_three(100, judge_crowd());
}

/* OMP_NUM_THREADS is 5, and OpenMP gives 2, and then, in another process, first
 * 5 and then 1: what the other four have left behind is nobody's. */
// promise: and a team that is smaller than asked for
// broken by: team_not_asked
START_TEST(a_team_that_is_smaller_than_asked)
{
    judge_smaller_teams(2);
    judge_start(BUILD_PLAIN, 5);
    team_note = _(", of which OpenMP gives 2");
    all_three(1000, 5);
    judge_start(BUILD_PLAIN, 5);
    team_note = "";
    all_three(1000, 5);
    judge_call("no_more_threads", T_NONE, (struct judge_args){0});
    team_note = _(", after calls in which there were 5");
    all_three(999, 1);
    team_note = "";
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: shared_flags
// promise: 2 to 250 threads
// broken by: slots_used_twice
START_TEST(no_race)
{
    for (const int *t = judge_race_teams(); *t; t++) {
        judge_start(BUILD_TSAN, *t);
        for (const size_t *n = judge_race_sizes(*t, 4 << 20); *n; n++)
            all_three(*n, *t);
        all_three(1, *t);
    }
}

// promise: nothing outside the arrays
// promise: row room for n numbers
// promise: out room for n_keys numbers
// broken by: lists_with_an_end
// promise: count, sum n_keys numbers each
// broken by: key_at_the_end
// promise: nothing left unfreed
// broken by: tables_leak
// promise: no integer overflow
// broken by: difference_overflows
// promise: with 2 to 300 threads
// broken by: table_of_256
// promise: first few and then many
// broken by: table_of_the_first_call
START_TEST(stays_inside_its_memory)
{
    const int many = (int)judge_between(257, 300);

    judge_start(BUILD_ASAN, 2);
    all_three(1000, 2);
    all_three(judge_large(4 << 20), 2);
    judge_call("offer_threads", T_NONE, ARGS(I32(many)));
    all_three(1000, many);
    distinct_once(1000, MAX_KEYS, many);
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

/* Few keys, so that threads which share a table meet often. The rows come in
 * short runs of one key, as in the iris table: each row then waits for the one
 * before to be counted, and how the loop was compiled matters less. */
enum { LARGEST = 8 << 20, KEYS = 12, RUN = 64 };
static size_t n_rows;
static int32_t *keys, *values;
static int64_t *counts, *sums, want_counts[KEYS], want_sums[KEYS];

/* Other rows at some places, so that an answer kept from before is wrong. */
static void change_some(void)
{
    for (int j = 0; j < 64; j++) {
        int64_t i = judge_between(0, (int64_t)n_rows - 1);
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
                    _("group_sum() of %zu rows"), n_rows);
    judge_equal_i64(want_sums, sums, KEYS, "sum", _("group_sum() of %zu rows"),
                    n_rows);
}

// promise: `group_sum()`: at least 70 % of a loop with private tables
// promise: The speed is measured with eight million rows and 12 keys.
// broken by: critical_per_row
// no promise: A table is kept by columns [...] A key is a small number that
//   names a group (a species, a length in tenths)
// because: says what the words mean
// no promise: With fewer than a million elements some threads may have nothing to
//   do. No array is null, not even for n = 0.
// because: says what is allowed, and what the caller sees to
// no promise: The speed goal is a share [...] and you lose nothing.
// because: says how the goal is meant
START_TEST(near_the_ceiling)
{
    int32_t key = 0;

    judge_start(BUILD_PLAIN, judge_cores());
    n_rows = judge_just_below(LARGEST);
    keys = judge_in(n_rows * sizeof *keys);
    values = judge_in(n_rows * sizeof *values);
    counts = judge_out(KEYS * sizeof *counts);
    sums = judge_out(KEYS * sizeof *sums);
    for (size_t i = 0; i < n_rows; i++) {
        if (i % RUN == 0)
            key = (int32_t)judge_between(0, KEYS - 1);
        keys[i] = key;
        values[i] = (int32_t)judge_random();
    }
    serial(n_rows, keys, values, KEYS, want_counts, want_sums);
    judge_speed(&(struct judge_speed){
        .function = "group_sum",
        .returns = T_NONE,
        .args = ARGS(SIZE(n_rows), PTR(keys), PTR(values), I32(KEYS), PTR(counts),
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
    judge_test(s, KIND_CORRECTNESS, exact_beyond_a_double);
    judge_test(s, KIND_CORRECTNESS, more_threads_than_cores);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_CORRECTNESS, all_threads_work);
    judge_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_nit(s, KIND_CORRECTNESS, filter_of_more_than_an_int_can_count);
    judge_nit(s, KIND_CORRECTNESS, keys_of_more_than_an_int_can_count);
    judge_nit(s, KIND_CORRECTNESS, groups_of_more_than_an_int_can_count);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_its_memory);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
