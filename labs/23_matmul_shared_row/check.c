/* What lab 23 asks for: the product, with every element of A read once. */
#include "common/matmul.h"
#include "matmul_shared_row.h"

/* For each row of C all of B, a row of which is n / 8 sectors; and a row of A
 * once. */
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

START_TEST(no_bank_conflicts)
{
    matmul_step();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, 0,
                  _("%d products"), STEP_M * STEP_K * STEP_N);
}

START_TEST(the_longest_row)
{
    judge_start(BUILD_PLAIN, judge_cores());
    matmul_once(3, 12288, 40, SIGNS);
    matmul_once(2, 12287, 300, SIGNS);
    matmul_once(5, 1001, 1, SIGNS);
}

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
