/* What lab 55 asks for: the same count whatever the number of rows and devices;
 * a share for each device, all of them at the same time; what a device refuses
 * is done by the others; everything given back. */
#include "devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check/pairs_data.h"
#include "judge/judge.h"

enum {
    ROW_BYTES = RANK_ROW + 4,
    PAGE = 4096, /* an allocation takes whole ones */
    OUT_OF_MEMORY = 2
};

/* ---- rows, and what is found ----------------------------------------------
 */

struct rows {
    int n, *own_power;
    signed char *own_rank;
    long long want;
    /* what the student gets */
    long long *found;
    signed char *rank;
    int *power;
    unsigned *refused;
};

static struct rows make_rows(int n, enum data data)
{
    struct rows r = {
        .n = n,
        .own_rank = malloc((size_t)n * RANK_ROW + 1),
        .own_power = malloc((size_t)n * sizeof *r.own_power + 1),
    };

    ck_assert_msg(r.own_rank && r.own_power, "no memory");
    write_ranked(n, data, r.own_rank, r.own_power);
    r.want = count_pairs(r.own_rank, r.own_power, n, 0, n);
    return r;
}

static void free_rows(struct rows *r)
{
    free(r->own_rank);
    free(r->own_power);
}

/* ---- calls ----------------------------------------------------------------
 */

/* A process with so many devices. */
static void start(enum build build, int devices)
{
    judge_devices(devices);
    judge_start(build, build == BUILD_PLAIN ? judge_cores() : 1);
}

static int64_t call(struct rows *r, int devices)
{
    const size_t rank_bytes = (size_t)r->n * RANK_ROW;
    const size_t power_bytes = (size_t)r->n * sizeof *r->power;

    judge_clear();
    r->rank = judge_out(rank_bytes);
    r->power = judge_out(power_bytes);
    r->found = judge_out(sizeof *r->found);
    r->refused = judge_out(sizeof *r->refused);
    memcpy(r->rank, r->own_rank, rank_bytes);
    memcpy(r->power, r->own_power, power_bytes);
    judge_filled(r->rank);
    judge_filled(r->power);
    judge_pinned(r->rank);
    judge_pinned(r->power);
    return judge_call("found_on_devices", T_I32,
                      ARGS(PTR(r->rank), PTR(r->power), I32(r->n), I32(devices),
                           PTR(r->found), PTR(r->refused)))
        .i;
}

/* Why more devices than have refused are noted, where that may be so; "". */
static const char *about_more(int devices, unsigned refused, unsigned noted)
{
    static char said[300];
    int asks;

    *said = '\0';
    if (refused && judge_launched() > 0 && noted < 1u << devices &&
        (noted & refused) == refused && noted != refused &&
        (asks = judge_line_of("cudaGetLastError(")) > 0)
        said_put(said, sizeof said,
                 _("; *refused names a device that has not refused. A call "
                   "that fails leaves its error behind, and who asks "
                   "cudaGetLastError() next, at line %d for another device, "
                   "gets it: take it away where you note the refusal"),
                 asks);
    return said;
}

/* refusing: what refuses in this call, in words; "" nothing */
static void expect(const struct rows *r, int devices, unsigned refused,
                   int64_t error, const char *refusing)
{
    char what[600];

    const char *more = about_more(devices, refused, *r->refused);

    if (!*more && refused && *r->found > r->want)
        more = _("; more than there are come of a strip that is counted twice, "
                 "or of a counter that is not set to 0 again before a device's "
                 "second strip");
    said_put(what, sizeof what, _("n = %d, devices = %d%s%s"), r->n, devices,
             refusing, more);
    judge_error(0, error, _("the error from found_on_devices() for %s"), what);
    judge_equal(r->want, *r->found, _("*found for %s"), what);
    judge_equal(refused, *r->refused, _("*refused for %s"), what);
    if (memcmp(r->own_rank, r->rank, (size_t)r->n * RANK_ROW) != 0 ||
        memcmp(r->own_power, r->power, (size_t)r->n * sizeof *r->power) != 0)
        judge_fail(_("for %s: rank or power, which are only to be read, have "
                     "changed"),
                   what);
}

static void count_once(int n, int devices, enum data data)
{
    struct rows r = make_rows(n, data);
    int64_t error = call(&r, devices);

    expect(&r, devices, 0, error, "");
    free_rows(&r);
}

/* ---- correctness ----------------------------------------------------------
 */

static const int some_devices[] = {1, 2, 3, 4, 8};
enum { SOME_DEVICES = sizeof some_devices / sizeof *some_devices };

static const enum data some_data[] = {LIKE_THE_ARTICLES, NO_TIES, COPIES};
enum { SOME_DATA = sizeof some_data / sizeof *some_data };

static void every_size_on(int devices)
{
    static const int n[] = {0,   1,   2,   3,   4,   5,   7,   8,    9,
                            16,  17,  31,  32,  33,  63,  64,  65,   100,
                            127, 128, 129, 130, 255, 256, 257, 1000, 1025};

    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        count_once(n[i], devices, some_data[i % SOME_DATA]);
    for (int k = 0; k < 5; k++)
        count_once((int)judge_between(10, 1500), devices, COPIES);
}

// promise: n 0 .. 2^26; 0 and 1 are no error and have no pairs
// broken by: none_is_an_error
// promise: found, refused hold anything when the call begins
// broken by: adds_to_what_was_there
START_TEST(one_device)
{
    start(BUILD_PLAIN, 1);
    every_size_on(1);
}

// promise: *found = in how many pairs of rows row < col both go up and down
//   together, as count_found() below has it
// promise: rank n rows of 32 bytes: the rank numbers of a row, and two zeros
// promise: power n ints, the sums of the squares of each row: 0 .. 8990
// promise: on 1, 2, 3, 4 and 8 devices
// broken by: last_strip_lost
// promise: in how many of the whole table
// broken by: pairs_of_the_strip_only
// promise: all other bits are 0
// broken by: strip_without_rows
// no promise: as ranks() of lab 51 writes them
// no promise: Adds to *found how many of the pairs [...] are read.
// because: says how the kernel is used that is there
START_TEST(every_number_of_rows)
{
    for (int i = 1; i < SOME_DEVICES; i++) {
        start(BUILD_PLAIN, some_devices[i]);
        every_size_on(some_devices[i]);
    }
}

/* Mostly rows that are never found, with which the kernel is soon done. */
// promise: 0 to 100,003 rows
// broken by: no_more_than_a_short
START_TEST(many_rows)
{
    start(BUILD_PLAIN, 3);
    count_once(100003, 3, SOME_OF_MANY);
    count_once(70000, 2, SOME_OF_MANY);
}

/* The same where this device is current, which it must be afterwards. */
static int64_t call_from(int before, struct rows *r, int devices)
{
    int64_t error;

    judge_call("set_current_device", T_I32, ARGS(I32(before)));
    error = call(r, devices);
    judge_equal(before,
                judge_call("current_device", T_I32, (struct judge_args){0}).i,
                _("the current device after the call for n = %d, "
                  "devices = %d; it was %d"),
                r->n, devices, before);
    return error;
}

// promise: When it returns, the current device is the one that was current
//   before
// broken by: current_device_not_restored
// promise: When it returns, the current device is the one that was current
//   before
// broken by: current_device_lost_for_one_row
// promise: any device is current before the call
// broken by: first_device_is_current
START_TEST(the_current_device_stays)
{
    enum { DEVICES = 4 };

    start(BUILD_PLAIN, DEVICES);
    for (int before = 0; before < DEVICES; before++)
        for (int devices = 1; devices <= DEVICES; devices++) {
            struct rows r[] = {make_rows(50, NO_TIES), make_rows(1, NO_TIES)};

            for (int i = 0; i < 2; i++)
                expect(&r[i], devices, 0, call_from(before, &r[i], devices),
                       "");
            free_rows(&r[0]);
            free_rows(&r[1]);
        }
}

// promise: any device is current before the call
// broken by: current_device_lost_by_an_error
START_TEST(the_current_device_stays_whoever_refuses)
{
    static const unsigned who[] = {1, 2, 4, 5, 7};
    enum { DEVICES = 3 };
    struct rows r = make_rows(50, NO_TIES);

    for (size_t i = 0; i < 2 * sizeof who / sizeof *who; i++)
        for (int before = 1; before < DEVICES; before++) {
            if (i % 2)
                judge_device_memory(1);
            else
                judge_refuse(0);
            judge_refusing_devices(who[i / 2]);
            start(BUILD_PLAIN, DEVICES);
            call_from(before, &r, DEVICES);
        }
    free_rows(&r);
}

/* Which devices of how many. */
struct refusing {
    int devices;
    unsigned mask;
};
static const struct refusing refusing[] = {
    {1, 1},    {2, 1},    {2, 2},    {2, 3},    {3, 1},   {3, 2},
    {3, 4},    {3, 3},    {3, 7},    {4, 4},    {4, 6},   {4, 14},
    {4, 7},    {4, 15},   {8, 1},    {8, 16},   {8, 128}, {8, 0xfe},
    {8, 0x7f}, {8, 0xef}, {8, 0x5a}, {8, 0xff},
};
enum { REFUSING = sizeof refusing / sizeof *refusing };

/* " where devices 0, 2 refuse the launch" */
static const char *in_words(struct refusing r, const char *what)
{
    static char text[160];
    char list[40] = "";
    int n = 0;

    for (int d = 0; d < r.devices; d++)
        if (r.mask >> d & 1)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s %d",
                     n++ ? "," : "", d);
    said_put(text, sizeof text,
             n == 1 ? _(" where device%s refuses %s")
                    : _(" where devices%s refuse %s"),
             list, what);
    return text;
}

/* What all devices refuse is an error; else the others do the work. */
static void expect_refused(const struct rows *r, struct refusing who, int want,
                           int64_t error, const char *what)
{
    const char *words = in_words(who, what);

    if (who.mask != (1u << who.devices) - 1) {
        expect(r, who.devices, who.mask, error, words);
        return;
    }
    judge_error(want, error,
                _("the error from found_on_devices() for n = %d, devices = "
                  "%d%s"),
                r->n, who.devices, words);
    judge_equal(who.mask, *r->refused, _("*refused for n = %d, devices = %d%s"),
                r->n, who.devices, words);
}

/* Twice, so that what is left of the first call would show. */
static void refuses_always(struct rows *r, int number, struct refusing who,
                           int want, const char *what)
{
    judge_refusing_devices(who.mask);
    start(BUILD_PLAIN, who.devices);
    for (int k = 0; k < 2; k++, number++) {
        struct rows *one = &r[number % 3];

        expect_refused(one, who, want, call(one, who.devices), what);
    }
}

// promise: A device refuses if a call for it fails: there is no memory, a copy
//   or a launch is refused.
// broken by: launch_never_looked_at
// promise: Then it gets no more work
// broken by: launched_again
// promise: bit d of *refused is set, for device d
// broken by: no_bit_is_set
// promise: all other bits are 0
// broken by: error_left_for_the_next
// promise: What it should have done
// broken by: share_lost
// promise: Returns 0 (cudaSuccess) if at least one device has not refused
// broken by: error_of_one_for_all
// promise: else the cudaError_t of the first call that failed
// broken by: all_refuse_is_no_error
// promise: each device in turn, several and all refuse memory, a launch
// broken by: bits_count_from_one
// no promise: A device that gets no rows need not be asked for anything.
// no promise: *found may then be anything.
// because: it is allowed, not asked for
START_TEST(a_device_refuses)
{
    struct rows r[] = {make_rows(300, COPIES), make_rows(500, NO_TIES),
                       make_rows(257, COPIES)};

    for (int i = 0; i < REFUSING; i++) {
        int error = judge_refuse(0);

        refuses_always(r, i, refusing[i], error, judge_refused());
        error = judge_refuse_launch(1); /* and would take a second one */
        judge_refusing_devices(refusing[i].mask);
        start(BUILD_PLAIN, refusing[i].devices);
        expect_refused(&r[i % 3], refusing[i], error,
                       call(&r[i % 3], refusing[i].devices), judge_refused());
        judge_device_memory(1);
        refuses_always(r, i, refusing[i], OUT_OF_MEMORY,
                       _("memory (it has none)"));
    }
    for (int i = 0; i < 3; i++)
        free_rows(&r[i]);
}

/* Devices 0 to 2 and 5 to 7 have no memory; whoever begins at either end sees
 * that first. The other two refuse the launch, which comes later. */
// promise: else the cudaError_t of the first call that failed
// broken by: last_error_told
START_TEST(the_first_error_counts)
{
    enum { DEVICES = 8, ALL = 0xff, SHORT_OF_MEMORY = 0xe7 };
    struct rows r = make_rows(300, COPIES);
    const int launch = judge_refuse(0);
    int64_t error;

    judge_device_memory(1);
    judge_memory_devices(SHORT_OF_MEMORY);
    start(BUILD_PLAIN, DEVICES);
    error = call(&r, DEVICES);
    /* with a thread for each device any of them may be first */
    judge_error(error == launch && !judge_calls_in_turn() ? launch
                                                          : OUT_OF_MEMORY,
                error,
                _("the error from found_on_devices() for n = %d, devices = %d, "
                  "where devices 3 and 4 refuse %s, and the others memory"),
                r.n, DEVICES, judge_refused());
    judge_equal(ALL, *r.refused,
                _("*refused where devices 3 and 4 refuse %s, and the others "
                  "memory"),
                judge_refused());
    free_rows(&r);
}

// promise: devices 1 .. 8: use devices 0 to devices - 1
// promise: also fewer than there are
// broken by: devices_that_are_there
// no promise: which are there, and equally fast
// because: the caller sees to it
START_TEST(others_may_refuse)
{
    struct rows r = make_rows(300, COPIES);

    judge_refuse(0);
    judge_refusing_devices(12);
    start(BUILD_PLAIN, 4);
    expect(&r, 2, 0, call(&r, 2),
           _(" where devices 2 and 3, which are not asked for, refuse"));
    free_rows(&r);
}

/* With more and more pages of memory one allocation more succeeds, and the next
 * one fails, until all succeed. */
// promise: refuse memory
// broken by: memory_never_looked_at
START_TEST(a_device_has_little_memory)
{
    static const struct refusing who[] = {{3, 1}, {3, 2}, {3, 4}, {3, 7}};
    struct rows r = make_rows(700, COPIES);

    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        bool done = false;

        for (int pages = 1; pages <= 24 && !done; pages++) {
            char what[80];
            int64_t error;

            said_put(what, sizeof what, _("more than %d bytes of memory"),
                     pages * PAGE);
            judge_device_memory(pages * PAGE);
            judge_refusing_devices(who[i].mask);
            start(BUILD_PLAIN, who[i].devices);
            error = call(&r, who[i].devices);
            done = error == 0 && *r.refused == 0 && *r.found == r.want;
            if (!done)
                expect_refused(&r, who[i], OUT_OF_MEMORY, error, what);
        }
    }
    free_rows(&r);
}

/* Each copy of a device in turn, until there is none left to refuse. One there
 * must be, for the rows. */
// promise: a launch, a copy
// broken by: result_never_looked_at
START_TEST(a_copy_is_refused)
{
    static const struct refusing who[] = {{3, 1}, {3, 2}, {3, 4}, {1, 1}};
    struct rows r = make_rows(300, COPIES);

    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        bool done = false;

        for (int k = 1; k <= 20 && !done; k++) {
            int want = judge_refuse(k);
            int64_t error;

            judge_refusing_devices(who[i].mask);
            start(BUILD_PLAIN, who[i].devices);
            error = call(&r, who[i].devices);
            done = k > 1 && error == 0 && *r.refused == 0 && *r.found == r.want;
            if (!done)
                expect_refused(&r, who[i], want, error, judge_refused());
        }
    }
    free_rows(&r);
}

/* Device 1 refuses its k-th copy; `short_of` memory: device 0, which has none.
 */
static int64_t copy_refused(struct rows *r, int devices, int k, bool short_of)
{
    judge_refuse(k);
    judge_refusing_devices(2);
    if (short_of) {
        judge_device_memory(1);
        judge_memory_devices(1);
    }
    start(BUILD_PLAIN, devices);
    return call(r, devices);
}

/* Who asks for memory when it deals finds in the first round that device 0 has
 * none. Then device 1 refuses later and later, also behind its first strip. */
// promise: What it should have done, and only that, is dealt to the others
// promise: a device that has already done a strip refuses the next one
// broken by: first_strip_counted_twice
START_TEST(a_device_refuses_later)
{
    struct rows r = make_rows(300, COPIES);
    unsigned refused = 3;

    for (int k = 3; k <= 20 && refused == 3; k++) {
        int64_t error = copy_refused(&r, 3, k, true);

        refused = *r.refused == 1 ? 1 : 3;
        expect(&r, 3, refused, error,
               _(" where device 0 has no memory, and device 1 refuses a copy "
                 "later on"));
    }
    free_rows(&r);
}

/* Of two rows, one of two devices has no pair, and so fewer copies. In the call
 * for more rows the other one then refuses its result, and this one refuses a
 * round later. Two rows for device 0 alone, and it may be the other way. */
// promise: What it should have done, and only that, is dealt to the others
// promise: a device that has already done a strip refuses the next one
// broken by: first_strip_lost
// promise: What it should have done, and only that, is dealt to the others
// broken by: share_of_a_round_twice
START_TEST(devices_refuse_one_after_the_other)
{
    struct rows two = make_rows(2, COPIES), r = make_rows(300, COPIES);

    for (int alone = 0; alone < 2; alone++) {
        unsigned refused = 3;

        for (int k = 3; k <= 20 && refused; k++) {
            int64_t error;

            judge_refuse(k);
            judge_refusing_devices(3);
            start(BUILD_PLAIN, 3);
            call(&two, 2);
            refused = *two.refused;
            if (alone) {
                call(&two, 1);
                refused |= *two.refused;
            }
            error = call(&r, 3);
            refused |= *r.refused;
            expect(&r, 3, *r.refused & 3, error,
                   _(" where devices 0 and 1 refuse a copy each"));
        }
    }
    free_rows(&two);
    free_rows(&r);
}

/* Copies that device 1 makes only where device 0 has no memory come behind
 * that. */
// promise: else the cudaError_t of the first call that failed
// broken by: last_error_of_all
START_TEST(the_first_error_counts_in_later_rounds)
{
    struct rows r = make_rows(300, COPIES);
    int k = 2;

    while (k <= 20 && (copy_refused(&r, 2, k, false), *r.refused))
        k++;
    for (; k <= 20; k++) {
        int64_t error = copy_refused(&r, 2, k, true);

        if (*r.refused != 3)
            break;
        judge_error(OUT_OF_MEMORY, error,
                    _("the error from found_on_devices() for n = %d, devices "
                      "= 2, where device 0 has no memory, and device 1 then "
                      "refuses %s"),
                    r.n, judge_refused());
    }
    free_rows(&r);
}

/* ---- race, memory ---------------------------------------------------------
 */

static void small_ones(bool leaks)
{
    static const int devices[] = {1, 2, 3, 8};
    static const int n[] = {0, 1, 2, 5, 33, 130, 200};

    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        start(BUILD_CHECK, devices[i]);
        if (leaks)
            judge_no_leaks();
        for (size_t k = 0; k < sizeof n / sizeof *n; k++)
            count_once(n[k], devices[i], NO_TIES);
    }
}

// promise: nothing touches memory that another stream works with
// broken by: kernel_waits_for_nobody
// no promise: rank and power are pinned memory of the host
// because: the caller sees to it
START_TEST(no_race)
{
    small_ones(false);
}

static void a_round(void)
{
    count_once(60, 3, NO_TIES);
}

/* What malloc() gave, and new. */
// promise: the host's memory that it allocates as well is free again
// broken by: table_kept
START_TEST(memory_does_not_grow)
{
    start(BUILD_PLAIN, 3);
    judge_steady(a_round, _("calls of found_on_devices()"));
}

// promise: no device touches memory that is not its own
// broken by: pointers_of_the_first_device
// promise: what it has allocated is free again on each device
// promise: nothing is left on any device
// broken by: never_freed
START_TEST(stays_in_its_memory_and_frees_it)
{
    small_ones(true);
}

static void frees_all(struct refusing who)
{
    struct rows r = make_rows(100, NO_TIES);

    judge_refusing_devices(who.mask);
    start(BUILD_CHECK, who.devices);
    judge_no_leaks();
    call(&r, who.devices);
    free_rows(&r);
}

// promise: also on those that have refused
// promise: whoever refuses
// broken by: not_freed_where_refused
START_TEST(frees_it_where_a_device_refuses)
{
    static const struct refusing who[] = {{3, 1}, {3, 2}, {3, 4}, {3, 7}};

    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        for (int k = 0; k <= 4; k++) {
            judge_refuse(k);
            frees_all(who[i]);
        }
        for (int pages = 1; pages <= 4; pages++) {
            judge_device_memory(pages * PAGE);
            frees_all(who[i]);
        }
    }
}

/* ---- traffic --------------------------------------------------------------
 */

/* What one device takes for all pairs of so many rows, without the beginning of
 * its kernel. A pair takes two sectors for the row and a bit more than one in
 * eight for its power; see devices.h, and docs/cpu-device.md for the rest. */
enum {
    MANY = 1500,
    MANY_PAIRS = MANY * (MANY - 1) / 2,
    WHOLE_US = 600,
    ROWS_US = 4,    /* to a device */
    ASKING_US = 10, /* of the host, for each device */
    DEVICES = 4,
    COPIED = DEVICES * (MANY * ROW_BYTES + 64), /* a count, and some to spare */
    A_BIT = 10000000                            /* picoseconds: 10 us */
};

/* With a tenth on top, in picoseconds. */
static int64_t and_a_tenth(int64_t us)
{
    return us * 1100000;
}

// promise: All devices work at the same time
// promise: span on the timeline | 213 us
// broken by: waits_for_each_device
// promise: each has the same share of the pairs to do, as nearly as whole rows
//   allow
// promise: kernels of one device | 175 us
// broken by: equal_strips
// promise: bytes copied | 216,256
// broken by: copied_twice
// promise: the kernels read them in their device's memory
// broken by: read_by_the_kernel
// promise: the figures below, for 1500 rows and 4 devices
// broken by: equal_strips
// promise: The span lasts from the call until all is done
// broken by: result_into_memory_not_pinned
// no promise: 36 a row, for each device; [...] 10 us to ask each device
// because: says where the numbers come from
START_TEST(all_at_the_same_time)
{
    struct judge_timeline t;

    start(BUILD_CHECK, DEVICES);
    count_once(MANY, DEVICES, NO_TIES);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY * ROW_BYTES / 32,
                   _("counting the pairs of %d rows"), MANY);
    if (judge_copied() > COPIED)
        judge_fail(_("Copied too much: counting the pairs of %d rows on %d "
                     "devices has copied %lld bytes; %d are enough. Bring all "
                     "rows to each device once, and its count back once."),
                   MANY, DEVICES, (long long)judge_copied(), COPIED);
    t = judge_timeline();
    if (t.to_device < (int64_t)MANY * ROW_BYTES * 1000 / 24)
        judge_fail(_("Not copied: a device that works on %d rows needs %d "
                     "bytes; cudaMemcpyAsync() and its relatives have copied "
                     "fewer to all devices together."),
                   MANY, MANY * ROW_BYTES);
    judge_busiest_at_most(and_a_tenth(WHOLE_US / DEVICES) + A_BIT,
                          _("counting the pairs of %d rows on %d devices"),
                          MANY, DEVICES);
    judge_span_at_most(
        and_a_tenth(WHOLE_US / DEVICES + ROWS_US + DEVICES * ASKING_US),
        _("counting the pairs of %d rows on %d devices"), MANY, DEVICES);
}

/* So many rows have more pairs than an unsigned int can count. Most of them
 * take no time, those that do are evenly spread. */
// promise: as nearly as whole rows allow
// promise: kernels of one device, for 66,000 rows and 2 devices | 57.5 %
// broken by: int_pairs
// no promise: of all kernels, and 10 us: half of them, and a bit more for rows
//   that are no equal shares of the time
// because: says where the number comes from
START_TEST(fair_shares_of_many_rows)
{
    enum { N = 66000, TWO = 2 };

    start(BUILD_CHECK, TWO);
    count_once(N, TWO, FEW_OF_MANY);
    judge_busiest_at_most(
        judge_timeline().kernels * 115 / 200 + A_BIT,
        _("counting the pairs of %d rows, most of which have one number only, "
          "on %d devices"),
        N, TWO);
}

/* The share of device 3 begins behind more pairs than an int can count. */
// promise: is dealt to the others in the same way
// promise: kernels of one device, for 80,000 rows and 4 devices, where device 3
//   refuses launches | 45 %
// broken by: int_before
// no promise: of all kernels, and 10 us: a third of them, and more for rows
//   that are no equal shares of the time
// because: says where the number comes from
START_TEST(fair_shares_of_what_is_refused)
{
    enum { N = 80000 };
    static const struct refusing who = {DEVICES, 8};
    struct rows r = make_rows(N, FEW_OF_MANY);
    int error = judge_refuse(0);

    judge_refusing_devices(who.mask);
    start(BUILD_CHECK, who.devices);
    expect_refused(&r, who, error, call(&r, who.devices), judge_refused());
    free_rows(&r);
    judge_busiest_at_most(
        judge_timeline().kernels * 45 / 100 + A_BIT,
        _("counting the pairs of %d rows, most of which have one number only, "
          "on %d devices, of which one refuses launches,"),
        N, DEVICES);
}

// promise: What it should have done, and only that, is dealt to the others
// promise: sectors read where device 2 refuses launches | 2,473,350
// broken by: all_dealt_again
// promise: is dealt to the others in the same way
// promise: span where device 2 refuses launches | 301 us
// broken by: share_for_one_device
// no promise: 1.1 times: a third of 600 us [...] comparing each pair once takes
// because: says where the numbers come from
START_TEST(the_others_do_it_at_the_same_time)
{
    static const struct refusing who = {DEVICES, 4};
    struct rows r = make_rows(MANY, NO_TIES);
    int error = judge_refuse(0);

    judge_refusing_devices(who.mask);
    start(BUILD_CHECK, who.devices);
    expect_refused(&r, who, error, call(&r, who.devices), judge_refused());
    free_rows(&r);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ,
                  (int64_t)MANY_PAIRS * 22 / 10,
                  _("comparing the pairs of %d rows once, where device 2 "
                    "refuses its share and only that is done by the others,"),
                  MANY);
    judge_span_at_most(
        and_a_tenth(WHOLE_US / (DEVICES - 1) + ROWS_US +
                    (2 * DEVICES - 1) * ASKING_US),
        _("counting the pairs of %d rows on %d devices, of which one refuses "
          "launches,"),
        MANY, DEVICES);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("55 devices");

    judge_test(s, KIND_CORRECTNESS, one_device);
    judge_cpu_device_test(s, KIND_CORRECTNESS, every_number_of_rows);
    judge_cpu_device_test(s, KIND_CORRECTNESS, many_rows);
    judge_cpu_device_test(s, KIND_CORRECTNESS, the_current_device_stays);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         the_current_device_stays_whoever_refuses);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_device_refuses);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, the_first_error_counts);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, others_may_refuse);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_device_has_little_memory);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_copy_is_refused);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_device_refuses_later);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         devices_refuse_one_after_the_other);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         the_first_error_counts_in_later_rounds);
    judge_cpu_device_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_cpu_device_test(s, KIND_RACE, no_race);
    judge_cpu_device_test(s, KIND_MEMORY, stays_in_its_memory_and_frees_it);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_it_where_a_device_refuses);
    judge_cpu_device_test(s, KIND_TRAFFIC, all_at_the_same_time);
    judge_cpu_device_test(s, KIND_TRAFFIC, fair_shares_of_many_rows);
    judge_cpu_device_nit(s, KIND_TRAFFIC, fair_shares_of_what_is_refused);
    judge_cpu_device_nit(s, KIND_TRAFFIC, the_others_do_it_at_the_same_time);
    return s;
}
