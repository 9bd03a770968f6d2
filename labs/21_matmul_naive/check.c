/* What lab 21 asks for: the product, with neighbouring threads on neighbouring
 * columns, and every sum written once. */
#include "common/check/matmul.h"
#include "matmul_naive.h"

/* For 32 products a warp reads one element of a, which all lanes want: 1
 * sector. And 32 neighbours of b: 4 sectors. */
// promise: 64 x 1024 by 1024 x 64: at most 655,360 sectors read
// broken by: neighbours_in_a_column
// no promise: Why 655,360 [...] move less and are fine as well.
// because: says how the number comes about, and who stays below it
START_TEST(five_sectors_for_a_warp)
{
    matmul_step();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ,
                  (int64_t)STEP_M * STEP_K * STEP_N / 32 * 5,
                  _("reading for %d products"), STEP_M * STEP_K * STEP_N);
}

// promise: 512 written
// broken by: sum_in_memory
// no promise: On a GPU, other blocks [...] by something that is worth finding.
// because: says what the goal is like
START_TEST(writes_each_sum_once)
{
    matmul_step();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE,
                  least_to_write(STEP_M, STEP_N), _("writing %d sums"),
                  STEP_M * STEP_N);
}

Suite *lab_suite(void)
{
    Suite *s = matmul_suite("21 matmul_naive");

    judge_test(s, KIND_TRAFFIC, five_sectors_for_a_warp);
    judge_test(s, KIND_TRAFFIC, writes_each_sum_once);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
