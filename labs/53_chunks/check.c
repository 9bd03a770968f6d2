/* What lab 53 asks for: all pairs, whatever the chunks are and however many
 * pairs a rectangle has, within the memory that there is; every error told,
 * everything given back; a chunk stays while the others go by, and is not
 * copied again where a rectangle has to be split. */
#include "chunks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

#define PAIRS_ARE "pair"
#define COUNT_IS "*count"
#define COUNT long long
#include "common/check/pairs_check.h"

enum {
    ROW_BYTES = RANK_ROW + 4,
    BESIDES = 64 << 10, /* bytes, for what allocations are rounded up to */
    PAGE = 4096,        /* an allocation takes whole ones */
};

static const enum data some_data[] = {NO_TIES, LIKE_THE_ARTICLES, COPIES,
                                      CLUSTERS};
enum { SOME_DATA = sizeof some_data / sizeof *some_data };

/* ---- calls ----------------------------------------------------------------
 */

static int64_t call(struct matrix *m, int rows_at_once, int pairs_at_once,
                    long long room)
{
    judge_poison(m->pair, (size_t)m->most * sizeof *m->pair);
    judge_poison(m->count, sizeof *m->count);
    return judge_call("pairs_in_chunks", T_I32,
                      ARGS(PTR(m->rank), PTR(m->power), I32(m->n),
                           I32(rows_at_once), I32(pairs_at_once), PTR(m->pair),
                           I64(room), PTR(m->count)))
        .i;
}

/* room: so many pairs, or ENOUGH */
static void pairs_of(struct matrix *m, int rows_at_once, int pairs_at_once,
                     long long room)
{
    char of[240];
    int64_t error;

    if (room == ENOUGH)
        room = m->most;
    said_put(of, sizeof of,
             _("%s, rows_at_once = %d, pairs_at_once = %d, room = %lld"),
             m->name, rows_at_once, pairs_at_once, room);
    error = call(m, rows_at_once, pairs_at_once, room);
    judge_error(0, error, _("the error from pairs_in_chunks() for %s"), of);
    expect_pairs(m, room, of);
}

static void pairs_once(int n, enum data data, int rows_at_once,
                       int pairs_at_once)
{
    struct matrix m = make_matrix(n, data, ENOUGH);

    pairs_of(&m, rows_at_once, pairs_at_once, ENOUGH);
    free_matrix(&m);
}

/* A process with memory for so many. */
static void start(enum build build, int rows_at_once, int pairs_at_once)
{
    judge_device_memory((int64_t)rows_at_once * ROW_BYTES +
                        (int64_t)pairs_at_once * (int)sizeof(struct pair) +
                        BESIDES);
    judge_start(build, build == BUILD_PLAIN ? judge_cores() : 1);
}

/* ---- correctness ----------------------------------------------------------
 */

/* Both sides of whole chunks, whether a chunk is all of the memory or a half of
 * it. */
static void around_chunks(int at_once)
{
    int kind = 0;

    for (int half = 0; half <= 7; half++)
        for (int d = -1; d <= 1; d++) {
            int n = half * (at_once / 2) + half / 2 * (at_once % 2) + d;

            if (n >= 0)
                pairs_once(n, some_data[kind++ % SOME_DATA], at_once, 2000);
        }
}

// promise: Finds all pairs of rows row < col that are correlated, as
//   pairs_between() below finds them.
// promise: n rows of 32 bytes
// promise: n ints, the sums of the squares of each row
// promise: 0 to 3001 rows: whole chunks, one row more and one less
// broken by: last_chunk_lost
// promise: row and col are numbers of rows of the whole matrix.
// broken by: numbers_of_the_chunk
// promise: row < col
// promise: sum of the products of the two rows' rank numbers
// promise: those that are found, each once, in any order
// promise: each once and in any order
// broken by: diagonal_chunks_lost
// promise: pair and count hold anything when the call begins.
// broken by: count_not_cleared
START_TEST(every_number_of_rows)
{
    static const int at_once[] = {2, 3, 4, 7, 10, 33, 100, 128};

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++)
        around_chunks(at_once[i]);
    for (int k = 0; k < 20; k++) {
        const int n = (int)judge_between(1, 400);

        /* at most 50 chunks: each two are a launch, which threads wait for */
        pairs_once(n, some_data[k % SOME_DATA],
                   (int)judge_between(2 + n / 50, 300),
                   (int)judge_between(100, 3000));
    }
    pairs_once(3001, NO_TIES, 700, 10000);
}

// promise: n 0 .. 2^26; 0 and 1 are no error and have no pairs
// broken by: none_is_an_error
// promise: rows_at_once 2 or more
// promise: memory for two or three rows, and for more than there are
// broken by: no_chunk_for_three
START_TEST(few_rows)
{
    for (int at_once = 2; at_once <= 6; at_once++) {
        start(BUILD_PLAIN, at_once, 1);
        for (int n = 0; n <= 11; n++)
            pairs_once(n, n % 3 ? COPIES : NO_TIES, at_once, n % 4 + 1);
    }
    judge_start(BUILD_PLAIN, judge_cores());
    for (int n = 0; n <= 11; n++)
        pairs_once(n, COPIES, 1000000, 1000);
    pairs_once(100, COPIES, 101, 10000);
}

// promise: pairs_at_once 1 or more
// promise: rectangles with more pairs than there is room for on the device, all
//   of them or one here and there, down to a single pair
// broken by: overflow_not_noticed
// promise: each once
// broken by: what_fits_kept_and_done_again
// promise: Finds all pairs
// broken by: odd_row_lost
START_TEST(more_pairs_than_fit)
{
    static const int rows[] = {7, 40, 64, 300}, pairs[] = {1, 2, 30, 500};

    judge_start(BUILD_PLAIN, judge_cores());
    for (int data = 0; data < 2; data++) {
        struct matrix m = make_matrix(65, data ? CLUSTERS : COPIES, ENOUGH);

        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 4; k++)
                pairs_of(&m, rows[i], pairs[k], ENOUGH);
        free_matrix(&m);
    }
    pairs_once(500, CLUSTERS, 200, 100);
    for (int k = 0; k < 10; k++)
        pairs_once((int)judge_between(2, 150), some_data[k % SOME_DATA],
                   (int)judge_between(2, 100), (int)judge_between(1, 40));
}

/* A rectangle that is full to the last place has not lost any. */
// promise: exactly as many pairs as there is room for on the device
// broken by: full_is_too_full
START_TEST(a_buffer_that_is_just_full)
{
    enum { N = 32, ALL = N * (N - 1) / 2 };
    struct matrix m;

    start(BUILD_PLAIN, 2 * N, ALL);
    m = make_matrix(N, COPIES, ENOUGH);
    for (int d = -1; d <= 1; d++)
        pairs_of(&m, 2 * N, ALL + d, ENOUGH);
    for (int d = -1; d <= 1; d++) /* chunks of half of them: squares, too */
        pairs_of(&m, N, N * N / 4 + d, ENOUGH);
    pairs_of(&m, 2, 1, ENOUGH);
    free_matrix(&m);
}

// promise: if more are found than there is room for, any of them
// promise: pair room for so many pairs
// promise: what is behind them stays as it is
// promise: room for none, for too few, for just enough and for more
// broken by: room_not_looked_at
// promise: count how many pairs are found, also if that is more than room
// broken by: stored_ones_counted
// promise: room 0 or more
// broken by: stops_without_room
START_TEST(as_many_as_there_is_room_for)
{
    enum { N = 70, ALL = N * (N - 1) / 2 };
    static const int rooms[] = {0, 1, 99, 100, 101, 600, ALL - 1, ALL, ALL + 1};
    struct matrix m;

    judge_start(BUILD_PLAIN, judge_cores());
    m = make_matrix(N, COPIES, ENOUGH);
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        pairs_of(&m, 20, 1000, rooms[i]);
        pairs_of(&m, 40, 50, rooms[i]);
        pairs_of(&m, 200, ALL, rooms[i]);
    }
    free_matrix(&m);
}

// promise: the device has memory for so many rows in all, 36 bytes each (32 of
//   rank, 4 of power)
// promise: no more memory than the contract allows
// broken by: everything_at_once
// promise: and for so many found pairs, 12 bytes each; and 64 KB more for a
//   count and what allocations are rounded up to
// broken by: pairs_for_each_chunk
// no promise: How the matrix is cut is yours to choose.
// because: it is allowed, not asked for
// no promise: Rows that lie one behind the other in the device's memory.
// no promise: 32 bytes for each of them, on a multiple of 16
// no promise: the first one's number in the whole matrix
// no promise: how many they are
// no promise: Tiles below the diagonal have no pairs.
// no promise: all have used the last tile
// no promise: One atomic operation for what a thread has found in this tile.
// no promise: Launches a kernel that finds the pairs [...] what
//   cudaGetLastError() says.
// because: says what is there
// promise: several calls one after the other
// broken by: memory_of_each_call_kept
START_TEST(with_little_memory)
{
    static const struct {
        int n, rows, pairs;
    } some[] = {{40, 2, 100000}, {3000, 1000, 15000}, {3000, 3000, 250000}};

    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        start(BUILD_PLAIN, some[i].rows, some[i].pairs);
        for (int k = 1; k <= 3; k++)
            pairs_once(some[i].n / k, NO_TIES, some[i].rows, some[i].pairs);
        for (int k = 0; k < 30; k++)
            pairs_once(some[i].n / 10, CLUSTERS, some[i].rows, some[i].pairs);
    }
}

/* All pairs are there, each once, and counted. */
static bool right(struct matrix *m)
{
    long long good = 0;

    for (long long k = 0; k < m->found; k++) {
        struct pair got = m->pair[k];

        if (got.row >= 0 && got.row < m->n && got.col >= 0 && got.col < m->n &&
            *of_pair(m, got.row, got.col) == 1) {
            *of_pair(m, got.row, got.col) = 2;
            good += got.dot == dot_of_rows(m->rank, got.row, got.col);
        }
    }
    return good == m->found && *m->count == m->found;
}

enum { ROWS = 12, AT_ONCE = 8, PAIRS = 5 };

/* Everything that can be refused is, one after the other, until there is
 * nothing left: then the results are right and nobody has an error to tell.
 * Also the last chunk has more pairs than fit: a launch behind it would find
 * the error. */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that
//   failed
// promise: a launch that the grader makes fail
// broken by: launch_never_looked_at
// promise: each copy and each cudaMemset() in turn
// broken by: error_in_a_half_lost
// no promise: cudaFreeAsync() is enough, without waiting for it.
// no promise: then the results may be anything.
// because: it is allowed, not asked for
START_TEST(a_failed_call_is_reported)
{
    bool done = false;

    for (int k = 0; k <= 400 && !done; k++) {
        int expected = judge_refuse(k);
        struct matrix m;
        int64_t error;

        judge_start(BUILD_PLAIN, judge_cores());
        m = make_matrix(ROWS, COPIES, ENOUGH);
        error = call(&m, AT_ONCE, PAIRS, m.most);
        done = right(&m);
        judge_refusal(expected, error, done);
        done = done && k > 0;
        free_matrix(&m);
    }
}

/* More rows than a short has room for, in one chunk. All their pairs would take
 * too long, so the device refuses the launch: until then all went well. */
// promise: n 0 .. 2^26
// promise: the cudaError_t of the first call that failed
// broken by: rows_in_a_short
START_TEST(many_rows_until_a_launch_fails)
{
    enum { N = 40000 };
    int expected = judge_refuse(0);
    struct matrix m = {.n = N, .most = 5};

    judge_start(BUILD_PLAIN, judge_cores());
    m.rank = judge_in((size_t)N * RANK_ROW); /* zeros, all of them */
    m.power = judge_in((size_t)N * sizeof *m.power);
    m.pair = judge_out((size_t)m.most * sizeof *m.pair);
    m.count = judge_out(sizeof *m.count);
    judge_equal(expected, call(&m, 2 * N, 1000, m.most),
                _("the error for n = %d, rows_at_once = %d, where the device "
                  "refuses %s and nothing before it"),
                N, 2 * N, judge_refused());
}

/* With more and more pages of 4096 bytes one allocation more succeeds, and the
 * next one fails; until all succeed. */
// promise: the cudaError_t of the first call that failed
// promise: too little memory
// broken by: allocation_never_looked_at
START_TEST(too_little_memory_is_reported)
{
    /* Many: the rows of a chunk are larger than all that comes after them, and
     * what goes on without them finds room for the rest, and has another error.
     * With room for few pairs it takes many parts, so then few rows. */
    static const struct {
        int rows, pairs;
    } some[] = {{1600, 1000}, {600, 30}};

    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        bool done = false;

        for (int pages = 0; pages <= 60 && !done; pages++) {
            struct matrix m;
            int64_t error;

            judge_device_memory(pages ? (int64_t)pages * PAGE : 1);
            judge_start(BUILD_PLAIN, judge_cores());
            m = make_matrix(some[i].rows, CLUSTERS, ENOUGH);
            error = call(&m, some[i].rows, some[i].pairs, m.most);
            done = error == 0 && right(&m);
            if (!done)
                judge_error(2, error,
                            _("the error where the device has %d bytes of "
                              "memory"),
                            pages * PAGE);
            free_matrix(&m);
        }
    }
}

/* ---- races, memory --------------------------------------------------------
 */

static void small_ones(void)
{
    static const struct {
        int n, rows, pairs;
    } small[] = {{0, 2, 1},     {1, 2, 1},    {5, 2, 1},    {7, 3, 2},
                 {10, 1000, 9}, {59, 60, 50}, {60, 60, 90}, {61, 60, 1000},
                 {100, 33, 70}, {129, 64, 40}};

    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        pairs_once(small[i].n, some_data[i % SOME_DATA], small[i].rows,
                   small[i].pairs);
    for (int k = 0; k < 3; k++) /* nobody can wait for certain sizes */
        pairs_once((int)judge_between(2, 100), CLUSTERS,
                   (int)judge_between(2, 80), (int)judge_between(1, 50));
}

// promise: nothing is copied to a chunk or from the buffer of pairs while a
//   kernel works with it
// broken by: next_chunk_too_early
START_TEST(no_race)
{
    judge_start(BUILD_CHECK, 1);
    small_ones();
}

static void a_round(void)
{
    pairs_once(40, NO_TIES, 16, 30);
}

/* What malloc() gave, and new. */
// promise: the host's memory that it allocates as well is free again
// broken by: table_kept
START_TEST(memory_does_not_grow)
{
    start(BUILD_PLAIN, 16, 30);
    judge_steady(a_round, _("calls of pairs_in_chunks()"));
}

// promise: nothing outside the four arrays and the buffers
// broken by: last_chunk_as_long_as_the_others
// promise: memory that it allocates is free again
// promise: nothing is left on the device
// broken by: never_freed
// promise: All four arrays are in the host's memory.
// broken by: arrays_taken_for_the_devices
START_TEST(stays_in_its_memory_and_frees_it)
{
    start(BUILD_CHECK, 1000, 1000);
    judge_no_leaks();
    small_ones();
}

// promise: also after an error
// promise: neither after a call that failed
// broken by: not_freed_after_an_error
START_TEST(frees_it_after_an_error)
{
    for (int k = 0; k <= 12; k++) {
        struct matrix m;

        judge_refuse(k);
        judge_start(BUILD_CHECK, 1);
        judge_no_leaks();
        m = make_matrix(ROWS, COPIES, ENOUGH);
        call(&m, AT_ONCE, PAIRS, m.most);
        free_matrix(&m);
    }
}

// promise: nor after an allocation that failed
// broken by: not_freed_without_memory
START_TEST(frees_it_without_memory)
{
    for (int pages = 0; pages <= 12; pages++) {
        struct matrix m;

        judge_device_memory(pages ? (int64_t)pages * PAGE : 1);
        judge_start(BUILD_CHECK, 1);
        judge_no_leaks();
        m = make_matrix(ROWS, COPIES, ENOUGH);
        call(&m, AT_ONCE, PAIRS, m.most);
        free_matrix(&m);
    }
}

/* ---- counts ---------------------------------------------------------------
 */

enum {
    MANY = 320,
    MANY_AT_ONCE = 128,
    ENOUGH_BYTES = 38000,
};

/* Compares MANY rows; returns after looking at what was copied. */
static void compare_many(enum data data, int pairs_at_once)
{
    struct matrix m;

    start(BUILD_CHECK, MANY_AT_ONCE, pairs_at_once);
    m = make_matrix(MANY, data, ENOUGH);
    pairs_of(&m, MANY_AT_ONCE, pairs_at_once, ENOUGH);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY,
                   _("comparing %d rows"), MANY);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE,
                   m.found * (int)sizeof *m.pair / 32, _("finding %lld pairs"),
                   m.found);
    int64_t besides =
        judge_copied() - m.found * (int)sizeof *m.pair -
        judge_counted(COUNT_LAUNCHES, SPACE_ANY, OP_ANY) * (int)sizeof *m.count;
    if (besides > ENOUGH_BYTES)
        judge_fail(
            _("Copied too much: comparing %d rows, %d at once, has "
              "copied %lld bytes besides the pairs that are found and a count "
              "for each launch; %d are enough. Let a chunk stay on the device "
              "while the others go by, compare it with itself where it lies, "
              "and copy nothing again for a rectangle that is split, nor what "
              "is not needed of the pairs."),
            MANY, MANY_AT_ONCE, (long long)besides, ENOUGH_BYTES);
    free_matrix(&m);
}

/* Five chunks: 320 rows that stay in turn, and ten times 64 that go by. */
// promise: the figures below, for 320 rows, memory for 128
// promise: bytes copied besides 12 for each found pair and 8 for each launch
//   | 38,000
// broken by: both_chunks_copied_each_time
// no promise: the count of a launch has 8, each of the 960 rows 36: five chunks
//   of 64 that stay or go by
// no promise: and a tenth more
// because: says where the number comes from
START_TEST(one_chunk_stays)
{
    compare_many(NO_TIES, 2000);
}

// promise: launches, where all rectangles fit | 30
// broken by: in_small_pieces
// no promise: twice the 15 that five chunks take
// because: says where the number comes from
START_TEST(few_launches)
{
    compare_many(NO_TIES, 2000);
    judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, 30, _("comparing %d rows"),
                  MANY);
}

// promise: the same, where all pairs are found and 1024 fit | 38,000
// broken by: copied_again_for_each_half
// no promise: what is split is on the device already
// because: says why
START_TEST(nothing_copied_again)
{
    compare_many(COPIES, 1024);
}

// promise: launches, where all pairs are found and 1024 fit | 210
// broken by: row_by_row
// no promise: seven for each of 15, and as many again to spare
// because: says where the number comes from
START_TEST(no_more_parts_than_needed)
{
    compare_many(COPIES, 1024);
    judge_at_most(COUNT_LAUNCHES, SPACE_ANY, OP_ANY, 210,
                  _("finding all pairs of %d rows"), MANY);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("53 chunks");

    judge_test(s, KIND_CORRECTNESS, every_number_of_rows);
    judge_test(s, KIND_CORRECTNESS, few_rows);
    judge_test(s, KIND_CORRECTNESS, more_pairs_than_fit);
    judge_test(s, KIND_CORRECTNESS, a_buffer_that_is_just_full);
    judge_test(s, KIND_CORRECTNESS, as_many_as_there_is_room_for);
    judge_test(s, KIND_CORRECTNESS, with_little_memory);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, many_rows_until_a_launch_fails);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, too_little_memory_is_reported);
    judge_cpu_device_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_in_its_memory_and_frees_it);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_it_after_an_error);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_it_without_memory);
    judge_test(s, KIND_TRAFFIC, one_chunk_stays);
    judge_test(s, KIND_TRAFFIC, few_launches);
    judge_test(s, KIND_TRAFFIC, nothing_copied_again);
    judge_test(s, KIND_TRAFFIC, no_more_parts_than_needed);
    return s;
}
