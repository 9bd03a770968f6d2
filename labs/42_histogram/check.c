/* What lab 42 asks for: right counts for every text, no addition lost, bytes
 * that are not ASCII left alone, and each sector of the text read once. */
#include <string.h>

#include "common/histogram.h"
#include "histogram.h"

static const struct grid any_grid = {0, 0};

static void histogram_call(const unsigned char *text, int n, unsigned *bins,
                           struct grid grid)
{
    int64_t error =
        judge_call("histogram", T_I32, ARGS(DEV(text), I32(n), DEV(bins))).i;

    (void)grid;
    judge_error(0, error, _("the error from histogram() for n = %d"), n);
}

START_TEST(every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        count_once((int)judge_sizes[i], ASCII, any_grid);
    for (int k = 0; k < 20; k++)
        count_once((int)judge_between(0, 30000), ASCII, any_grid);
    count_once(1000003, ASCII, any_grid);
}

START_TEST(every_kind_of_text)
{
    judge_start(BUILD_PLAIN, judge_cores());
    count_once(1000, FOREIGN, any_grid);
    count_once(1000, NO_ASCII, any_grid);
    count_once(10007, ANY_BYTE, any_grid);
    count_once(100003, ONE_LETTER, any_grid);
    count_once(1000003, FOREIGN, any_grid);
    count_once(9000011, ONE_LETTER, any_grid); /* too many for small counters */
}

START_TEST(a_failed_launch_is_reported)
{
    judge_refuse_launches();
    judge_start(BUILD_PLAIN, judge_cores());
    if (judge_on_gpu())
        judge_skip(_("Only the CPU device refuses a launch on request."));
    unsigned char *text = judge_in(100);
    unsigned *bins = judge_out(BINS * sizeof *bins);
    memset(text, 'e', 100);
    int64_t error =
        judge_call("histogram", T_I32, ARGS(DEV(text), I32(100), DEV(bins))).i;
    if (bins['e'] != 100) /* without a kernel, which the traffic check finds */
        judge_error(701, error,
                    _("the error where the device refuses the launch"));
}

static void small_ones(void)
{
    judge_start(BUILD_CHECK, 1);
    count_once(0, ASCII, any_grid);
    count_once(1, ASCII, any_grid);
    count_once(33, ASCII, any_grid);
    count_once(1000, ANY_BYTE, any_grid);
    count_once(1000, ONE_LETTER, any_grid);
    count_once((int)judge_between(2, 3000), FOREIGN, any_grid);
    count_once(20011, FOREIGN, any_grid);
}

START_TEST(no_addition_can_get_lost)
{
    small_ones();
}

START_TEST(stays_in_its_memory)
{
    small_ones();
}

enum { MANY = 40000 };

/* Twice, where the lanes of a warp part at an `if` and then read on at
 * different times. Threads that take a piece each need 32 times as many. */
START_TEST(reads_each_sector_once_or_twice)
{
    judge_start(BUILD_CHECK, 1);
    count_once(MANY, ASCII, any_grid);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY / 32,
                   _("reading %d bytes"), MANY);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * MANY / 32,
                  _("reading %d bytes"), MANY);
}

START_TEST(one_addition_a_character)
{
    judge_start(BUILD_CHECK, 1);
    int ascii = count_once(MANY, FOREIGN, any_grid);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY / 32,
                   _("reading %d bytes"), MANY);
    judge_at_most(COUNT_LANES, SPACE_GLOBAL, OP_ATOMIC, ascii,
                  _("counting %d characters that are ASCII, and %d that are "
                    "not,"),
                  ascii, MANY - ascii);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("42 histogram");

    judge_test(s, KIND_CORRECTNESS, every_size);
    judge_test(s, KIND_CORRECTNESS, every_kind_of_text);
    judge_test(s, KIND_CORRECTNESS, a_failed_launch_is_reported);
    judge_test(s, KIND_RACE, no_addition_can_get_lost);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, reads_each_sector_once_or_twice);
    judge_test(s, KIND_TRAFFIC, one_addition_a_character);
    return s;
}
