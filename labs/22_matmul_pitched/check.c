/* What lab 22 asks for: products of matrices with gaps between their rows, and
 * a host function that allocates such matrices and gives them back. */
#define MATMUL_ON_HOST true
#include "common/check/matmul.h"
#include "matmul_pitched.h"

/* A matrix with gaps, and what it holds without them. */
struct pitched {
    int rows, cols;
    size_t pitch; /* in floats */
    float *data;
};

static size_t floats_of(const struct pitched *p)
{
    return (size_t)p->rows * p->pitch;
}

/* The numbers of `plain`; in the gaps lie some that spoil every sum. */
static struct pitched pitched_in(int rows, int cols, int gap,
                                 const float *plain)
{
    struct pitched p = {rows, cols, (size_t)(cols + gap), NULL};

    p.data = judge_in(floats_of(&p) * sizeof *p.data);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols + gap; j++)
            p.data[(size_t)i * p.pitch + (size_t)j] =
                j < cols ? plain[(size_t)i * (size_t)cols + (size_t)j] : 1e20f;
    return p;
}

/* Does C hold the whole product, in rows that lie `pitch` floats apart? */
static bool lies_in(const struct pitched *c, const float *want, size_t pitch)
{
    const size_t cols = (size_t)c->cols;

    if (pitch == c->pitch || pitch < cols || c->rows < 2 || !cols ||
        !memcmp(want, &want[cols], cols * sizeof *want)) /* all 0, perhaps */
        return false;
    for (size_t i = 0; i < (size_t)c->rows; i++)
        if (i * pitch + cols > floats_of(c) ||
            memcmp(&c->data[i * pitch], &want[i * cols], cols * sizeof *want))
            return false;
    return true;
}

static const char *wrong_pitch(const struct pitched *c, const float *want,
                               size_t a_pitch, size_t b_pitch)
{
    if (lies_in(c, want, b_pitch))
        return _(" The rows of C are as they should be, but lie as far apart "
                 "as those of B.");
    if (lies_in(c, want, a_pitch))
        return _(" The rows of C are as they should be, but lie as far apart "
                 "as those of A.");
    if (lies_in(c, want, (size_t)c->cols))
        return _(" The rows of C are as they should be, but without gaps "
                 "between them.");
    return "";
}

static bool gaps_count; /* what lies in those of C is looked at, too */

/* a_gap, ...: floats between the end of a row and the next one. */
static void pitched_once(int m, int k, int n, int a_gap, int b_gap, int c_gap)
{
    size_t size = (size_t)m * (size_t)n;
    float *a = malloc(((size_t)m * (size_t)k + 1) * sizeof *a);
    float *b = malloc(((size_t)k * (size_t)n + 1) * sizeof *b);
    float *want = malloc((size + 1) * sizeof *want);
    float *got = malloc((size + 1) * sizeof *got);
    struct pitched c = {m, n, (size_t)(n + c_gap), NULL};
    float untouched;
    const char *apart;

    judge_clear();
    matmul_fill_both(a, (size_t)m * (size_t)k, b, (size_t)k * (size_t)n,
                     k > 512 ? SIGNS : SMALL);
    struct pitched pa = pitched_in(m, k, a_gap, a);
    struct pitched pb = pitched_in(k, n, b_gap, b);
    c.data = judge_out(floats_of(&c) * sizeof *c.data);
    judge_poison(&untouched, sizeof untouched);
    matmul_serial(a, b, want, m, k, n);
    int64_t error =
        judge_call("matmul_pitched", T_I32,
                   ARGS(DEV(pa.data), SIZE(pa.pitch * sizeof(float)),
                        DEV(pb.data), SIZE(pb.pitch * sizeof(float)),
                        DEV(c.data), SIZE(c.pitch * sizeof(float)), I32(m),
                        I32(k), I32(n)))
            .i;
    judge_error(0, error,
                _("the error from matmul_pitched() for m = %d, k = %d, n = %d"),
                m, k, n);
    apart = wrong_pitch(&c, want, pa.pitch, pb.pitch);
    for (int i = 0; i < m; i++) {
        const float *row = c.data + (size_t)i * c.pitch;
        memcpy(&got[(size_t)i * (size_t)n], row, (size_t)n * sizeof *got);
        for (int j = n; gaps_count && j < n + c_gap; j++)
            if (memcmp(&row[j], &untouched, sizeof untouched) != 0)
                judge_fail(_("Wrong: matmul_pitched() wrote into the gap "
                             "behind row %d of C, %d floats past the row's "
                             "end. (m = %d, k = %d, n = %d, and a pitch of "
                             "%zu bytes, which is %zu floats.)%s"),
                           i, j - n, m, k, n, c.pitch * sizeof(float), c.pitch,
                           apart);
    }
    judge_close_f32(want, got, size, 0, 0, "C",
                    _("matmul_pitched() of %d x %d and %d x %d, with pitches "
                      "of %zu, %zu and %zu bytes, where C[i] does not count "
                      "the gaps"),
                    m, k, k, n, pa.pitch * sizeof(float),
                    pb.pitch * sizeof(float), c.pitch * sizeof(float));
    free(a);
    free(b);
    free(want);
    free(got);
}

// promise: C = A B as in lab 21, on matrices in the device's memory whose rows
//   have gaps between them: row i of A begins a_pitch * i *bytes* behind d_a.
// promise: A, m x k; B, k x n; C, m x n;
// broken by: gaps_never_heard_of
// promise: a_pitch, ... bytes from one row to the next: a multiple of
//   sizeof(float), and at least a row's k or n floats
// promise: other pitches, any multiple of 4, for `matmul_pitched()`
// broken by: pitch_in_floats
// no promise: C does not overlap the others
// because: the caller sees to it
// no promise: In the gaps of A and B lie very large numbers, so whoever adds
// one
//   up notices.
// because: says what the test does
START_TEST(every_shape_and_pitch)
{
    static const int some[] = {1, 2, 31, 33, 100};
    enum { SOME = sizeof some / sizeof *some };

    judge_start(BUILD_PLAIN, judge_cores());
    pitched_once(2, 3, 4, 6, 4, 3); /* three pitches */
    for (int i = 0; i < SOME; i++)
        for (int l = 0; l < SOME; l++)
            for (int j = 0; j < SOME; j++)
                pitched_once(some[i], some[l], some[j], 1 + i, 28 + l, 7 * j);
    for (int t = 0; t < 20; t++)
        pitched_once((int)judge_between(0, 150), (int)judge_between(0, 150),
                     (int)judge_between(0, 150), (int)judge_between(0, 70),
                     (int)judge_between(0, 70), (int)judge_between(0, 70));
}

// promise: The gaps of C must stay as they are
// broken by: writes_the_gaps
START_TEST(gaps_stay_as_they_are)
{
    judge_start(BUILD_PLAIN, judge_cores());
    gaps_count = true;
    pitched_once(2, 3, 4, 6, 4, 3);
    pitched_once(33, 31, 100, 5, 9, 28);
    for (int t = 0; t < 20; t++)
        pitched_once((int)judge_between(1, 150), (int)judge_between(1, 150),
                     (int)judge_between(1, 150), (int)judge_between(0, 70),
                     (int)judge_between(0, 70), (int)judge_between(1, 70));
}

/* matmul() has its own look at m, n and k, so this is the other function's. */
// promise: m, k, n 0 .. 65535, with at most 2^30 bytes in a matrix
// promise: all shapes of lab 21 for both functions
// broken by: sizes_in_shorts
START_TEST(long_and_narrow_ones_with_gaps)
{
    judge_start(BUILD_PLAIN, judge_cores());
    pitched_once(1, 65535, 1, 1, 2, 3);
    pitched_once(33000, 2, 3, 2, 1, 0);
    pitched_once(3, 2, 65535, 3, 1, 2);
}

// promise: 0 is no error.
// promise: with m, k or n = 0
// broken by: empty_matrix_with_gaps
// promise: With k = 0 all of C is 0.
// broken by: nothing_to_add_up_with_gaps
START_TEST(empty_ones_with_gaps)
{
    judge_start(BUILD_PLAIN, judge_cores());
    for (int i = 0; i < 7; i++) /* 7 is none that is 0 */
        pitched_once(i & 1 ? 40 : 0, i & 2 ? 300 : 0, i & 4 ? 50 : 0, 4, 8, 3);
    pitched_once(4, 5, 6, 1, 2, 3); /* and it still works */
}

/* A, B or C has 14 GB, which do not fit into the CPU device's 4 GiB; a GPU may
 * have more. There are no such matrices on the host either: whoever looks at
 * the errors never notices. */
static void more_than_there_is(void)
{
    enum { BIG = 60000 };
    static const int shapes[][3] = {
        {BIG, BIG, 2}, {2, BIG, BIG}, {BIG, 1, BIG}};

    for (int s = 0; s < 3; s++) {
        int m = shapes[s][0], k = shapes[s][1], n = shapes[s][2];

        judge_clear();
        float *a = judge_in(2 * BIG * sizeof *a), *c = judge_out(sizeof *c);
        int64_t error =
            judge_call("matmul", T_I32,
                       ARGS(PTR(a), PTR(a), PTR(c), I32(m), I32(k), I32(n)))
                .i;
        judge_error(2, error,
                    _("the error from matmul() with %c of %d x %d, more than "
                      "the device has memory"),
                    "ABC"[s], BIG, BIG);
    }
}

// promise: Returns 0, or the first cudaError_t;
// promise: for A, B or C
// broken by: only_the_last_error
// promise: More than the device has memory is cudaErrorMemoryAllocation.
// broken by: errors_ignored
// no promise: what is in c is then of no interest.
// because: nobody looks at it
START_TEST(errors_are_reported)
{
    judge_start(BUILD_PLAIN, judge_cores());
    more_than_there_is();
}

/* Whose matmul() asks for the error itself need not have a matmul_pitched()
 * that does. */
// promise: Returns 0 (cudaSuccess) or the cudaError_t of the first call that
//   failed
// promise: and a launch that the grader makes fail, are reported
// broken by: launch_with_gaps_not_checked
START_TEST(a_failed_launch_with_gaps_is_reported)
{
    const int refusal = judge_refuse(0);

    judge_start(BUILD_PLAIN, judge_cores());
    float *a = judge_in(16), *b = judge_in(16), *c = judge_out(16);
    for (int i = 0; i < 4; i++)
        a[i] = b[i] = 1;
    int64_t error = judge_call("matmul_pitched", T_I32,
                               ARGS(DEV(a), SIZE(8), DEV(b), SIZE(8), DEV(c),
                                    SIZE(8), I32(2), I32(2), I32(2)))
                        .i;
    judge_refusal(refusal, error, c[3] == 2);
}

/* matmul() comes first: the first wrong result ends a check, and whoever has
 * not begun with the pitches yet would not see that matmul() frees nothing. */
static void small_pitched_ones(void)
{
    matmul_once(33, 20, 31, SMALL);
    matmul_once(5, 40, 70, SMALL);
    matmul_once(0, 40, 70, SMALL);
    matmul_once(40, 0, 70, SMALL);
    pitched_once(1, 1, 1, 0, 0, 0);
    pitched_once(33, 20, 31, 3, 5, 7);
    pitched_once(5, 40, 70, 88, 58, 58);
}

// promise: no element of C has two threads that write different things
// broken by: threads_share_a_sum
START_TEST(no_race_with_gaps)
{
    judge_start(BUILD_CHECK, 1);
    small_pitched_ones();
}

static void a_round(void)
{
    matmul_once(5, 6, 7, SMALL);
}

/* What malloc() gave, and new. */
// promise: the host's memory that it allocates as well is free again
// broken by: table_kept
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, judge_cores());
    judge_steady(a_round, _("calls of matmul()"));
}

static void a_refused_round(void)
{
    judge_clear();
    float *x = judge_in(6 * sizeof *x), *c = judge_out(4 * sizeof *c);

    for (int i = 0; i < 6; i++)
        x[i] = 1;
    judge_call("matmul", T_I32,
               ARGS(PTR(x), PTR(x), PTR(c), I32(2), I32(3), I32(2)));
}

// promise: all memory freed, also when something failed
// broken by: host_memory_kept_after_failure
START_TEST(memory_does_not_grow_with_failures)
{
    judge_refuse(0);
    judge_start(BUILD_PLAIN, judge_cores());
    judge_steady(a_refused_round,
                 _("calls of matmul() where the device refuses the launch"));
}

/* Where there is nothing to do, nothing can fail. */
// promise: If C has no element, nothing is to be done.
// broken by: allocates_for_nothing
START_TEST(asks_for_nothing_without_elements)
{
    judge_refuse(-1);
    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(0, 5, 7, SMALL);
    matmul_once(5, 7, 0, SMALL);
}

// promise: nothing outside the matrices
// broken by: no_bounds_check
// promise: copies C back, and frees what it allocated, in any case.
// promise: all memory freed
// broken by: one_not_freed
START_TEST(stays_in_the_rows_and_frees_all)
{
    judge_start(BUILD_CHECK, 1);
    judge_no_leaks();
    small_pitched_ones();
    judge_start(BUILD_PLAIN, judge_cores());
    judge_no_leaks();
    matmul_once(515, 300, 1030, SMALL);
}

// promise: also when something failed
// broken by: leak_when_it_fails
// promise: calls matmul_pitched(), copies C back, and frees what it allocated,
//   in any case.
// broken by: leak_when_a_copy_fails
START_TEST(frees_all_after_an_error)
{
    judge_start(BUILD_CHECK, 1);
    judge_no_leaks();
    more_than_there_is();
    for (int k = -3; k <= 3; k++) {
        judge_refuse(k);
        judge_start(BUILD_CHECK, 1);
        judge_no_leaks();
        float *x = judge_in(6 * sizeof *x), *c = judge_out(4 * sizeof *c);
        for (int i = 0; i < 6; i++)
            x[i] = 1;
        judge_call("matmul", T_I32,
                   ARGS(PTR(x), PTR(x), PTR(c), I32(2), I32(3), I32(2)));
    }
}

/* 100 floats are no whole number of sectors, but with a pitch each row begins
 * with one. Each turn of the loop then takes 4 requests of a warp for a row of
 * B, 13 sectors in all, and as many broadcasts of A. */
// promise: Allocates rows with a pitch as cudaMallocPitch() does
// promise: `matmul()` of 40 x 36 by 36 x 100: at most 24,480 sectors read and
// 520
//   written
// broken by: plain_malloc
// no promise: 24,480 is 40 * 36 * (13 + 4), and 520 is 40 * 13.
// because: says how the numbers come about
// no promise: Where there is a GPU, rows of 2048 floats, 2112 apart, are timed.
// because: says what the goal is measured with
START_TEST(rows_begin_on_a_sector)
{
    enum { M = 40, K = 36, N = 100 };

    matmul_step();
    matmul_once(M, K, N, SMALL);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, least_to_read(M, K, N),
                   _("reading both matrices"));
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ,
                  (int64_t)M * K * ((N + 7) / 8 + (N + 31) / 32),
                  _("reading for %d x %d by %d x %d"), M, K, K, N);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE,
                  (int64_t)M * ((N + 7) / 8), _("writing %d x %d sums"), M, N);
}

Suite *lab_suite(void)
{
    Suite *s = matmul_suite("22 matmul_pitched");

    judge_test(s, KIND_CORRECTNESS, every_shape_and_pitch);
    judge_nit(s, KIND_CORRECTNESS, gaps_stay_as_they_are);
    judge_nit(s, KIND_CORRECTNESS, long_and_narrow_ones_with_gaps);
    judge_test(s, KIND_CORRECTNESS, empty_ones_with_gaps);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, errors_are_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         a_failed_launch_with_gaps_is_reported);
    judge_cpu_device_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         memory_does_not_grow_with_failures);
    judge_cpu_device_nit(s, KIND_CORRECTNESS,
                         asks_for_nothing_without_elements);
    judge_test(s, KIND_RACE, no_race_with_gaps);
    judge_test(s, KIND_MEMORY, stays_in_the_rows_and_frees_all);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_all_after_an_error);
    judge_test(s, KIND_TRAFFIC, rows_begin_on_a_sector);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
