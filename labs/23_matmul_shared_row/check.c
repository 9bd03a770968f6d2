/* What lab 23 asks for: the product, with every element of A read once. */
#define MATMUL_MOST_K 12288
#include "common/check/matmul.h"
#include "matmul_shared_row.h"

/* For each row of C all of B, a row of which is n / 8 sectors; and a row of A
 * once. */
// promise: 64 x 1024 by 1024 x 64: at most 532,480 sectors read
// promise: each element of A once.
// broken by: not_used
// promise: Whoever lets one thread copy the row reads a sector for each element
// broken by: read_by_one_thread
// promise: and whoever gives each thread a piece of its own as well
// broken by: a_piece_for_each_thread
// promise: 512 written
// broken by: sum_in_memory
START_TEST(reads_each_row_of_a_once)
{
    int64_t all_of_b = floats_to_sectors((int64_t)STEP_K * STEP_N);

    matmul_step();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ,
                  STEP_M * all_of_b +
                      floats_to_sectors((int64_t)STEP_M * STEP_K),
                  _("reading for %d products"), STEP_M * STEP_K * STEP_N);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE,
                  least_to_write(STEP_M, STEP_N), _("writing %d sums"),
                  STEP_M * STEP_N);
}

// promise: no bank conflict
// broken by: a_piece_for_each_thread
START_TEST(no_bank_conflicts)
{
    matmul_step();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, 0,
                  _("%d products"), STEP_M * STEP_K * STEP_N);
}

// promise: k 0 .. 12288, so that a row of A fits into the 48 KB of shared memory
//   that a block gets.
// promise: rows of 12288
// broken by: room_for_1000
START_TEST(the_longest_row)
{
    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(3, 12288, 40, SIGNS);
    matmul_once(2, 12287, 300, SIGNS);
    matmul_once(5, 1001, 1, SIGNS);
}

// promise: nothing outside the matrices and the shared row
// broken by: floats_for_bytes
START_TEST(stays_inside_the_longest_row)
{
    judge_start(BUILD_CHECK, 1);
    matmul_once(2, 12288, 5, SIGNS);
}

Suite *lab_suite(void)
{
    Suite *s = matmul_suite("23 matmul_shared_row");

    judge_test(s, KIND_CORRECTNESS, the_longest_row);
    judge_test(s, KIND_MEMORY, stays_inside_the_longest_row);
    judge_test(s, KIND_TRAFFIC, reads_each_row_of_a_once);
    judge_test(s, KIND_TRAFFIC, no_bank_conflicts);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
