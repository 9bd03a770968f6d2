/* What lab 56 asks for: the exact count of the pairs of any strip of the
 * triangle, by tensor cores, from rows that are read seldom, and with nothing
 * written but the count; and on a GPU some speed. */
#include "product.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check/pairs_data.h"
#include "judge/judge.h"

/* ---- rows, and what is found ----------------------------------------------
 */

static const enum data some_data[] = {
    LIKE_THE_ARTICLES, OF_ALL_KINDS, NO_TIES, THREE_POWERS,
    FEW_OF_MANY,       COPIES,       CLOSE,   CLOSE_TILES};
enum { SOME_DATA = sizeof some_data / sizeof *some_data };

struct rows {
    int n;
    signed char *rank;
    int *power;
    char name[120];
};

struct one_row {
    int power;
    signed char rank[RANK_ROW];
};

static int by_power(const void *a, const void *b)
{
    return ((const struct one_row *)a)->power -
           ((const struct one_row *)b)->power;
}

/* Sorted by power, in buffers that the student may read. */
static struct rows make_rows(int n, enum data data)
{
    struct one_row *row = calloc((size_t)n + 1, sizeof *row);
    struct rows rows = {
        .n = n,
        .rank = judge_in((size_t)n * RANK_ROW),
        .power = judge_in((size_t)n * sizeof *rows.power),
    };

    ck_assert_msg(row != NULL, "no memory");
    write_ranked(n, data, rows.rank, rows.power);
    for (int i = 0; i < n; i++) {
        row[i].power = rows.power[i];
        memcpy(row[i].rank, &rows.rank[RANK_ROW * i], RANK_ROW);
    }
    qsort(row, (size_t)n, sizeof *row, by_power);
    for (int i = 0; i < n; i++) {
        rows.power[i] = row[i].power;
        memcpy(&rows.rank[RANK_ROW * i], row[i].rank, RANK_ROW);
    }
    said_put(rows.name, sizeof rows.name, _("n = %d (%s)"), n, data_name(data));
    free(row);
    return rows;
}

static long long count_found(const struct rows *rows, int first, int many)
{
    return count_pairs(rows->rank, rows->power, rows->n, first, many);
}

static int64_t call_product(const struct rows *rows, int first, int many,
                            int64_t *found)
{
    return judge_call("product", T_I32,
                      ARGS(DEV(rows->rank), DEV(rows->power), I32(rows->n),
                           I32(first), I32(many), DEV(found)))
        .i;
}

/* If so many are counted that some of them must have a row of power 0, also where
 * each other one is counted twice, and rows with themselves; else "". */
static const char *about_power_0(const struct rows *rows, int first, int many,
                                 int64_t got)
{
    static char text[200];
    int64_t others = 0, all = 0;

    for (int row = first; row < first + many; row++) {
        all += rows->n - 1 - row;
        for (int col = row + 1; rows->power[row] > 0 && col < rows->n; col++)
            others += rows->power[col] > 0;
    }
    *text = '\0';
    if (got > 2 * others + rows->n && got <= all)
        said_put(
            text, sizeof text,
            _(". Pairs with a row of power 0 must be among those that your "
              "code counts, as only %lld others are there. Such a pair is "
              "never found, as lab 52 says"),
            (long long)others);
    return text;
}

/* found: a buffer of the student's */
static void count_strip(const struct rows *rows, int first, int many,
                        int64_t *found)
{
    judge_poison(found, sizeof *found);
    int64_t error = call_product(rows, first, many, found);
    judge_error(0, error,
                _("the error from product() for %s, first = %d, rows = %d"),
                rows->name, first, many);
    const int64_t want = count_found(rows, first, many);
    judge_equal(want, *found, _("*d_found for %s, first = %d, rows = %d%s"),
                rows->name, first, many,
                *found == want ? "" : about_power_0(rows, first, many, *found));
}

static void product_once(int n, enum data data, int first, int many)
{
    judge_clear();
    struct rows rows = make_rows(n, data);

    count_strip(&rows, first, many, judge_out(sizeof(int64_t)));
}

static enum data any_data(int i)
{
    return some_data[i % SOME_DATA];
}

/* ---- correctness ----------------------------------------------------------
 */

/* Both sides of what tiles may measure. */
static const int edges[] = {
    0,  1,  2,  3,  15,  16,  17,  31,  32,  33,  47,  48,  49,  63,  64,  65,
    80, 95, 96, 97, 127, 128, 129, 191, 192, 193, 255, 256, 257, 511, 512, 513};
enum { EDGES = sizeof edges / sizeof *edges };

// promise: Counts the pairs (row, col) [...] that are found
// broken by: last_rows_lost
// promise: dot is the sum of the products of the two rows' rank numbers.
// promise: n rows of 32 bytes: the rank numbers of a row, and two zeros
// broken by: half_of_each_row
// promise: row < col < n
// broken by: diagonal_counted
// promise: n 0 .. 2^26
// promise: 0 to 7001 rows
// broken by: tiles_below_too
// promise: d_power n ints, the sums of the squares of each row: 0 .. 8990
// broken by: limit_of_the_first_row
START_TEST(every_number_of_rows)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < EDGES; i++) {
        product_once(edges[i], any_data(i), 0, edges[i]);
        product_once(edges[i], i % 2 ? NO_TIES : COPIES, 0, edges[i]);
    }
    product_once(1000, NO_TIES, 0, 1000);
    product_once(1025, LIKE_THE_ARTICLES, 0, 1025);
    product_once(2049, COPIES, 0, 2049); /* a strip of tiles may be so long */
    product_once(7001, COPIES, 0, 7001);
    for (int k = 0; k < 20; k++) {
        int n = (int)judge_between(4, 400);

        product_once(n, any_data(k), 0, n);
    }
}

// promise: with first <= row < first + rows
// promise: first 0 or more
// broken by: first_ignored
// promise: rows 0 or more; first + rows <= n
// promise: strips of the triangle that begin and end anywhere
// broken by: rows_behind_the_strip
// promise: no rows are no error, nor is n = 0
// broken by: none_is_an_error
START_TEST(every_strip)
{
    enum { N = 300 };
    static const int begins[] = {0, 1, 15, 16, 17, 64, 65, 100, N - 1, N};
    static const int many[] = {0, 1, 15, 16, 17, 32, 33, 64, 65, 128, 129, N};
    enum { BEGINS = sizeof begins / sizeof *begins };
    enum { MANY = sizeof many / sizeof *many };
    static const enum data kinds[] = {NO_TIES, THREE_POWERS, LIKE_THE_ARTICLES};

    judge_start(BUILD_PLAIN, judge_cores());
    for (int d = 0; d < 3; d++) {
        judge_clear();
        struct rows rows = make_rows(N, kinds[d]);
        int64_t *found = judge_out(sizeof *found);

        for (int b = 0; b < BEGINS; b++)
            for (int m = d; m < MANY; m += 3)
                if (begins[b] + many[m] <= N)
                    count_strip(&rows, begins[b], many[m], found);
        count_strip(&rows, 0, N, found);
        for (int k = 0; k < 10; k++) {
            int first = (int)judge_between(0, N);

            count_strip(&rows, first, (int)judge_between(0, N - first), found);
        }
    }
}

/* Two or three powers, a half or a third of the rows each. Those of a close
 * call are found just so, or just not: by any other limit it is all the other
 * way. */
// promise: powers that change within a tile
// broken by: limit_of_the_first_column
START_TEST(powers_that_change_anywhere)
{
    enum { N = 300 };
    const int changing[] = {
        THREE_POWERS, CLOSE_TILES + (int)judge_between(0, CLOSE_FOUND - 1),
        CLOSE_TILES + (int)judge_between(CLOSE_FOUND, CLOSE_CALLS - 1)};

    judge_start(BUILD_PLAIN, judge_cores());
    for (int d = 0; d < 3; d++) {
        judge_clear();
        struct rows rows = make_rows(N, (enum data)changing[d]);
        int64_t *found = judge_out(sizeof *found);

        for (int first = 0; first <= N / 2; first++)
            count_strip(&rows, first, 64, found);
    }
}

// promise: rows of all kinds
// promise: both powers above 0.
// broken by: equal_numbers_found
// no promise: they ascend: d_power[i] <= d_power[i + 1]
// because: the caller sees to it
// promise: which is, exactly
// promise: rows next to the limit
// broken by: float_r
// promise: dot * dot * 201224641 >= 26224641 * d_power[row] * d_power[col]
// broken by: limit_off_by_one
// promise: negative dots
// broken by: positive_only
START_TEST(every_kind_of_row)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < SOME_DATA; i++)
        for (int k = 0; k < 3; k++)
            product_once(300, some_data[i], 0, 300);
    for (int call = 0; call < CLOSE_CALLS; call++)
        product_once(256, (enum data)(CLOSE_TILES + call), 0, 256);
}

/* A table of so many rows has more tiles than an int can number, and more pairs
 * than a float can tell apart. Some rows many times over. */
// promise: and strips of a table of 1,100,000 rows
// broken by: tile_number_of_32_bits
START_TEST(a_strip_of_many_rows)
{
    enum { N = 1100000, SOME = 2000, END = 500 };
    struct one_row *row = calloc(SOME, sizeof *row);
    uint64_t seed = judge_random();
    int x[COLS];

    judge_start(BUILD_PLAIN, judge_cores());
    judge_clear();
    struct rows rows = {.n = N};
    rows.rank = judge_in((size_t)N * RANK_ROW);
    rows.power = judge_in((size_t)N * sizeof *rows.power);
    said_put(rows.name, sizeof rows.name, _("n = %d"), N);
    ck_assert_msg(row != NULL, "no memory");
    for (int i = 0; i < SOME; i++) {
        write_row(x, i % 4 ? DIFFERENT : COUNTS, &seed);
        row[i].power = rank_row(x, row[i].rank);
    }
    qsort(row, SOME, sizeof *row, by_power);
    for (int i = 0; i < N; i++) {
        const struct one_row *r = &row[(int64_t)i * SOME / N];

        if (i >= N - END) /* here each is another one, of the last power */
            r = &row[SOME - 1 - i % (SOME / 2)];
        memcpy(&rows.rank[(size_t)RANK_ROW * (size_t)i], r->rank, RANK_ROW);
        rows.power[i] = r->power;
    }
    free(row);
    int64_t *found = judge_out(sizeof *found);
    count_strip(&rows, N - END, END, found);
    count_strip(&rows, N - END - 200, 100, found);
    count_strip(&rows, N - 20000, 2, found);
    count_strip(&rows, N - N / 6, 2, found); /* work for more blocks than run */
}

/* What a call has left behind must not be in the next one's way. */
// promise: d_found one number of 64 bits: set to the count, whatever it was
//   before
// broken by: added_to_what_is_there
// promise: several calls one after the other
// broken by: cleared_once
START_TEST(several_calls)
{
    static const int strips[][2] = {{0, 100}, {0, 100}, {64, 36}, {10, 64},
                                    {50, 0},  {99, 1},  {0, 100}};

    judge_start(BUILD_PLAIN, judge_cores());
    judge_clear();
    struct rows rows = make_rows(100, COPIES);
    int64_t *found = judge_out(sizeof *found);

    judge_filled(found);
    for (size_t i = 0; i < sizeof strips / sizeof *strips; i++) {
        int first = strips[i][0], many = strips[i][1];

        *found = i % 2 ? 1 : (int64_t)1 << 40;
        judge_error(0, call_product(&rows, first, many, found),
                    _("the error from product(), call %d"), (int)i + 1);
        judge_equal(count_found(&rows, first, many), *found,
                    _("*d_found for %s, first = %d, rows = %d, call %d"),
                    rows.name, first, many, (int)i + 1);
    }
}

/* Refused is the launch, or a copy or cudaMemset(), if there is any. What is
 * right without that and wrong with it had an error to report. */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that
//   failed
// broken by: error_not_told
// promise: a launch or a cudaMemset() that the grader makes fail
// broken by: error_not_told_without_rows
START_TEST(a_failed_call_is_reported)
{
    enum { N = 200 };

    judge_start(BUILD_PLAIN, judge_cores());
    product_once(N, COPIES, 0, N);
    for (int i = 0; i < 2 * 6; i++) { /* all rows, and none */
        const int expected = judge_refuse(i % 6 - 2), wanted = i < 6 ? N : 0;

        judge_start(BUILD_PLAIN, judge_cores());
        struct rows rows = make_rows(N, COPIES);
        int64_t *found = judge_out(sizeof *found);
        judge_filled(found);
        *found = 7;
        int64_t error = call_product(&rows, 0, wanted, found);
        if (*found != count_found(&rows, 0, wanted))
            judge_error(expected, error,
                        _("the error for %d of %d rows where the device "
                          "refuses %s"),
                        wanted, N, judge_refused());
    }
}

/* ---- races, memory --------------------------------------------------------
 */

static void small_ones(void)
{
    static const int sizes[] = {1, 2, 15, 16, 17, 33, 64, 65, 100, 129, 192};

    judge_start(BUILD_CHECK, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        product_once(sizes[i], any_data((int)i), 0, sizes[i]);
    for (int k = 0; k < 3; k++) { /* nobody can wait for certain sizes */
        int n = (int)judge_between(2, 250), first = (int)judge_between(0, n);

        product_once(n, COPIES, first, (int)judge_between(0, n - first));
    }
    product_once(260, NO_TIES, 0, 260);
    product_once(200, NO_TIES, 70, 64);
    product_once(2100, COPIES, 0, 2); /* several blocks find some */
    product_once(0, COPIES, 0, 0);
}

// promise: barriers between who puts rows or tiles into shared memory and who
//   uses them
// broken by: next_columns_of_many_blocks
// promise: the count cleared before anybody adds to it
// broken by: cleared_by_a_block
START_TEST(no_race)
{
    small_ones();
    /* 300 tiles of 64 columns: some blocks have one behind the other */
    product_once(19200, FEW_OF_MANY, 0, 2);
}

// promise: nothing read outside the arrays
// broken by: rows_behind_the_last
// promise: fragments that have a value
// broken by: sum_not_cleared
// promise: Nothing is written but *d_found.
// promise: the host must not touch them.
// broken by: cleared_by_the_host
// no promise: as ranks() of lab 51 writes them
// no promise: at addresses that 256 divides
// because: the caller sees to it
// no promise: How many blocks and threads there are is yours to choose.
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
START_TEST(stays_in_its_memory)
{
    small_ones();
}

/* ---- counts ---------------------------------------------------------------
 */

enum { MANY = 512, SIDE = MANY / 64, ABOVE = SIDE * (SIDE - 1) / 2 };

static void product_counted(void)
{
    judge_start(BUILD_CHECK, 1);
    product_once(2, COPIES, 0, 2); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2,
                   _("comparing %d rows"), 2);
    product_once(MANY, NO_TIES, 0, MANY);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY,
                   _("comparing %d rows"), MANY);
    judge_copies_at_most(MANY, _("comparing %d rows"), MANY);
}

/* A tile of 64 x 64 has 16 of 16 x 16, each in two steps. */
// promise: the counts below
// promise: products of tiles, at least | 896
// broken by: without_tensor_cores
// no promise: All for 512 rows of one power:
// because: says what is counted
// no promise: the 28 tiles of 64 rows and 64 columns above the diagonal, 16 of
//   16 x 16 each, in two steps; the diagonal may be done otherwise
// because: says where the number comes from
START_TEST(made_by_tensor_cores)
{
    product_counted();
    judge_at_least(COUNT_PRODUCTS, SPACE_ANY, OP_ANY, ABOVE * 16 * 2,
                   _("comparing %d rows"), MANY);
}

/* A warp that loads 64 columns from global memory takes 128 sectors, since each
 * sector is loaded in two halves; the diagonal may take some more. */
// promise: sectors read | 13,000
// broken by: a_tile_at_a_time
// no promise: one for 10 pairs; 64 rows meet 64 columns in 36 tiles, so a tile
//   may take 360
// because: says where the number comes from
START_TEST(reads_rows_seldom)
{
    product_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 13000,
                  _("comparing %d rows"), MANY);
}

// promise: sectors written | 600
// broken by: matrix_in_memory
// no promise: the matrix would be 32,768, or half of that
// because: says where the number comes from
START_TEST(the_matrix_is_never_written)
{
    product_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, 600,
                  _("comparing %d rows"), MANY);
}

// promise: atomic operations | 600
// broken by: an_atomic_for_each_pair
// no promise: one a warp, even if a warp has only one tile of 16 x 16
// because: says where the number comes from
START_TEST(few_atomics)
{
    product_counted();
    judge_at_most(COUNT_LANES, SPACE_ANY, OP_ATOMIC, 600,
                  _("comparing %d rows"), MANY);
}

/* ---- speed ----------------------------------------------------------------
 */

/* Some rows, each of them SAME times, so that the CPU can tell what is found:
 * more than 2^32 pairs. Before each call all columns change places, which
 * changes all bytes and nothing that is found, and a few columns of some rows
 * change places for themselves, which changes what is found. A row stays near
 * its centre: far from each other, no 2^32 pairs would be found any more. */
enum { SOME = 2048, SAME = 64, N = SOME * SAME, CHANGED = 32 };
static struct rows timed;
static struct one_row *distinct; /* SOME of them, as they are now */
static struct one_row *centre;   /* ... and as they were */
static int64_t want_found;
static int64_t *timed_found;

static int64_t pairs_with(int row)
{
    int64_t found = 0;

    for (int other = 0; other < SOME; other++)
        if (other != row &&
            correlated(dot_of_ranks(distinct[row].rank, distinct[other].rank),
                       distinct[row].power, distinct[other].power))
            found += (int64_t)SAME * SAME;
    return found;
}

static void permute(signed char *rank, const int *column)
{
    signed char was[COLS];

    memcpy(was, rank, COLS);
    for (int k = 0; k < COLS; k++)
        rank[k] = was[column[k]];
}

static void new_order(int *column, uint64_t *seed)
{
    for (int k = 0; k < COLS; k++)
        column[k] = k;
    shuffle_row(column, seed);
}

static void exchange_some(signed char *rank, uint64_t *seed)
{
    for (int k = 0; k < 2; k++) {
        int a = row_random(seed) % COLS, b = row_random(seed) % COLS;
        signed char swap = rank[a];

        rank[a] = rank[b];
        rank[b] = swap;
    }
}

static void other_rows(void)
{
    int column[COLS];
    uint64_t seed = judge_random();

    for (int k = 0; k < CHANGED; k++) {
        int row = row_random(&seed) % SOME;

        want_found -= pairs_with(row);
        distinct[row] = centre[row];
        exchange_some(distinct[row].rank, &seed);
        want_found += pairs_with(row);
    }
    new_order(column, &seed);
    for (int i = 0; i < SOME; i++) {
        permute(distinct[i].rank, column);
        permute(centre[i].rank, column);
    }
    ck_assert_msg(want_found >> 32 != 0, "fewer pairs than expected");
    for (int i = 0; i < N; i++)
        memcpy(&timed.rank[RANK_ROW * i], distinct[i / SAME].rank, RANK_ROW);
}

static void verify_count(struct judge_value got)
{
    judge_error(0, got.i, _("the error from product() for n = %d"), N);
    judge_equal(want_found, *timed_found, _("*d_found for n = %d"), N);
}

/* So many zeros, and the rest differs: the power depends on nothing else. Close
 * to each other, so that most pairs are found. */
static void write_timed(int *x, int i, const int *base, uint64_t *seed)
{
    int zeros = 2 + i % 16;

    for (int k = 0; k < COLS; k++)
        x[k] = base[k] < zeros ? 0 : base[k];
    for (int k = 0; k < 3; k++) {
        int a = row_random(seed) % COLS, b = row_random(seed) % COLS;
        int swap = x[a];

        x[a] = x[b];
        x[b] = swap;
    }
}

// promise: only where there is a GPU: 131,072 rows, at least 15 % of the speed
//   of a kernel in good form
// broken by: one_block_for_all
START_TEST(compared_with_good_form)
{
    int x[COLS], base[COLS];
    uint64_t seed = judge_random();

    judge_start(BUILD_GPU, 1);
    timed = (struct rows){.n = N};
    timed.rank = judge_in((size_t)N * RANK_ROW);
    timed.power = judge_in((size_t)N * sizeof *timed.power);
    timed_found = judge_out(sizeof *timed_found);
    distinct = calloc(SOME, sizeof *distinct);
    centre = calloc(SOME, sizeof *centre);
    ck_assert_msg(distinct != NULL && centre != NULL, "no memory");
    new_order(base, &seed);
    for (int i = 0; i < SOME; i++) {
        write_timed(x, i, base, &seed);
        distinct[i].power = rank_row(x, distinct[i].rank);
    }
    qsort(distinct, SOME, sizeof *distinct, by_power);
    memcpy(centre, distinct, SOME * sizeof *centre);
    want_found = (int64_t)SOME * SAME * (SAME - 1); /* equal ones, twice */
    for (int i = 0; i < SOME; i++)
        want_found += pairs_with(i);
    want_found /= 2;
    for (int i = 0; i < N; i++)
        timed.power[i] = distinct[i / SAME].power;
    ck_assert_msg(want_found >> 32 != 0, "fewer pairs than expected");
    judge_speed(&(struct judge_speed){
        .function = "product",
        .returns = T_I32,
        .args = ARGS(DEV(timed.rank), DEV(timed.power), I32(N), I32(0), I32(N),
                     DEV(timed_found)),
        .fresh = other_rows,
        .verify = verify_count,
    });
}

/* Where only the launch is looked at. */
// promise: n 0 .. 2^26
// promise: and a launch for strips of a table of 2^26
// broken by: units_in_y
START_TEST(a_launch_for_the_most)
{
    enum { MOST = 1 << 26 };
    static const int strips[][2] = {{0, 64}, {0, 4096}, {MOST - 100, 100}};

    judge_start(BUILD_PLAIN, judge_cores());
    product_once(1000, NO_TIES, 0, 1000);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    for (int i = 0; i < 3; i++) {
        judge_clear();
        int8_t *rank = judge_in(4096);
        int32_t *power = judge_in(4096);
        uint64_t *found = judge_out(sizeof *found);
        struct judge_value got;
        if (!judge_dry_call("product", T_I32,
                            ARGS(DEV(rank), DEV(power), I32(MOST),
                                 I32(strips[i][0]), I32(strips[i][1]),
                                 DEV(found)),
                            &got))
            return;
        if (got.i == 2)
            return; /* no memory for a matrix: a count sees that */
        judge_error(0, got.i,
                    _("the error from product() for n = %d, first = %d, "
                      "rows = %d"),
                    MOST, strips[i][0], strips[i][1]);
        judge_expect_launch(_("product() for n = %d, first = %d, rows = %d"),
                            MOST, strips[i][0], strips[i][1]);
    }
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("56 product");

    judge_test(s, KIND_CORRECTNESS, every_number_of_rows);
    judge_test(s, KIND_CORRECTNESS, every_strip);
    judge_test(s, KIND_CORRECTNESS, powers_that_change_anywhere);
    judge_test(s, KIND_CORRECTNESS, every_kind_of_row);
    judge_nit(s, KIND_CORRECTNESS, a_strip_of_many_rows);
    judge_test(s, KIND_CORRECTNESS, several_calls);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, made_by_tensor_cores);
    judge_test(s, KIND_TRAFFIC, reads_rows_seldom);
    judge_test(s, KIND_TRAFFIC, the_matrix_is_never_written);
    judge_test(s, KIND_TRAFFIC, few_atomics);
    judge_test(s, KIND_SPEED, compared_with_good_form);
    return s;
}
