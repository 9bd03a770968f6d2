/* What lab 54 asks for: all rows ranked whatever the chunks are, within the
 * memory that there is; every error told, everything given back; and on the
 * modelled timeline hardly more time than the copies to the device take. */
#include "streams.h"

#include <stdlib.h>
#include <string.h>

#include "common/spearman.h"
#include "judge/judge.h"

enum {
    ROW_BYTES = COLS * 4 + RANK_ROW + 4,
    BESIDES = 1 << 20, /* bytes, for what allocations are rounded up to */
    PAGE = 4096,       /* an allocation takes whole ones */
};

/* The arrays of a call, and what has to come out. */
struct rows {
    int n, *x, *own_x, *power, *want_power;
    signed char *rank, *want;
};

static void make_rows(struct rows *r, int n)
{
    const size_t rows = (size_t)n;
    uint64_t seed = judge_random();

    judge_clear();
    *r = (struct rows){
        .n = n,
        .x = judge_out(rows * COLS * sizeof *r->x),
        .own_x = malloc(rows * COLS * sizeof *r->x + 1),
        .power = judge_out(rows * sizeof *r->power),
        .want_power = malloc(rows * sizeof *r->power + 1),
        .rank = judge_out(rows * RANK_ROW),
        .want = malloc(rows * RANK_ROW + 1),
    };
    ck_assert_msg(r->own_x && r->want_power && r->want, "no memory");
    for (size_t i = 0; i < rows; i++) {
        write_row(&r->x[COLS * i], i % 8 ? COUNTS : DIFFERENT, &seed);
        r->want_power[i] = rank_row(&r->x[COLS * i], &r->want[RANK_ROW * i]);
    }
    memcpy(r->own_x, r->x, rows * COLS * sizeof *r->x);
    judge_filled(r->x);
    judge_pinned(r->x);
    judge_pinned(r->power);
    judge_pinned(r->rank);
}

static void free_rows(struct rows *r)
{
    free(r->own_x);
    free(r->want_power);
    free(r->want);
}

static int64_t call(const struct rows *r, int at_once)
{
    return judge_call("ranks_in_streams", T_I32,
                      ARGS(PTR(r->x), I32(r->n), I32(at_once), PTR(r->rank),
                           PTR(r->power)))
        .i;
}

static bool right(const struct rows *r)
{
    return memcmp(r->want, r->rank, (size_t)r->n * RANK_ROW) == 0 &&
           memcmp(r->want_power, r->power, (size_t)r->n * sizeof *r->power) ==
               0;
}

/* The first row that is wrong, and what is: students look for the chunk. */
static void expect_right(const struct rows *r, int at_once)
{
    for (size_t i = 0; i < (size_t)r->n; i++) {
        const signed char *got = &r->rank[RANK_ROW * i];

        for (int k = 0; k < RANK_ROW; k++)
            if (r->want[RANK_ROW * i + (size_t)k] != got[k])
                judge_equal(r->want[RANK_ROW * i + (size_t)k], got[k],
                            _("rank[32 * %zu + %d]%s, in the first row that is "
                              "wrong, for n = %d, rows_at_once = %d"),
                            i, k,
                            got[k] == (signed char)0xA5
                                ? _(" (which nobody has written)")
                                : "",
                            r->n, at_once);
    }
    judge_equal_i32(r->want_power, r->power, (size_t)r->n, "power",
                    _("n = %d, rows_at_once = %d"), r->n, at_once);
    for (size_t k = 0; k < COLS * (size_t)r->n; k++)
        if (r->x[k] != r->own_x[k])
            judge_equal(r->own_x[k], r->x[k],
                        _("x[%zu], which is only to be read, after the call"),
                        k);
}

static void ranks_once(int n, int at_once)
{
    struct rows r;

    make_rows(&r, n);
    judge_error(0, call(&r, at_once),
                _("the error from ranks_in_streams() for n = %d, "
                  "rows_at_once = %d"),
                n, at_once);
    expect_right(&r, at_once);
    free_rows(&r);
}

/* A process with memory for so many rows. */
static void start(enum build build, int at_once)
{
    judge_device_memory((int64_t)at_once * ROW_BYTES + BESIDES);
    judge_start(build, build == BUILD_PLAIN ? judge_cores() : 1);
}

/* Both sides of whole chunks, whether a chunk is all of the memory or a half, a
 * third or a quarter of it. */
static void around_chunks(int at_once)
{
    static const int parts[] = {1, 2, 3, 4};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int chunks = 1; chunks <= 5; chunks++) {
            int n = at_once / parts[i] * chunks;

            for (int d = n > 0 ? -1 : 0; d <= 1; d++)
                ranks_once(n + d, at_once);
        }
}

// promise: For each row i = 0 .. n-1: rank[32 * i] to rank[32 * i + 31] = the
//   30 rank numbers of x[30 * i] to x[30 * i + 29] and two zeros
// promise: x n rows of 30 ints without gaps
// promise: rank n rows of 32 bytes
// broken by: rows_of_the_first_chunk
// promise: power[i] = the sum of their squares, both as rank_rows() below gives
//   them.
// promise: power n ints
// broken by: powers_of_the_last_chunk
// promise: 0 to 200,003 rows
// promise: whole chunks, one row more and one less
// broken by: last_chunk_lost
// promise: rank and power hold anything when the call begins.
// broken by: last_chunk_not_copied
// promise: When it returns, all results are there.
// broken by: not_waited
START_TEST(every_number_of_rows)
{
    static const int at_once[] = {3, 12, 100, 384, 1000};

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++)
        around_chunks(at_once[i]);
    for (int k = 0; k < 20; k++)
        ranks_once((int)judge_between(1, 3000), (int)judge_between(3, 1500));
    ranks_once(100001, 7000);
    ranks_once(200003, 270000); /* whatever a short has no room for ... */
    ranks_once(121001, 120000); /* ... or takes for a number below 0 */
}

// promise: n 0 .. 2^26; 0 is no error
// broken by: none_is_an_error
// promise: rows_at_once 1 or more
// promise: memory for 1, 2 or more rows than there are
// broken by: no_chunk_for_one_row
START_TEST(few_rows)
{
    for (int at_once = 1; at_once <= 5; at_once++) {
        start(BUILD_PLAIN, at_once);
        for (int n = 0; n <= 11; n++)
            ranks_once(n, at_once);
    }
    judge_start(BUILD_PLAIN, judge_cores());
    for (int n = 0; n <= 11; n++)
        ranks_once(n, 1000000);
    ranks_once(300, 301);
}

// promise: the device has memory for so many rows in all, 156 bytes each (120
//   of x, 32 of rank, 4 of power), and 1 MB more for what allocations are
//   rounded up to
// promise: no more memory than the contract allows
// broken by: all_rows_at_once
// no promise: How many buffers, streams and chunks there are is yours to
//   choose.
// no promise: one for each thread
// no promise: The rank numbers and powers of n rows of 30 ints in the device's
//   memory, as in lab 51
// because: says how the kernel is used that is there
START_TEST(with_little_memory)
{
    static const int at_once[] = {1, 1000, 20000};

    for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++) {
        start(BUILD_PLAIN, at_once[i]);
        ranks_once(at_once[i] == 1 ? 300 : 100000, at_once[i]);
        ranks_once(at_once[i] == 1 ? 20 : 30001, at_once[i]);
        ranks_once(at_once[i], at_once[i]);
    }
}

enum { ROWS = 100, AT_ONCE = 60 };

/* Everything that can be refused is, one after the other, until there is
 * nothing left: then the results are right and nobody has an error to tell. */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that
//   failed
// promise: a launch that the grader makes fail
// broken by: launch_never_looked_at
// promise: each copy in turn
// broken by: last_copy_never_looked_at
// no promise: cudaFreeAsync() is enough, without waiting for it.
// no promise: If there are fewer rows than streams, some streams have no work, and
//   that is fine.
// no promise: then the results may be anything.
// because: it is allowed, not asked for
START_TEST(a_failed_call_is_reported)
{
    enum { CHUNKS = ROWS }; /* of a row each: the smallest, three copies each */
    struct rows r;
    bool done = false;

    for (int k = 0; k <= 3 * CHUNKS && !done; k++) {
        int expected = judge_refuse(k);
        int64_t error;

        judge_start(BUILD_PLAIN, judge_cores());
        make_rows(&r, ROWS);
        error = call(&r, AT_ONCE);
        done = right(&r);
        judge_refusal(expected, error, done);
        done = done && k > 0;
        free_rows(&r);
    }
}

/* Each kernel in turn, until there are no more. Only who waits hears of it. */
// promise: the cudaError_t of the first call that failed
// promise: a kernel that fails while it runs
// broken by: wait_never_looked_at
START_TEST(a_failed_kernel_is_reported)
{
    bool done = false;

    for (int k = 1; k <= ROWS && !done; k++) {
        int expected = judge_break_kernel(k);
        struct rows r;
        int64_t error;

        judge_start(BUILD_PLAIN, judge_cores());
        make_rows(&r, ROWS);
        error = call(&r, AT_ONCE);
        done = right(&r);
        if (!done)
            judge_error(expected, error,
                        _("the error where kernel number %d fails while it "
                          "runs, which the host hears where it waits"),
                        k);
        free_rows(&r);
    }
}

/* Whether this is enough memory for so many rows; if not, the error has to be
 * told. */
static bool enough_memory(int rows, int64_t bytes)
{
    struct rows r;
    int64_t error;
    bool enough;

    judge_device_memory(bytes);
    judge_start(BUILD_PLAIN, judge_cores());
    make_rows(&r, rows);
    error = call(&r, rows);
    enough = error == 0 && right(&r);
    if (!enough)
        judge_error(2, error,
                    _("the error for n = %d where the device has %lld bytes of "
                      "memory"),
                    rows, (long long)bytes);
    free_rows(&r);
    return enough;
}

/* With more and more pages of 4096 bytes one allocation more succeeds, and the
 * next one fails, be it of x, which is the largest, or a smaller one that comes
 * behind it; until all succeed. And then so much that the results of all rows
 * fit, but no third of x: who goes on without x has another error. */
// promise: the cudaError_t of the first call that failed
// promise: too little memory
// broken by: allocation_never_looked_at
START_TEST(too_little_memory_is_reported)
{
    enum { MANY = 30000 };

    enough_memory(600, 100);
    for (int pages = 1; pages <= 60; pages++)
        if (enough_memory(600, (int64_t)pages * PAGE))
            break;
    enough_memory(MANY, (int64_t)MANY * 38);
}

static void small_ones(void)
{
    static const struct {
        int n, at_once;
    } small[] = {{0, 1},     {1, 1},     {5, 1},      {5, 2},     {7, 3},
                 {10, 1000}, {59, 60},   {60, 60},    {61, 60},   {200, 60},
                 {301, 300}, {600, 300}, {1000, 300}, {1003, 390}};

    start(BUILD_CHECK, 1000);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        ranks_once(small[i].n, small[i].at_once);
    for (int k = 0; k < 3; k++)
        ranks_once((int)judge_between(1, 1000), (int)judge_between(1, 500));
}

// promise: nothing touches a buffer while another stream works with it
// broken by: buffers_of_another_stream
START_TEST(no_race)
{
    small_ones();
}

static void a_round(void)
{
    ranks_once(100, 30);
}

/* What malloc() gave, and new. */
// promise: the host's memory that it allocates as well is free again
// broken by: table_kept
START_TEST(memory_does_not_grow)
{
    start(BUILD_PLAIN, 30);
    judge_steady(a_round, _("calls of ranks_in_streams()"));
}

// promise: nothing outside the three arrays and the buffers
// broken by: last_chunk_as_long_as_the_others
// promise: Memory that it allocates is free again
// promise: nothing is left on the device, no memory,
// broken by: never_freed
// promise: no stream
// promise: and streams and events that it creates are destroyed
// broken by: streams_kept
// promise: and no event
// broken by: events_never_destroyed
// no promise: All three arrays are pinned memory of the host, no two of them
//   overlap
// because: the caller sees to it
START_TEST(stays_in_its_memory_and_frees_it)
{
    judge_start(BUILD_CHECK, 1);
    judge_no_streams();
    ranks_once(200, 60);
    ranks_once(1000, 300);
    ranks_once(7, 1);
    small_ones();
}

// promise: also after an error
// broken by: streams_left_after_an_error
// promise: neither after a call that failed
// broken by: not_freed_after_an_error
START_TEST(frees_it_after_an_error)
{
    struct rows r;

    for (int k = 0; k <= 6; k++) {
        judge_refuse(k);
        judge_start(BUILD_CHECK, 1);
        judge_no_streams();
        make_rows(&r, ROWS);
        call(&r, AT_ONCE);
        free_rows(&r);
    }
}

// promise: nor after an allocation that failed
// broken by: not_freed_without_memory
START_TEST(frees_it_without_memory)
{
    struct rows r;

    for (int pages = 1; pages <= 12; pages++) {
        judge_device_memory(pages * PAGE);
        judge_start(BUILD_CHECK, 1);
        judge_no_streams();
        make_rows(&r, ROWS);
        call(&r, AT_ONCE);
        free_rows(&r);
    }
}

/* The timeline's figures (docs/cpu-device.md): pinned memory, 24 bytes a ns. */
enum { MANY = 100000, MANY_AT_ONCE = 20000, TO_DEVICE_NS = MANY * 120 / 24 };

static struct judge_timeline rank_many(void)
{
    start(BUILD_CHECK, MANY_AT_ONCE);
    ranks_once(MANY, MANY_AT_ONCE);
    return judge_timeline();
}

/* Kernels that read x over the bus would be no copies; the model does not know
 * what that takes. */
// promise: Each row is copied to the device once
// promise: bytes copied | 15,600,000
// broken by: copied_twice
// promise: each result copied back once.
// broken by: read_by_the_kernel
// promise: ranked there
// broken by: ranked_by_the_host
// no promise: 156 a row
// because: says where the number comes from
START_TEST(each_row_once)
{
    struct judge_timeline t = rank_many();

    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY / 32 * 120,
                   _("ranking %d rows"), MANY);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, MANY / 32 * 36,
                   _("writing the rank numbers of %d rows"), MANY);
    if (judge_copied() > MANY * ROW_BYTES)
        judge_fail(_("Copied too much: ranking %d rows has copied %lld bytes; "
                     "%d are enough. Bring each row to the device once, and "
                     "its rank numbers and its power back once."),
                   MANY, (long long)judge_copied(), MANY * ROW_BYTES);
    if (t.to_device < (int64_t)MANY * 120 * 1000 / 24 ||
        t.from_device < (int64_t)MANY * 36 * 1000 / 24)
        judge_fail(
            _("Not copied: %d rows are %d bytes to the device and %d "
              "back; fewer have been copied by cudaMemcpyAsync() and its "
              "relatives."),
            MANY, MANY * 120, MANY * 36);
}

// promise: the figures below, for 100,000 rows and memory for 20,000
// promise: span on the timeline | 575 us
// broken by: one_stream
// promise: and nothing is still under way when it returns
// broken by: still_clearing
// promise: The span lasts from the call until all is done
// broken by: waits_after_each_round
// no promise: 1.15 times the 500 us
// because: says where the number comes from
START_TEST(copies_behind_kernels)
{
    rank_many();
    judge_span_at_most((int64_t)TO_DEVICE_NS * 1150,
                       _("ranking %d rows, %d at once,"), MANY, MANY_AT_ONCE);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("54 streams");

    judge_test(s, KIND_CORRECTNESS, every_number_of_rows);
    judge_test(s, KIND_CORRECTNESS, few_rows);
    judge_test(s, KIND_CORRECTNESS, with_little_memory);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_kernel_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, too_little_memory_is_reported);
    judge_cpu_device_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_in_its_memory_and_frees_it);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_it_after_an_error);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_it_without_memory);
    judge_test(s, KIND_TRAFFIC, each_row_once);
    judge_test(s, KIND_TRAFFIC, copies_behind_kernels);
    return s;
}
