/* What lab 52 asks for: all pairs that are correlated and no others, exactly,
 * each once, whatever there is room for; rows read by tiles, one atomic
 * operation for many pairs; and on a GPU some speed. */
#include "pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

#define PAIRS_ARE "d_pair"
#define COUNT_IS "*d_count"
#define COUNT int
#include "common/check/pairs_check.h"

static const enum data some_data[] = {LIKE_THE_ARTICLES, OF_ALL_KINDS, NO_TIES,
                                      COPIES, CLOSE};
enum { SOME_DATA = sizeof some_data / sizeof *some_data };

static int64_t call(const struct matrix *m, int room)
{
    return judge_call("pairs", T_I32,
                      ARGS(DEV(m->rank), DEV(m->power), I32(m->n), DEV(m->pair),
                           I32(room), DEV(m->count)))
        .i;
}

/* With room for m->most. name: of the case */
static void pairs_of(struct matrix *m, const char *name)
{
    char of[200];

    said_put(of, sizeof of, _("%s, with room for %lld pairs"), name, m->most);
    judge_error(0, call(m, (int)m->most), _("the error from pairs() for %s"),
                of);
    expect_pairs(m, m->most, of);
}

/* room: so many pairs, or ENOUGH */
static void pairs_once(int n, enum data data, int room)
{
    struct matrix m = make_matrix(n, data, room);

    pairs_of(&m, m.name);
    free_matrix(&m);
}

/* ---- correctness ----------------------------------------------------------
 */

// promise: Finds all pairs of rows row < col
// broken by: last_rows_lost
// promise: sum of the products of the two rows' rank numbers
// broken by: dot_without_its_sign
// promise: d_rank n rows of 32 bytes: the rank numbers of a row, and two zeros
// promise: d_power n ints, the sums of the squares of each row: 0 .. 8990
// promise: 0 to 1025 rows
// broken by: int_overflow
// promise: those that are found, each once, in any order
// promise: each once and in any order
// broken by: each_pair_twice
// promise: row < col
// broken by: pairs_with_itself
// promise: n 0 .. 65536; 0 and 1 are no error and have no pairs
// broken by: none_is_an_error
// promise: d_pair and d_count hold anything when the call begins.
// broken by: count_not_cleared
START_TEST(every_number_of_rows)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        if (judge_sizes[i] <= 1025)
            pairs_once((int)judge_sizes[i], some_data[i % SOME_DATA],
                       ENOUGH);
    for (int n = 0; n <= 5; n++)
        pairs_once(n, COPIES, ENOUGH);
    for (int k = 0; k < 20; k++)
        pairs_once((int)judge_between(6, 300), some_data[k % SOME_DATA],
                   ENOUGH);
}

// promise: rows of all kinds, also such whose numbers are all equal
// promise: both powers above 0.
// broken by: equal_numbers_found
// promise: negative dots
// broken by: positive_only
// promise: exactly
// promise: rows next to the limit
// broken by: float_threshold
// promise: dot * dot * 201224641 >= 26224641 * d_power[row] * d_power[col]
// broken by: thirty_degrees
START_TEST(every_kind_of_row)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < SOME_DATA; i++)
        for (int k = 0; k < 3; k++)
            pairs_once(200, some_data[i], ENOUGH);
}

// promise: if more are found than there is room for, any of them
// promise: d_pair room for so many pairs
// promise: what is behind them stays as it is
// promise: room for none, for too few, for just enough and for more
// broken by: written_behind_room
// promise: d_count how many pairs are found, also if that is more than room
// broken by: count_stops_at_room
// promise: room 0 or more
// broken by: no_room_is_an_error
START_TEST(as_many_as_there_is_room_for)
{
    enum { N = 70, ALL = N * (N - 1) / 2 };
    static const int rooms[] = {0, 1, 31, 32, 33, 1000, ALL - 1, ALL, ALL + 1};

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        pairs_once(N, COPIES, rooms[i]);
    pairs_once(N, OF_ALL_KINDS, 0);
    pairs_once(N, OF_ALL_KINDS, 3);
    pairs_once(N, OF_ALL_KINDS, 100000);
}

/* More pairs than a float has room for. */
// promise: and 5001 rows
// broken by: pair_by_a_float_root
START_TEST(many_rows)
{
    judge_start(BUILD_PLAIN, judge_cores());
    pairs_once(5001, NO_TIES, ENOUGH);
}

/* What a call has left behind must not be in the next one's way. */
// promise: several calls one after the other
// broken by: count_goes_on
START_TEST(several_calls)
{
    static const int sizes[] = {100, 64, 65, 1, 100, 0, 33};
    enum { N = 100, ROOM = N * (N - 1) / 2 };

    judge_start(BUILD_PLAIN, judge_cores());
    struct matrix m = make_matrix(N, COPIES, ROOM);

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char name[60];

        said_put(name, sizeof name, _("n = %d, call %d"), sizes[i], (int)i + 1);
        want_pairs(&m, sizes[i]);
        judge_poison(m.pair, ROOM * sizeof *m.pair);
        pairs_of(&m, name);
    }
    free_matrix(&m);
}

/* Refused is the launch, or a copy or cudaMemset(), if there is any. What is
 * right without that and wrong with it had an error to report. */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that
//   failed
// broken by: error_not_told
// promise: a launch or a cudaMemset() that the grader makes fail
// broken by: error_not_told_without_pairs
START_TEST(a_failed_call_is_reported)
{
    static const int rows[] = {100, 0, 1};

    for (int i = 0; i < 3 * 6; i++) {
        const int n = rows[i / 6], room = n * (n - 1) / 2;
        int expected, right = 0;
        int64_t error;

        if (i == 0) {
            judge_start(BUILD_PLAIN, judge_cores());
            pairs_once(n, COPIES, room);
        }
        expected = judge_refuse(i % 6 - 2);
        judge_start(BUILD_PLAIN, judge_cores());
        struct matrix m = make_matrix(n, COPIES, room);
        judge_filled(m.count);
        *m.count = 7; /* a place in d_pair, so that nobody writes elsewhere */
        error = call(&m, room);
        for (int k = 0; k < room; k++)
            right += !untouched(m.pair[k]);
        if (right != room || *m.count != room)
            judge_error(expected, error,
                        _("the error for n = %d where the device refuses %s"),
                        n, judge_refused());
        free_matrix(&m);
    }
}

/* ---- races, memory --------------------------------------------------------
 */

static void small_ones(void)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 64, 65, 100, 128, 129};

    judge_start(BUILD_CHECK, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        pairs_once(sizes[i], some_data[i % SOME_DATA], ENOUGH);
    for (int k = 0; k < 3; k++) /* nobody can wait for certain sizes */
        pairs_once((int)judge_between(2, 200), COPIES, 50);
    pairs_once(230, COPIES, ENOUGH);
    pairs_once(0, COPIES, 0);
}

// promise: a barrier between who brings a row and who uses it
// broken by: no_barrier
// promise: and one before the next rows come
// broken by: next_tile_too_early
// promise: all lanes come to their votes
// broken by: vote_in_the_if
// promise: places that no two threads have
// broken by: place_without_atomic
// promise: the count cleared before anybody counts
// broken by: cleared_by_a_block
START_TEST(no_race)
{
    small_ones();
}

// promise: nothing outside the arrays and the tile
// broken by: rows_behind_the_last
// promise: nothing read that nobody has written
// broken by: powers_left_out
// promise: the host must not touch them.
// broken by: count_cleared_by_the_host
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

enum { MANY = 512, TILES = 16 * 17 / 2, ALL_FOUND = 256 };

static void pairs_counted(void)
{
    judge_start(BUILD_CHECK, 1);
    pairs_once(2, COPIES, ENOUGH); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2,
                   _("comparing %d rows"), 2);
    pairs_once(MANY, NO_TIES, ENOUGH);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY,
                   _("comparing %d rows"), MANY);
    judge_copies_at_most(MANY, _("comparing %d rows"), MANY);
}

/* A tile of 32 x 32 takes 64 sectors for its rows, and 8 for the powers. */
// promise: the counts below
// promise: sectors read, 512 rows | 10,880
// broken by: a_block_for_each_row
// no promise: 136 tiles of 32 rows and 32 columns
// no promise: a sector for each row and 8 for the powers, and 8 to spare
// because: says where the number comes from
START_TEST(reads_rows_by_tiles)
{
    pairs_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, TILES * 80,
                  _("comparing %d rows"), MANY);
}

/* Rows of 9 words lose a turn for four rows that are put in, 16 for a tile. */
// promise: bank conflicts, 512 rows | 3,264
// broken by: rows_not_padded
// no promise: 24 a tile
// because: says where the number comes from
START_TEST(few_bank_conflicts)
{
    pairs_counted();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, TILES * 24,
                  _("shared memory for %d rows"), MANY);
}

static void all_found(void)
{
    enum { PAIRS = ALL_FOUND * (ALL_FOUND - 1) / 2 };

    judge_start(BUILD_CHECK, 1);
    pairs_once(ALL_FOUND, COPIES, ENOUGH);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, PAIRS * 12 / 32,
                   _("writing %d pairs"), PAIRS);
    judge_copies_at_most(ALL_FOUND, _("finding %d pairs"), PAIRS);
}

/* 32640 / 32 would be 1020; on the diagonal some lanes of a warp have no pair,
 * and who has larger tiles there has more such warps. */
// promise: atomic operations, 256 rows of which all pairs are found | 1,530
// broken by: an_atomic_for_each_pair
// no promise: 32,640 pairs
// no promise: one for 32, and half as many again for warps on the diagonal
// because: says where the number comes from
START_TEST(one_atomic_for_many)
{
    all_found();
    judge_at_most(COUNT_LANES, SPACE_GLOBAL, OP_ATOMIC, 1530,
                  _("counting %d pairs"), 32640);
}

/* 32 neighbours store 384 bytes, 12 sectors or 13, an int at a time: 39. */
// promise: sectors written, the same rows | 48,960
// broken by: pairs_of_a_thread_together
// no promise: 12,240 sectors, three times as an int of each pair is stored at a
//   time, and a third more
// because: says where the number comes from
START_TEST(neighbours_store_side_by_side)
{
    all_found();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, 48960,
                  _("writing %d pairs"), 32640);
}

/* ---- speed ----------------------------------------------------------------
 */

/* 134 million pairs; one in 20 is found. To have other rows for each call and
 * still know what is found, the rows change places, and so do the columns: the
 * pairs are the same then, by other names. */
enum { N = 16384, ROOM = 1 << 23 };
static signed char *timed_rank;
static int *timed_power;
static signed char (*first_rank)[RANK_ROW];
static int *was, *found_count; /* was[i]: row i among the first ones */
static struct pair *found_pair;
static uint64_t want_sum;
static int want_count;

/* Whoever adds these up over all pairs tells one set of pairs from another. */
static uint64_t mark_of(int a, int b, int dot)
{
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
    uint64_t mark = low << 40 ^ high << 16 ^ (uint64_t)(dot + 10000);

    mark *= 0x9E3779B97F4A7C15u;
    mark ^= mark >> 29;
    mark *= 0xBF58476D1CE4E5B9u;
    return mark ^ mark >> 32;
}

static void other_places(void)
{
    int column[COLS];
    uint64_t seed = judge_random();

    for (int k = 0; k < COLS; k++)
        column[k] = k;
    shuffle_row(column, &seed);
    for (int i = N - 1; i > 0; i--) {
        int other = row_random(&seed) % (i + 1), swap = was[i];

        was[i] = was[other];
        was[other] = swap;
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < COLS; k++)
            timed_rank[RANK_ROW * i + k] = first_rank[was[i]][column[k]];
}

static void verify_pairs(struct judge_value got)
{
    uint64_t sum = 0;

    judge_error(0, got.i, _("the error from pairs() for n = %d"), N);
    judge_equal(want_count, *found_count, _("*d_count for n = %d"), N);
    for (int k = 0; k < want_count; k++) {
        struct pair pair = found_pair[k];

        if (pair.row < 0 || pair.row >= pair.col || pair.col >= N)
            judge_fail(_("d_pair[%d] for n = %d: row %d, col %d"), k, N,
                       pair.row, pair.col);
        sum += mark_of(was[pair.row], was[pair.col], pair.dot);
    }
    if (sum != want_sum)
        judge_fail(_("d_pair for n = %d: as many pairs as are found, but some "
                     "are others, or there twice, or their dot is wrong"),
                   N);
}

// promise: only where there is a GPU: 16,384 rows, at least 8 % of the speed
//   of a kernel in good form
// broken by: one_block_for_all
START_TEST(compared_with_good_form)
{
    judge_start(BUILD_GPU, 1);
    timed_rank = judge_in(N * RANK_ROW);
    timed_power = judge_in(N * sizeof *timed_power);
    write_ranked(N, NO_TIES, timed_rank, timed_power);
    found_pair = judge_out((size_t)ROOM * sizeof *found_pair);
    found_count = judge_out(sizeof *found_count);
    first_rank = malloc(N * sizeof *first_rank);
    was = malloc(N * sizeof *was);
    ck_assert_msg(first_rank && was, "no memory");
    memcpy(first_rank, timed_rank, N * sizeof *first_rank);
    for (int row = 0; row < N; row++) {
        was[row] = row;
        for (int col = row + 1; col < N; col++)
            if (is_found(timed_rank, timed_power, row, col)) {
                int dot = dot_of_rows(timed_rank, row, col);

                want_sum += mark_of(row, col, dot);
                want_count++;
            }
    }
    ck_assert_msg(want_count <= ROOM, "more pairs than expected");
    judge_speed(&(struct judge_speed){
        .function = "pairs",
        .returns = T_I32,
        .args = ARGS(DEV(timed_rank), DEV(timed_power), I32(N), DEV(found_pair),
                     I32(ROOM), DEV(found_count)),
        .fresh = other_places,
        .verify = verify_pairs,
    });
}

/* Where only the launch is looked at. */
// promise: n 0 .. 65536; 0 and 1 are no error and have no pairs
// promise: a launch for 65536 rows
// broken by: tiles_in_y
START_TEST(a_launch_for_the_most)
{
    enum { MOST = 65536 };

    judge_start(BUILD_PLAIN, judge_cores());
    pairs_once(40, COPIES, ENOUGH);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    judge_clear();
    int8_t *rank = judge_in(4096);
    int32_t *power = judge_in(4096), *count = judge_out(sizeof *count);
    struct pair *found = judge_out(4096);
    judge_dry_launch("pairs",
                     ARGS(DEV(rank), DEV(power), I32(MOST), DEV(found),
                          I32(100), DEV(count)),
                     _("pairs() for n = %d"), MOST);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("52 pairs");

    judge_test(s, KIND_CORRECTNESS, every_number_of_rows);
    judge_test(s, KIND_CORRECTNESS, every_kind_of_row);
    judge_test(s, KIND_CORRECTNESS, as_many_as_there_is_room_for);
    judge_test(s, KIND_CORRECTNESS, many_rows);
    judge_test(s, KIND_CORRECTNESS, several_calls);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, reads_rows_by_tiles);
    judge_test(s, KIND_TRAFFIC, few_bank_conflicts);
    judge_test(s, KIND_TRAFFIC, one_atomic_for_many);
    judge_test(s, KIND_TRAFFIC, neighbours_store_side_by_side);
    judge_test(s, KIND_SPEED, compared_with_good_form);
    return s;
}
