/*
 * xnor.h - what the labs on the product of bit matrices (24 to 27) check in
 * common: the right answer for every shape, no race, no access outside, and
 * that a kernel does the work; and how fast. A lab's check.c includes it and
 * adds what its own step is about. Bits are drawn here, not packed: so it does
 * not matter whether the student's packing is right.
 */
#ifndef COMMON_XNOR_H
#define COMMON_XNOR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check/matmul_ladder.h"
#include "judge/judge.h"

enum { BITS = 32 }; /* of a word */

/* That hold k bits; those which the last word has left over are 0. */
static int words_for(int k)
{
    return k / BITS + (k % BITS != 0);
}

static uint32_t used_bits(int k, int word)
{
    int left = k - word * BITS;

    return left < BITS ? (1u << left) - 1 : ~0u;
}

static uint32_t random_word(int k, int word)
{
    return (uint32_t)judge_random() & used_bits(k, word);
}

/* Every pair of bits that differ is a product of -1, the others are +1. */
static void xnor_serial(const uint32_t *a, const uint32_t *b, int32_t *c, int m,
                        int k, int n)
{
    size_t words = (size_t)words_for(k), columns = (size_t)n;

    for (size_t i = 0; i < (size_t)m; i++) {
        int32_t *row = &c[i * columns];
        for (size_t j = 0; j < columns; j++)
            row[j] = k;
        for (size_t w = 0; w < words; w++)
            for (size_t j = 0; j < columns; j++)
                row[j] -= 2 * __builtin_popcount(a[i * words + w] ^
                                                 b[w * columns + j]);
    }
}

/* B's bits: drawn; or A's all alike and B's the same, or the opposite, so that
 * sums are as large as they can be, to either side. */
enum bits { DRAWN, ALIKE, OPPOSITE };

static void xnor_fill(uint32_t *a, uint32_t *b, int m, int k, int n,
                      enum bits bits)
{
    uint32_t in_a = judge_between(0, 1) ? ~0u : 0;
    uint32_t in_b = bits == ALIKE ? in_a : ~in_a;
    size_t words = (size_t)words_for(k);

    for (size_t i = 0; i < (size_t)m * words; i++)
        a[i] = bits == DRAWN ? random_word(k, (int)(i % words))
                             : in_a & used_bits(k, (int)(i % words));
    for (size_t i = 0; i < words * (size_t)n; i++)
        b[i] = bits == DRAWN ? random_word(k, (int)(i / (size_t)n))
                             : in_b & used_bits(k, (int)(i / (size_t)n));
}

/* ---- what a wrong product is like ---------------------------------------- */

/* In how many bits each word of row i of A differs from its word of column j of
 * B; returns the sum. */
static int64_t differ_by_word(const uint32_t *a, const uint32_t *b, int words,
                              int n, size_t i, size_t j, int *by_word)
{
    int64_t sum = 0;

    for (int w = 0; w < words; w++) {
        by_word[w] = __builtin_popcount(a[i * (size_t)words + (size_t)w] ^
                                        b[(size_t)w * (size_t)n + j]);
        sum += by_word[w];
    }
    return sum;
}

enum { UNKNOWN = -2, NO = -1 };

/* What explains every element of the product, right ones and wrong ones. */
struct as_if {
    int wrong;       /* elements */
    int64_t times;   /* the last word counts so often: UNKNOWN yet, or NO */
    bool no_first;   /* the first word does not count */
    bool no_rest[6]; /* nor do those that 1 << index words leave over */
    int64_t by;      /* every element is too large by so much, or NO */
};

static void look_at_element(struct as_if *x, int64_t got, int64_t want,
                            const int *by_word, int words)
{
    const int last = by_word[words - 1];
    int64_t rest = 0, times = last ? 1 + (got - want) / last : x->times;

    if ((last ? (got - want) % last != 0 : got != want) ||
        (last && times < 0) || (x->times != UNKNOWN && times != x->times))
        times = NO;
    x->times = times;
    x->wrong += got != want;
    x->no_first &= got == want - by_word[0];
    for (int t = 5, w = words; t > 0; t--) {
        const int whole = words >> t << t;

        while (w > whole)
            rest += by_word[--w];
        x->no_rest[t] &= whole > 0 && whole < words && got == want - rest;
        rest = 0;
        w = words;
    }
}

static const char *say_as_if(const struct as_if *x, int words, int k)
{
    const int left = 32 * words - k;
    static char text[160];

    *text = '\0';
    if (x->wrong < 3) /* of few it may be chance */
        return text;
    if (x->times > 1)
        said_put(text, sizeof text,
                 words == 1
                     ? _(": as if the one word of a row counted %d times")
                     : _(": as if the last word of a row counted %d "
                         "times"),
                 (int)x->times);
    else if (x->times == 0)
        said_put(text, sizeof text,
                 words == 1
                     ? _(": as if the one word of a row did not count")
                     : _(": as if the last of the %d words did not count"),
                 words);
    else if (x->no_first && words > 1)
        said_put(text, sizeof text,
                 _(": as if the first of the %d words did not count"), words);
    else if (x->by > 0 && left && x->by % left == 0 && x->by / left <= 2)
        said_put(text, sizeof text,
                 _(": as if the %d bits that the last word of a row has left "
                   "over counted, by %d each"),
                 left, (int)x->by / left);
    for (int t = 1; t <= 5 && !*text; t++)
        if (x->no_rest[t])
            said_put(text, sizeof text,
                     _(": as if the last %d of the %d words did not count, "
                       "which is what %d leaves over"),
                     words % (1 << t), words, 1 << t);
    return text;
}

/* Of which words the product seems to be made, where it is wrong; "". */
static const char *made_of(const uint32_t *a, const uint32_t *b,
                           const int32_t *want, const int32_t *c, int m, int k,
                           int n)
{
    const int words = words_for(k);
    struct as_if x = {
        0, UNKNOWN, true, {true, true, true, true, true, true}, INT64_MIN};
    int *by_word = malloc(((size_t)words + 1) * sizeof *by_word);
    const char *said = "";

    if (by_word && words &&
        memcmp(want, c, (size_t)m * (size_t)n * sizeof *c)) {
        for (size_t e = 0; e < (size_t)m * (size_t)n && e < 4096; e++) {
            const size_t i = e / (size_t)n, j = e % (size_t)n;
            const int64_t sum = differ_by_word(a, b, words, n, i, j, by_word);

            if ((k - (int64_t)c[e]) % 2)
                break;
            if (x.by != INT64_MIN && x.by != (int64_t)c[e] - want[e])
                x.by = NO;
            else
                x.by = (int64_t)c[e] - want[e];
            look_at_element(&x, (k - (int64_t)c[e]) / 2, sum, by_word, words);
        }
        said = say_as_if(&x, words, k);
    }
    free(by_word);
    return said;
}

/* A product by the student's xnor_matmul(). in_the_way: bytes in front of the
 * matrices, so that these lie elsewhere than before. */
static void xnor_there(int m, int k, int n, enum bits bits, size_t in_the_way)
{
    int words = words_for(k);
    size_t size_a = (size_t)m * (size_t)words;
    size_t size_b = (size_t)words * (size_t)n, size_c = (size_t)m * (size_t)n;

    judge_clear();
    judge_in(in_the_way);
    judge_out(in_the_way);
    uint32_t *a = judge_in(size_a * sizeof *a);
    uint32_t *b = judge_in(size_b * sizeof *b);
    int32_t *c = judge_out(size_c * sizeof *c);
    int32_t *want = malloc((size_c + 1) * sizeof *want);
    xnor_fill(a, b, m, k, n, bits);
    xnor_serial(a, b, want, m, k, n);
    int64_t error =
        judge_call("xnor_matmul", T_I32,
                   ARGS(DEV(a), DEV(b), DEV(c), I32(m), I32(k), I32(n)))
            .i;
    judge_error(0, error,
                _("the error from xnor_matmul() for m = %d, k = %d, n = %d"), m,
                k, n);
    judge_equal_i32(want, c, size_c, "d_c",
                    _("xnor_matmul() of %d x %d and %d x %d%s%s"), m, k, k, n,
                    in_the_way ? _(" again, with other matrices") : "",
                    made_of(a, b, want, c, m, k, n));
    free(want);
}

static void xnor_once(int m, int k, int n)
{
    xnor_there(m, k, n, DRAWN, 0);
}

// promise: d_c[i * n + j] is the sum of k products, each +1 or -1, exactly
// broken by: counts_words_not_elements
// promise: the sum of k products
// broken by: once_per_shape
// promise: for matrices of +1 (bit 1) and -1 (bit 0)
// promise: C = A B, where a bit 1 is +1 and a bit 0 is -1
// broken by: sign_of_xor
// promise: m x W words: bit b of d_a[i * W + w] is element (i, 32 * w + b)
// broken by: row_as_long_as_k
// promise: W x n words: bit b of d_b[w * n + j] is element (32 * w + b, j)
// broken by: tile_b_the_other_way
// promise: as pack_rows() leaves an m x k matrix: m x W words
// promise: as pack_columns() leaves a k x n matrix: W x n words
// promise: d_c m x n
// broken by: last_word_left_out
// promise: products of 1 x 1 to 300 x 9000 by 9000 x 290
// broken by: last_word_left_out
// promise: correctness | 2 | 1 x 1 to 300 x 9000 by 9000 x 290
// broken by: grid_for_block
// promise: not only multiples of 32
// broken by: tiles_rounded_down
// no promise: With W = (k + 31) / 32 words of 32 bits
// because: says what W is
// no promise: does not overlap the others
// no promise: Bits of A's and B's last words that stand for no element are 0.
// because: the caller sees to it
// no promise: The judge packs the matrices.
// because: says what the tests do
START_TEST(every_shape)
{
    static const int some[] = {1, 2, 31, 33, 100};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    xnor_once(2, 32, 3);
    for (int i = 0; i < SOME; i++)
        for (int l = 0; l < SOME; l++)
            for (int j = 0; j < SOME; j++)
                xnor_once(some[i], some[l], some[j]);
    for (int t = 0; t < 20; t++)
        xnor_once((int)judge_between(1, 150), (int)judge_between(1, 2500),
                  (int)judge_between(1, 150));
    xnor_once(256, 256, 256);
    xnor_once(257, 1700, 129);
    /* more rows, words and columns than a block has threads */
    xnor_once(300, 9000, 290);
    xnor_once(50, 600, 70); /* and what a call may have kept of the bits or */
    xnor_once(50, 600, 70); /* their addresses is of no use */
    xnor_there(50, 600, 70, DRAWN, 1 << 16);
    for (int t = 0; t < 10; t++)
        xnor_there((int)judge_between(1, 50), (int)judge_between(1, 5000),
                   (int)judge_between(1, 50), t % 2 ? ALIKE : OPPOSITE, 0);
    /* whatever is left of rows, words and columns taken by fours */
    for (int rest = 0; rest < 64; rest++)
        xnor_once(4 * (int)judge_between(1, 9) + rest % 4,
                  32 * (4 * (int)judge_between(1, 4) + rest / 4 % 4) -
                      (int)judge_between(0, 31),
                  4 * (int)judge_between(1, 9) + rest / 16);
    for (int tiles = 1; tiles <= 80; tiles++) /* side by side */
        xnor_once(17, 33, 16 * tiles - (int)judge_between(0, 15));
}

/* As long as the contract allows, but for the rows: a block with a barrier for
 * each takes time. Rows and columns are more than a short can count. */
// promise: m, n: 0 .. 65535
// promise: 33000 x 2 by 2 x 3
// promise: 3 x 2 by 2 x 65535
// broken by: sizes_in_shorts
// promise: k: 0 .. 393216
// promise: 1 x 393216 by 393216 x 1
// broken by: k_in_a_short
// promise: exactly
// broken by: sums_of_eighteen_bits
START_TEST(long_and_narrow_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    xnor_once(1, 32 * 12288, 1);
    xnor_there(1, 32 * 12288, 1, OPPOSITE, 0);
    xnor_once(5, 100003, 2);
    xnor_once(33000, 2, 3);
    xnor_once(3, 2, 65535);
}

/* The largest matrices, where only the launch is looked at. */
// promise: at most 2^28 elements in a matrix
// promise: at most 2^28 elements in a matrix; 0 is no error.
// promise: a launch for the largest of them
// broken by: elements_in_y
START_TEST(launches_for_the_largest)
{
    static const int shapes[][2] = {
        {16384, 16384}, {65535, 4096}, {4096, 65535}, {65535, 1}, {1, 65535}};

    judge_start(BUILD_PLAIN, judge_cores());
    xnor_once(5, 40, 7);
    if (judge_launched() == 0)
        return; /* done by the host, which the traffic check sees */
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const int m = shapes[s][0], n = shapes[s][1];

        judge_clear();
        uint32_t *a = judge_in(4096), *b = judge_in(4096);
        int32_t *c = judge_out(4096);
        if (!judge_dry_launch(
                "xnor_matmul",
                ARGS(DEV(a), DEV(b), DEV(c), I32(m), I32(40), I32(n)),
                _("xnor_matmul() for m = %d, k = 40, n = %d"), m, n))
            return;
    }
}

/* Whichever of the three are 0. A sum of no products is 0. */
// promise: 0 is no error
// promise: Sizes of 0 are no error.
// broken by: empty_matrix
// promise: With k = 0 all of C is 0.
// promise: m, k or n = 0
// broken by: nothing_to_add_up
START_TEST(empty_ones)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < 7; i++) /* 7 is none that is 0 */
        xnor_once(i & 1 ? 40 : 0, i & 2 ? 300 : 0, i & 4 ? 50 : 0);
    xnor_once(4, 5, 6); /* and it still works */
}

/* More sums than a float can count. */
// promise: 4111 x 0 by 0 x 4113
// broken by: grid_clamped
START_TEST(empty_ones_with_many_sums)
{
    judge_start(BUILD_PLAIN, judge_cores());
    xnor_once(4111, 0, 4113);
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// promise: return 0 (cudaSuccess) or the cudaError_t of the first
//   call that failed
// promise: a launch that the grader makes fail
// broken by: launch_not_checked
START_TEST(a_failed_launch_is_reported)
{
    const int refusal = judge_refuse(0);

    judge_start(BUILD_PLAIN, judge_cores());
    uint32_t *a = judge_in(sizeof *a), *b = judge_in(sizeof *b);
    int32_t *c = judge_out(sizeof *c);
    *a = *b = 3;
    int64_t error =
        judge_call("xnor_matmul", T_I32,
                   ARGS(DEV(a), DEV(b), DEV(c), I32(1), I32(2), I32(1)))
            .i;
    judge_refusal(refusal, error, *c == 2);
}

/* The first call may launch, the second may not. */
// promise: a launch that the grader makes fail
// broken by: error_asked_for_once
START_TEST(a_later_failure_is_reported)
{
    enum { M = 17, K = 99, N = 3, W = (K + BITS - 1) / BITS };
    int expected = judge_refuse_launch(2);

    judge_start(BUILD_PLAIN, 1);
    uint32_t *a = judge_in(M * W * sizeof *a), *b = judge_in(W * N * sizeof *b);
    int32_t *c = judge_out(M * N * sizeof *c);
    memset(b, 0, W * N * sizeof *b);
    for (int call = 1; call <= 2; call++) {
        for (int i = 0; i < M * W; i++)
            a[i] = call == 1 ? used_bits(K, i % W) : 0; /* and B is all 0 */
        int64_t error =
            judge_call("xnor_matmul", T_I32,
                       ARGS(DEV(a), DEV(b), DEV(c), I32(M), I32(K), I32(N)))
                .i;
        if (c[M * N - 1] != (call == 1 ? -K : K)) /* as judge_refusal() */
            judge_error(expected, error,
                        _("the error from call %d of xnor_matmul(), where the "
                          "device refuses %s"),
                        call, judge_refused());
    }
}

/* What each call leaves behind grows. */
// promise: memory of your own given back, also where a launch is refused
// broken by: word_kept_after_failure
START_TEST(frees_its_memory_after_an_error)
{
    judge_refuse(0);
    judge_start(BUILD_CHECK, 1);
    for (int i = 0; i < 8; i++)
        xnor_once(15 + i, 99 * i + 1, 3 + 5 * i);
}

static void small_ones(void)
{
    static const int shapes[][3] = {{1, 1, 1},    {33, 20, 31}, {5, 1100, 40},
                                    {40, 600, 5}, {64, 64, 32}, {3, 2100, 2}};

    judge_start(BUILD_CHECK, 1);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        xnor_once(shapes[s][0], shapes[s][1], shapes[s][2]);
    for (int rest = 0; rest < 8; rest++) /* rows that begin anywhere */
        xnor_once(2 + rest % 3, BITS * (8 + rest), 8 + 3 * rest % 8);
}

// promise: no word of a tile is used before it is there
// promise: the two barriers of each step
// broken by: no_barrier_before_use
// promise: or overwritten while it is used
// promise: the two barriers of each step
// broken by: no_barrier_after_use
// promise: barriers that all threads reach
// promise: all threads reach them
// broken by: barrier_for_those_inside
// promise: no word of the row is used before it is there
// broken by: no_barrier
// promise: a barrier that all threads reach
// broken by: barrier_within_the_loop
// promise: no sum or word has two threads that write different things
// broken by: threads_share_a_sum
START_TEST(no_race)
{
    small_ones();
}

// promise: nothing outside the matrices
// broken by: row_beyond_b
// promise: nothing used that was never written
// broken by: old_words_beyond_the_edge
// promise: nothing outside the matrices or outside the row
// broken by: size_in_words
// promise: the host must not touch them
// broken by: touched_by_the_host
START_TEST(stays_inside_the_matrices)
{
    small_ones();
}

static int64_t words_to_sectors(int64_t words)
{
    return (words + 7) / 8;
}

/* Each matrix has to be moved once. */
static int64_t least_to_read(int m, int k, int n)
{
    return words_to_sectors((int64_t)m * words_for(k)) +
           words_to_sectors((int64_t)words_for(k) * n);
}

static int64_t least_to_write(int m, int n)
{
    return words_to_sectors((int64_t)m * n);
}

/* Of a word of A and a word of B. STEP_K is a multiple of 32. */
enum { STEP_WORDS = STEP_K / BITS };
enum { WORD_PRODUCTS = STEP_M * STEP_WORDS * STEP_N };

/* A kernel did it, and not the host? */
static void xnor_by_a_kernel(int m, int k, int n)
{
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least_to_read(m, k, n),
                   _("reading matrices of %d x %d and %d x %d bits"), m, k, k,
                   n);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, least_to_write(m, n),
                   _("writing the product, %d x %d"), m, n);
}

/* Three sizes in check mode, by a kernel each. The ladder gets the counts of
 * its own. */
static void xnor_step(void)
{
    judge_start(BUILD_CHECK, 1);
    xnor_once(1, 1, 1);
    xnor_by_a_kernel(1, 1, 1);
    xnor_once(LADDER_M, LADDER_K, LADDER_N);
    matmul_ladder(least_to_read(LADDER_M, LADDER_K, LADDER_N) +
                  least_to_write(LADDER_M, LADDER_N));
    xnor_once(STEP_M, STEP_K, STEP_N);
    xnor_by_a_kernel(STEP_M, STEP_K, STEP_N);
    judge_copies_at_most(least_to_write(STEP_M, STEP_N), "xnor_matmul()");
}

/* After xnor_step(). */
static void reads_at_most(int64_t sectors)
{
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, sectors,
                  _("reading for %d products of words"), WORD_PRODUCTS);
}

/* Likewise. */
static void writes_at_most(int64_t sectors)
{
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, sectors,
                  _("writing %d sums"), STEP_M * STEP_N);
}

/* These tests; the lab adds its own. */
static void xnor_tests(Suite *s)
{
    judge_test(s, KIND_CORRECTNESS, every_shape);
    judge_nit(s, KIND_CORRECTNESS, long_and_narrow_ones);
    judge_test(s, KIND_CORRECTNESS, empty_ones);
    judge_nit(s, KIND_CORRECTNESS, empty_ones_with_many_sums);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_launch_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_later_failure_is_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, launches_for_the_largest);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_matrices);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_its_memory_after_an_error);
}

/* Rows, columns and bits in the speed test, as many as in matmul.h. */
enum { SPEED_N = 2048, SPEED_WORDS = SPEED_N / BITS };
static uint32_t *speed_a, *speed_b;
static int32_t *speed_c;
static uint64_t speed_v[SPEED_N], speed_b_v[SPEED_N]; /* verify_product() */

static void refill(uint32_t *x)
{
    for (size_t i = 0; i < SPEED_N * SPEED_WORDS; i += 2) {
        uint64_t r = judge_random();
        x[i] = (uint32_t)r;
        x[i + 1] = (uint32_t)(r >> 32);
    }
}

/* All of it: then nothing of an old product is of use. */
static void new_a(void)
{
    refill(speed_a);
}

/* If C is A B, then C v is A (B v), which is far less work. If it is not, a
 * random v shows it. All modulo 2^64. */
static void verify_product(struct judge_value got)
{
    static int32_t want[SPEED_N];

    judge_error(0, got.i, _("the error from xnor_matmul() for m = k = n = %d"),
                SPEED_N);
    for (size_t i = 0; i < SPEED_N; i++) {
        const uint32_t *a = &speed_a[i * SPEED_WORDS];
        const int32_t *c = &speed_c[i * SPEED_N];
        uint64_t from_a = 0, from_c = 0;
        for (size_t l = 0; l < SPEED_N; l++)
            from_a += (2 * (uint64_t)(a[l / BITS] >> l % BITS & 1) - 1) *
                      speed_b_v[l];
        for (size_t j = 0; j < SPEED_N; j++)
            from_c += (uint64_t)(int64_t)c[j] * speed_v[j];
        if (from_a == from_c)
            continue;
        xnor_serial(a, speed_b, want, 1, SPEED_N, SPEED_N);
        judge_equal_i32(want, c, SPEED_N, "row",
                        _("row %zu of the product of %d x %d and %d x %d"), i,
                        SPEED_N, SPEED_N, SPEED_N, SPEED_N);
    }
}

/* Only on a GPU; the lab's ceiling.cu is what it is held against. */
// promise: 2048 x 2048 by 2048 x 2048, at least
// broken by: one_block_for_all
// no promise: Where there is a GPU: the goal leaves room for
// because: says what the goal is like
START_TEST(compared_with_a_good_kernel)
{
    judge_start(BUILD_GPU, 1);
    speed_a = judge_in(sizeof *speed_a * SPEED_N * SPEED_WORDS);
    speed_b = judge_in(sizeof *speed_b * SPEED_N * SPEED_WORDS);
    speed_c = judge_out(sizeof *speed_c * SPEED_N * SPEED_N);
    refill(speed_b);
    for (size_t j = 0; j < SPEED_N; j++)
        speed_v[j] = judge_random();
    for (size_t l = 0; l < SPEED_N; l++) {
        const uint32_t *b = &speed_b[l / BITS * SPEED_N];
        speed_b_v[l] = 0;
        for (size_t j = 0; j < SPEED_N; j++)
            speed_b_v[l] +=
                (2 * (uint64_t)(b[j] >> l % BITS & 1) - 1) * speed_v[j];
    }
    judge_speed(&(struct judge_speed){
        .function = "xnor_matmul",
        .returns = T_I32,
        .args = ARGS(DEV(speed_a), DEV(speed_b), DEV(speed_c), I32(SPEED_N),
                     I32(SPEED_N), I32(SPEED_N)),
        .fresh = new_a,
        .verify = verify_product,
    });
}

#endif
