/* What lab 46 asks for: the exact dot product, every number read once, one
 * barrier and one atomic a block; and on a GPU the speed of memory. */
#include "dot_shuffle.h"

enum { DOT_BLOCKS = 0 };
#include "common/check/dot.h"

enum { MANY = 262147 };

static void dot_counted(void)
{
    judge_start(BUILD_CHECK, 1);
    dot_once(3, 0, SMALL, 0); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2,
                   _("reading %d + %d numbers"), 3, 3);
    dot_once(MANY, 0, SMALL, 0);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * ((MANY + 7) / 8),
                   _("reading %d + %d numbers"), MANY, MANY);
    judge_copies_at_most(MANY, _("multiplying %d + %d numbers"), MANY, MANY);
}

/* And blocks that have something to do: 1024 numbers are 4 for each of 256
 * threads. */
// promise: the counts below, for n = 262147
// promise: atomic operations | one a block
// broken by: atomic_for_each_warp
// promise: and 257 | n / 1024, rounded up: a block of 256 threads should have a
//   float4 for each at least
// broken by: thousands_of_small_blocks
START_TEST(one_atomic_for_each_block)
{
    dot_counted();
    int64_t blocks = judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY);
    judge_at_most(COUNT_PASSES, SPACE_ANY, OP_ATOMIC, blocks,
                  _("the product of %d numbers in %d blocks"), MANY,
                  (int)blocks);
    judge_at_most(COUNT_PASSES, SPACE_ANY, OP_ATOMIC, (MANY + 1023) / 1024,
                  _("the product of %d numbers, 1024 or more a block"), MANY);
}

/* A warp puts its sum there, and one of them reads what all have put. */
// promise: barriers | one a warp | the one between putting in and taking out
// broken by: tree_in_shared_memory
// promise: requests to shared memory | 2 a warp | a warp puts in one sum, and one
//   warp takes them out
// broken by: added_up_by_all
START_TEST(one_barrier_and_little_shared_memory)
{
    dot_counted();
    int64_t warps = judge_counted(COUNT_WARPS, SPACE_ANY, OP_ANY);
    judge_at_most(COUNT_BARRIERS, SPACE_ANY, OP_ANY, warps,
                  _("one barrier for each of %d warps"), (int)warps);
    judge_at_most(COUNT_REQUESTS, SPACE_SHARED, OP_ANY, 2 * warps,
                  _("shared memory, used by %d warps to put in a sum and to "
                    "take some out,"),
                  (int)warps);
}

/* Two arrays, 8 floats to a sector; and a little for warps that split where a
 * loop that takes several at once ends. */
// promise: sectors read | 65538 + 1024 | 32769 for each array
// broken by: a_piece_for_each_thread
// no promise: 1024 more, where a warp splits at a loop's end
// because: says where the number comes from
START_TEST(reads_each_number_once)
{
    int64_t least = 2 * ((MANY + 7) / 8);

    dot_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least + least / 64,
                  _("reading %d + %d numbers"), MANY, MANY);
}

/* 2 x 192 MB, far more than any second-level cache. Odd numbers from -15 to 15:
 * the sum stays far below 2^24. */
enum { N = 3 << 24 };
static float *x, *y, *result;
static int64_t sum;

static float odd(uint64_t r)
{
    return (float)(2 * (int)(r & 15) - 15);
}

/* Other numbers at some places of both. */
static void change_some(void)
{
    for (int k = 0; k < 64; k++) {
        float *array = k % 2 ? x : y, *other = k % 2 ? y : x;
        int i = (int)judge_between(0, N - 1);
        float new = odd(judge_random());

        sum += (int64_t)((new - array[i]) * other[i]);
        array[i] = new;
    }
}

static void verify_dot(struct judge_value got)
{
    judge_error(0, got.i, _("the error from dot() for n = %d"), N);
    judge_close((double)sum, (double)*result, 0, 0,
                _("the product of %d and %d numbers"), N, N);
}

// promise: only where there is a GPU: 50 million numbers, at least 80 % of a kernel
//   that reads as much and hardly does anything else
// broken by: one_block_for_all
START_TEST(near_the_speed_of_memory)
{
    judge_start(BUILD_GPU, 1);
    x = judge_in(N * sizeof *x);
    y = judge_in(N * sizeof *y);
    result = judge_out(sizeof *result);
    sum = 0;
    for (int i = 0; i < N; i++) {
        uint64_t r = judge_random();

        x[i] = odd(r);
        y[i] = odd(r >> 32);
        sum += (int64_t)(x[i] * y[i]);
    }
    judge_speed(&(struct judge_speed){
        .function = "dot",
        .returns = T_I32,
        .args = ARGS(DEV(x), DEV(y), I32(N), DEV(result)),
        .fresh = change_some,
        .verify = verify_dot,
    });
}

Suite *lab_suite(void)
{
    Suite *s = dot_suite("46 dot_shuffle");

    judge_test(s, KIND_TRAFFIC, one_atomic_for_each_block);
    judge_test(s, KIND_TRAFFIC, one_barrier_and_little_shared_memory);
    judge_test(s, KIND_TRAFFIC, reads_each_number_once);
    judge_test(s, KIND_SPEED, near_the_speed_of_memory);
    return s;
}
