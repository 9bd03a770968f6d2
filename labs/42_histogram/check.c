/* What lab 42 asks for: right counts for every text, no addition lost, bytes
 * that are not ASCII left alone, and each sector of the text read once. */
#include <string.h>

#include "common/check/histogram.h"
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

// promise: d_bins[c] = how many of the bytes d_text[0] .. d_text[n-1] are c, for
//   c = 0 .. 127.
// promise: d_text n bytes in the device's memory
// broken by: last_block_lost
// promise: n 0 .. 2^30
// broken by: a_launch_of_no_blocks
// promise: d_bins 128 numbers in the device's memory
// promise: hold anything when the call begins
// broken by: not_zeroed
START_TEST(every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++)
        count_once((int)judge_sizes[i], ASCII, any_grid);
    for (int k = 0; k < 20; k++)
        count_once((int)judge_between(0, 30000), ASCII, any_grid);
    count_once(1000003, ASCII, any_grid);
}

// promise: Bytes of 128 and more are no ASCII characters and do not count.
// promise: all kinds of bytes, none that is ASCII
// broken by: first_seven_bits
START_TEST(every_kind_of_text)
{
    judge_start(BUILD_PLAIN, judge_cores());
    count_once(1000, FOREIGN, any_grid);
    count_once(1000, NO_ASCII, any_grid);
    count_once(10007, ANY_BYTE, any_grid);
    count_once(100003, ONE_LETTER, any_grid);
    count_once(1000003, FOREIGN, any_grid);
}

/* More than 65535 * 256. */
// promise: n 0 .. 2^30
// promise: 0 to 16,982,017 bytes: words, one letter only
// broken by: at_most_65535_blocks
START_TEST(very_many_bytes)
{
    judge_start(BUILD_PLAIN, judge_cores());
    count_once(16982017, ONE_LETTER, any_grid);
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed
// promise: a launch that the grader makes fail
// broken by: error_not_told
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 2; k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        unsigned char *text = judge_in(100);
        unsigned *bins = judge_out(BINS * sizeof *bins);
        memset(text, 'e', 100);
        int64_t error =
            judge_call("histogram", T_I32, ARGS(DEV(text), I32(100), DEV(bins)))
                .i;
        judge_refusal(expected, error, bins['e'] == 100);
    }
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
    count_once(100003, FOREIGN, any_grid);
    count_once((int)judge_large(5 << 18), FOREIGN, any_grid);
}

// promise: no addition that can get lost
// broken by: plain_addition
START_TEST(no_addition_can_get_lost)
{
    small_ones();
}

// promise: no bin that is not there
// broken by: one_bin_too_many
// promise: no text behind the end
// broken by: four_at_a_time
START_TEST(stays_in_its_memory)
{
    small_ones();
}

enum { MANY = 40000 };

// promise: the counts below, for 40,000 bytes
// promise: sectors read | 2,500
// broken by: chunks_of_neighbours
START_TEST(reads_each_sector_once_or_twice)
{
    reads_once_or_twice(MANY, any_grid);
}

// promise: atomic operations | as many as bytes are ASCII | one for each character
// promise: a byte that is none must not stand in a queue to add 0
// broken by: adds_nothing_for_others
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
// no promise: twice as many are allowed
// no promise: The loop of the steps needs [...] the text decides.
// because: says where the numbers come from
START_TEST(one_addition_a_character)
{
    judge_start(BUILD_CHECK, 1);
    int ascii = count_once(MANY, FOREIGN, any_grid);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, MANY / 32,
                   _("reading %d bytes"), MANY);
    judge_copies_at_most(MANY / 4, _("counting %d bytes"), MANY);
    judge_at_most(COUNT_LANES, SPACE_GLOBAL, OP_ATOMIC, ascii,
                  _("counting %d characters that are ASCII, and %d that are "
                    "not,"),
                  ascii, MANY - ascii);
}

/* Where only the launch is looked at. */
// promise: n 0 .. 2^30
// promise: a launch for 2^30 bytes
// broken by: blocks_in_y
START_TEST(a_launch_for_the_most)
{
    judge_start(BUILD_PLAIN, judge_cores());
    count_once(1000, ASCII, any_grid);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    judge_clear();
    uint8_t *text = judge_in(4096);
    uint32_t *bins = judge_out(128 * sizeof *bins);
    judge_dry_launch("histogram", ARGS(DEV(text), I32(1 << 30), DEV(bins)),
                     _("histogram() for n = %d"), 1 << 30);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("42 histogram");

    judge_test(s, KIND_CORRECTNESS, every_size);
    judge_test(s, KIND_CORRECTNESS, every_kind_of_text);
    judge_nit(s, KIND_CORRECTNESS, very_many_bytes);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_launch_for_the_most);
    judge_test(s, KIND_RACE, no_addition_can_get_lost);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, reads_each_sector_once_or_twice);
    judge_test(s, KIND_TRAFFIC, one_addition_a_character);
    return s;
}
