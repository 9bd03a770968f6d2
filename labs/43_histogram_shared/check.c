/* What lab 43 asks for: right counts for any number of blocks and threads, a
 * barrier after setting to 0 and one before handing on, hardly anything added
 * in global memory; and on a GPU some speed. */
#include <string.h>

#include "common/check/histogram.h"
#include "histogram_shared.h"

static void histogram_call(const unsigned char *text, int n, unsigned *bins,
                           struct grid grid)
{
    int64_t error = judge_call("histogram_shared", T_I32,
                               ARGS(DEV(text), I32(n), DEV(bins),
                                    I32(grid.blocks), I32(grid.threads)))
                        .i;

    judge_error(0, error,
                _("the error from histogram_shared() for n = %d, %d blocks of "
                  "%d threads"),
                n, grid.blocks, grid.threads);
}

// promise: d_bins[c] = how many of the bytes d_text[0] .. d_text[n-1] are c, for
//   c = 0 .. 127.
// promise: d_text n bytes in the device's memory
// promise: 0 to 1,000,003 bytes of all kinds
// broken by: first_bytes_only
// promise: n 0 .. 2^30
// broken by: none_is_an_error
// promise: d_bins 128 numbers in the device's memory; hold anything when the call
//   begins
// broken by: bins_not_zeroed
START_TEST(every_size)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < judge_n_sizes; i++) {
        count_once((int)judge_sizes[i], FOREIGN, (struct grid){3, 128});
        count_once((int)judge_sizes[i], ASCII, (struct grid){1, 64});
    }
    count_once(1000003, FOREIGN, (struct grid){16, 256});
}

// promise: threads in each block, 1 .. 1024, any number
// promise: 1 to 1024 threads, also odd numbers
// broken by: at_least_128_threads
START_TEST(any_number_of_threads)
{
    static const int threads[] = {1,   2,   31,  32,  33,  64,  100, 127,
                                  128, 129, 256, 300, 512, 999, 1024};

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++)
        count_once((int)judge_between(5000, 20000), FOREIGN,
                   (struct grid){5, threads[k]});
    for (const size_t *t = judge_decisive(1, 1024, 4); *t; t++)
        count_once(10007, FOREIGN, (struct grid){5, (int)*t});
    for (int n = 5000; n < 5016; n++) /* what words leave over */
        count_once(n, ASCII, (struct grid){5, n % 3 + 1});
}

// promise: blocks how many blocks share the work, 1 .. 65535
// promise: 1 to 1000 blocks
// broken by: last_block_wins
START_TEST(any_number_of_blocks)
{
    static const int blocks[] = {1, 2, 3, 7, 64, 1000};

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        count_once((int)judge_between(20000, 50000), FOREIGN,
                   (struct grid){blocks[k], 128});
        count_once(100, FOREIGN, (struct grid){blocks[k], 96});
    }
    for (const size_t *b = judge_decisive(1, 65535, 4); *b; b++)
        count_once(50000, FOREIGN, (struct grid){(int)*b, 64});
    /* more threads than 16 bits can count, and each has more to do than once */
    count_once(3000017, FOREIGN, (struct grid){65, 1024});
}

// promise: Bytes of 128 and more are no ASCII characters and do not count.
// broken by: first_seven_bits
START_TEST(every_kind_of_text)
{
    const struct grid grid = {4, 160};

    judge_start(BUILD_PLAIN, judge_cores());
    count_once(1000, NO_ASCII, grid);
    count_once(10007, ANY_BYTE, grid);
    count_once(1000003, ONE_LETTER, grid);
    /* more than a float can count, in one block */
    count_once(16982017, ONE_LETTER, (struct grid){1, 1024});
}

// promise: If the launch refuses one of these two, its error is returned
// broken by: own_error_number
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed
// promise: launches that must fail
// broken by: error_not_told
START_TEST(tells_an_error)
{
    judge_start(BUILD_PLAIN, judge_cores());
    unsigned char *text = judge_in(1000);
    unsigned *bins = judge_out(BINS * sizeof *bins);
    memset(text, 'e', 1000);
    int64_t error =
        judge_call("histogram_shared", T_I32,
                   ARGS(DEV(text), I32(1000), DEV(bins), I32(3), I32(2000)))
            .i;
    if (error != 1) /* with CUDA 13 */
        judge_error(9, error,
                    _("the error from histogram_shared() for 2000 threads in "
                      "a block"));
    error = judge_call("histogram_shared", T_I32,
                       ARGS(DEV(text), I32(1000), DEV(bins), I32(0), I32(128)))
                .i;
    if (error != 1)
        judge_error(9, error,
                    _("the error from histogram_shared() for 0 blocks"));
}

// promise: the cudaError_t of the first call that failed
// broken by: errors_of_its_own_choice
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 2; k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        unsigned char *text = judge_in(100);
        unsigned *bins = judge_out(BINS * sizeof *bins);
        memset(text, 'e', 100);
        int64_t error = judge_call("histogram_shared", T_I32,
                                   ARGS(DEV(text), I32(100), DEV(bins), I32(3),
                                        I32(32)))
                            .i;
        judge_refusal(expected, error, bins['e'] == 100);
    }
}

static void small_ones(void)
{
    judge_start(BUILD_CHECK, 1);
    count_once(0, ASCII, (struct grid){1, 128});
    count_once(1, ASCII, (struct grid){2, 64});
    count_once(100, ANY_BYTE, (struct grid){2, 1});
    count_once(300, FOREIGN, (struct grid){2, 30});
    count_once(1000, FOREIGN, (struct grid){3, 128});
    count_once(1000, ONE_LETTER, (struct grid){2, 100});
    count_once(2000, FOREIGN, (struct grid){1, 1000});
    count_once((int)judge_between(2, 3000), FOREIGN,
               (struct grid){2, (int)judge_between(33, 300)});
    count_once(9001, FOREIGN, (struct grid){4, 256});
    count_once((int)judge_large(5 << 18), FOREIGN,
               (struct grid){(int)judge_between(8, 30), 256});
    for (const size_t *b = judge_decisive(31, 20000, 2); *b; b++)
        count_once(5000, FOREIGN, (struct grid){(int)*b, 32});
}

// promise: a barrier after setting to 0
// broken by: no_barrier_after_zeroing
// promise: one before handing on
// broken by: no_barrier_before_merging
// promise: which all threads reach
// broken by: barrier_in_the_if
// promise: blocks that add to the same bin
// broken by: plain_merge
START_TEST(barriers_where_they_belong)
{
    small_ones();
}

// promise: no bin read that nobody has set
// broken by: own_not_zeroed
// promise: nothing outside text, own[] and d_bins
// broken by: a_bin_for_each_thread
START_TEST(stays_in_its_memory)
{
    small_ones();
}

enum { MANY = 1 << 16 };
static const struct grid counted = {8, 128};

// promise: the counts below, for 65,536 bytes in 8 blocks of 128 threads
// promise: sectors read, at most | 4,096
// broken by: chunks_of_neighbours
START_TEST(reads_each_sector_once_or_twice)
{
    reads_once_or_twice(MANY, counted);
}

/* Not only where there is something to do for all of them. */
static void expect_grid(int n, struct grid grid)
{
    count_once(n, ASCII, grid);
    judge_equal(grid.blocks, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks histogram_shared() launches for n = %d, "
                  "blocks = %d"),
                n, grid.blocks);
    judge_equal((int64_t)grid.blocks * grid.threads,
                judge_counted(COUNT_THREADS, SPACE_ANY, OP_ANY),
                _("how many threads histogram_shared() launches for blocks = "
                  "%d, threads = %d"),
                grid.blocks, grid.threads);
}

// promise: none is launched besides them
// promise: blocks launched | 8 | as many as the caller says
// broken by: blocks_of_its_own
// promise: how many blocks share the work
// broken by: fewer_blocks_for_short_texts
// promise: how many blocks share the work
// broken by: every_other_block_works
// promise: threads in each block
// broken by: whole_warps
START_TEST(as_many_as_the_caller_says)
{
    judge_start(BUILD_CHECK, 1);
    expect_grid(MANY, counted);
    expect_grid(100, (struct grid){8, 128});
    expect_grid(1000, (struct grid){3, 33});
    count_once(4 * MANY, ASCII, (struct grid){4, 128});
    judge_blocks_share(_("counting %d bytes"), 4 * MANY);
    judge_start(BUILD_PLAIN, judge_cores()); /* with so many it is faster */
    count_once(1000, FOREIGN, (struct grid){65535, 32});
    judge_expect_blocks(65535, _("histogram_shared() for n = 1000, blocks = "
                                 "65535"));
}

// promise: Each block counts in a histogram of its own, in shared memory
// broken by: as_in_lab_42
// promise: and adds it to d_bins at the end.
// promise: atomic operations in global memory, at most | 1,024
// broken by: merged_after_each_round
START_TEST(one_addition_a_bin_and_block)
{
    judge_start(BUILD_CHECK, 1);
    count_once(MANY, FOREIGN, counted);
    judge_at_least(COUNT_LANES, SPACE_SHARED, OP_ANY, 1,
                   _("%d histograms in shared memory"), counted.blocks);
    judge_at_most(COUNT_LANES, SPACE_GLOBAL, OP_ATOMIC, counted.blocks * BINS,
                  _("handing on %d histograms of %d bins"), counted.blocks,
                  BINS);
}

/* 4 warps with 32 bins each, all of them different. */
// promise: passes of these, at most | 32 | 1,024 / 32
// broken by: one_thread_merges
START_TEST(handed_on_by_all_threads)
{
    judge_start(BUILD_CHECK, 1);
    count_once(MANY, FOREIGN, counted);
    judge_at_most(
        COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC, counted.blocks * BINS / 32,
        _("handing on %d histograms of %d bins"), counted.blocks, BINS);
}

/* 134 MB, more than any second-level cache. */
enum { LONG = 1 << 27 };
static const struct grid timed = {512, 512};
static unsigned char *long_text;
static unsigned *long_bins;
static int32_t right[BINS];

static void change_some(void)
{
    for (int k = 0; k < 64; k++) {
        unsigned char *c = &long_text[judge_between(0, LONG - 1)];

        if (*c < BINS)
            right[*c]--;
        *c = (unsigned char)judge_between(0, 255);
        if (*c < BINS)
            right[*c]++;
    }
}

static void verify_counts(struct judge_value got)
{
    judge_error(0, got.i, _("the error from histogram_shared() for n = %d"),
                LONG);
    judge_equal_i32(right, (const int32_t *)long_bins, BINS, "d_bins",
                    _("n = %d, blocks = %d, threads = %d"), LONG, timed.blocks,
                    timed.threads);
}

// promise: only where there is a GPU: 134 MB, 512 blocks of 512 threads, at least
//   10 % of the kernel of "Faster still".
// broken by: sixty_four_bits
// no promise: The simple form gets 17 % on an H200
// because: says how much room there is
// no promise: for n = 0 nothing need be launched.
// no promise: need not wait for the kernel to end
// because: it is allowed, not asked for
START_TEST(not_far_from_the_speed_of_memory)
{
    judge_start(BUILD_GPU, 1);
    long_text = judge_in(LONG);
    long_bins = judge_out(BINS * sizeof *long_bins);
    make_text(long_text, LONG, ASCII, right);
    judge_speed(&(struct judge_speed){
        .function = "histogram_shared",
        .returns = T_I32,
        .args = ARGS(DEV(long_text), I32(LONG), DEV(long_bins),
                     I32(timed.blocks), I32(timed.threads)),
        .fresh = change_some,
        .verify = verify_counts,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("43 histogram_shared");

    judge_test(s, KIND_CORRECTNESS, every_size);
    judge_test(s, KIND_CORRECTNESS, any_number_of_threads);
    judge_test(s, KIND_CORRECTNESS, any_number_of_blocks);
    judge_test(s, KIND_CORRECTNESS, every_kind_of_text);
    judge_nit(s, KIND_CORRECTNESS, tells_an_error);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_test(s, KIND_RACE, barriers_where_they_belong);
    judge_test(s, KIND_MEMORY, stays_in_its_memory);
    judge_test(s, KIND_TRAFFIC, reads_each_sector_once_or_twice);
    judge_test(s, KIND_TRAFFIC, as_many_as_the_caller_says);
    judge_test(s, KIND_TRAFFIC, one_addition_a_bin_and_block);
    judge_test(s, KIND_TRAFFIC, handed_on_by_all_threads);
    judge_test(s, KIND_SPEED, not_far_from_the_speed_of_memory);
    return s;
}
