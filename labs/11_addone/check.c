/* What lab 11 asks for: every shape right, all errors reported, nothing
 * outside the matrix touched, all memory given back. */
#include <stdlib.h>

#include "addone.h"
#include "judge/judge.h"

struct shape {
    int rows, cols;
};

static void add_once(struct shape s)
{
    size_t n = (size_t)s.rows * (size_t)s.cols;

    judge_clear();
    float *a = judge_out(n * sizeof *a);
    float *want = malloc((n + 1) * sizeof *want);
    for (size_t i = 0; i < n; i++) {
        a[i] = judge_any_float();
        want[i] = a[i] + 1;
    }
    judge_filled(a);
    int64_t error =
        judge_call("add_one", T_I32, ARGS(PTR(a), I32(s.rows), I32(s.cols))).i;
    judge_error(0, error, _("the error from add_one() for %d x %d"), s.rows,
                s.cols);
    judge_close_f32(want, a, n, 0, 0, "a", _("a matrix of %d x %d"), s.rows,
                    s.cols);
    free(want);
}

// promise: Add 1 to every element of a matrix
// broken by: whole_blocks_only
// promise: with any floats, infinities and NaN among them
// broken by: rounded_to_quarters
// promise: a rows * cols numbers in the host's memory, row by row: element (row,
//   col) is a[row * cols + col]
// broken by: rows_for_cols
// promise: rows, cols 0 or more, in any proportion
// promise: A matrix without elements is no error.
// promise: shapes from 0 x 5
// broken by: no_elements_is_an_error
START_TEST(every_shape)
{
    static const struct shape shapes[] = {
        {5, 5},      {1, 1},      {3, 7},    {7, 3},    {0, 0},      {0, 5},
        {5, 0},      {1, 32},     {33, 1},   {16, 16},  {31, 33},    {32, 32},
        {33, 31},    {1, 1025},   {1025, 1}, {40, 100}, {100, 40},   {255, 257},
        {1000, 999}, {127, 4099}, {129, 8},  {2, 2},    {1, 200000}, {70000, 1},
    };

    judge_start(BUILD_PLAIN, judge_cores());
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        add_once(shapes[k]);
}

/* Beyond what gridDim.y can count, with blocks of 16 x 16 and of 32 x 32. With a
 * pitch they take 3 GB. */
// promise: to 2200000 x 1
// promise: in any proportion; rows * cols < 2^31
// broken by: too_many_rows
START_TEST(very_many_rows)
{
    judge_start(BUILD_PLAIN, judge_cores());
    add_once((struct shape){2200000, 1});
    add_once((struct shape){1, 16777217}); /* which is no float */
}

/* 6.4 GB do not fit into the CPU device's 4 GiB; a GPU may have more. There is
 * no such matrix on the host either: whoever looks at the error of cudaMalloc()
 * never notices. */
// promise: Returns 0 (cudaSuccess), or the cudaError_t of the first call that
//   failed
// broken by: last_error_returned
// promise: a matrix that does not fit on the device
// promise: The whole matrix is there at once: one that does not fit is an error of
//   cudaMalloc().
// broken by: errors_ignored
START_TEST(errors_are_reported)
{
    judge_start(BUILD_PLAIN, judge_cores());
    float *a = judge_out(sizeof *a);
    *a = 1;
    judge_filled(a);
    int64_t error =
        judge_call("add_one", T_I32, ARGS(PTR(a), I32(40000), I32(40000))).i;
    judge_error(2, error,
                _("the error for 40000 x 40000, which are 6400000000 bytes, "
                  "more than the device has and more than fit into an int"));
}

/* A launch like any other, and yet it fails: whoever asks afterwards knows. */
// promise: launch included
// promise: a launch, a copy or memory that the device refuses
// broken by: launch_never_looked_at
// promise: the cudaError_t of the first call that failed
// broken by: copy_never_looked_at
START_TEST(a_failed_call_is_reported)
{
    for (int k = -2; k <= 3; k++) {
        int expected = judge_refuse(k);

        judge_start(BUILD_PLAIN, judge_cores());
        float *a = judge_out(25 * sizeof *a);
        for (int i = 0; i < 25; i++)
            a[i] = (float)i;
        judge_filled(a);
        int64_t error =
            judge_call("add_one", T_I32, ARGS(PTR(a), I32(5), I32(5))).i;
        bool done = true;
        for (int i = 0; i < 25; i++)
            done = done && a[i] == (float)(i + 1);
        judge_refusal(expected, error, done);
    }
}

static const struct shape small[] = {{5, 5},   {3, 7},   {7, 3},   {0, 5},
                                     {1, 300}, {300, 1}, {33, 31}, {40, 50}};

// promise: no element has two threads
// broken by: rows_for_cols
START_TEST(no_race)
{
    judge_start(BUILD_CHECK, 1);
    for (size_t k = 0; k < sizeof small / sizeof *small; k++)
        add_once(small[k]);
}

// promise: nothing outside the matrix
// broken by: no_bounds_check
// promise: right pointers
// broken by: host_pointer
// promise: copies in the right direction
// broken by: wrong_direction
// promise: and size
// broken by: elements_not_bytes
// promise: Device memory that it allocates is free again when it returns
// promise: nothing left unfreed
// broken by: never_freed
START_TEST(stays_in_its_memory_and_frees_it)
{
    judge_start(BUILD_CHECK, 1);
    judge_no_leaks();
    for (size_t k = 0; k < sizeof small / sizeof *small; k++)
        add_once(small[k]);
    add_once((struct shape){255, 257});
    judge_start(BUILD_PLAIN, judge_cores());
    judge_no_leaks();
    add_once((struct shape){1000, 999});
    add_once((struct shape){2200000, 1});
    add_once((struct shape){1, 16777217});
}

/* Not a byte is left on the way out behind a launch or a copy that failed. */
// promise: also after an error.
// broken by: second_buffer_not_freed
// promise: also after a launch, a copy or a cudaMalloc() that failed
// broken by: not_freed_after_an_error
// promise: Device memory that it allocates is free again when it returns
// broken by: not_freed_after_a_copy
START_TEST(frees_it_after_an_error)
{
    judge_start(BUILD_CHECK, 1);
    judge_no_leaks();
    float *one = judge_out(sizeof *one);
    judge_filled(one);
    judge_call("add_one", T_I32, ARGS(PTR(one), I32(40000), I32(40000)));
    for (int k = -2; k <= 2; k++) {
        judge_refuse(k);
        judge_start(BUILD_CHECK, 1);
        judge_no_leaks();
        float *a = judge_out(25 * sizeof *a);
        for (int i = 0; i < 25; i++)
            a[i] = (float)i;
        judge_filled(a);
        judge_call("add_one", T_I32, ARGS(PTR(a), I32(5), I32(5)));
    }
}

/* Where no kernel runs, nothing may be added. */
static void not_added_by_the_host(void)
{
    enum { N = 40 };
    struct judge_value got;
    int added = 0;

    judge_start(BUILD_PLAIN, 1);
    float *a = judge_out(N * sizeof *a);
    for (int i = 0; i < N; i++)
        a[i] = (float)i;
    judge_filled(a);
    if (!judge_dry_call("add_one", T_I32, ARGS(PTR(a), I32(5), I32(8)), &got))
        return;
    for (int i = 0; i < N; i++)
        added += a[i] == (float)i + 1;
    if (added == N)
        judge_fail(_("Not done on the device: a matrix of 5 x 8 has one more "
                     "in every element, too, when the device leaves out all "
                     "kernels."));
}

/* 33 * 31 floats, read and written by a kernel; and small ones as well. */
// promise: a kernel on the device does it.
// broken by: done_by_the_host
// promise: a kernel on the device does it.
// broken by: kernel_adds_nothing
// promise: a kernel reads and writes every element
// broken by: by_one_thread
// promise: of small ones as well, by many threads at once
// broken by: small_ones_by_the_host
// no promise: `a` is then as before or partly changed.
// because: it is allowed, not asked for
// no promise: The memory and race checks run your kernel on the CPU device
// because: says how it is looked at
START_TEST(a_kernel_does_it)
{
    judge_start(BUILD_CHECK, 1);
    add_once((struct shape){1, 1});
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, 1,
                   _("writing a matrix of 1 x 1"));
    add_once((struct shape){5, 7});
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, (5 * 7 + 7) / 8,
                   _("writing a matrix of 5 x 7"));
    add_once((struct shape){33, 31});
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, (33 * 31 + 7) / 8,
                   _("reading a matrix of 33 x 31"));
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE, (33 * 31 + 7) / 8,
                   _("writing a matrix of 33 x 31"));
    if (judge_counted(COUNT_REQUESTS, SPACE_GLOBAL, OP_WRITE) > 33 * 31 / 2)
        judge_fail(_("One thread after the other: a matrix of 33 x 31 is "
                     "written by %lld requests, nearly one for each element. A "
                     "warp's 32 threads write theirs at once, if each has an "
                     "element of its own."),
                   (long long)judge_counted(COUNT_REQUESTS, SPACE_GLOBAL,
                                            OP_WRITE));
    not_added_by_the_host();
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("11 addone");

    judge_test(s, KIND_CORRECTNESS, every_shape);
    judge_nit(s, KIND_CORRECTNESS, very_many_rows);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, errors_are_reported);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, a_failed_call_is_reported);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_in_its_memory_and_frees_it);
    judge_cpu_device_nit(s, KIND_MEMORY, frees_it_after_an_error);
    judge_test(s, KIND_TRAFFIC, a_kernel_does_it);
    return s;
}
