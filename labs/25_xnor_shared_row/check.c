/* What lab 25 asks for: the product, with each row of A read once. */
#include "common/check/xnor.h"
#include "xnor_shared_row.h"

/* All of B for each row of A; and A once. */
// promise: 64 x 1024 by 1024 x 64: at most 16,640 sectors read, and 512 written
// broken by: row_not_copied
// no promise: 16,640 is 256 + 64 * 256: A once [...] beside its neighbours.
// because: says how the numbers come about
START_TEST(reads_each_row_of_a_once)
{
    xnor_step();
    reads_at_most(STEP_M * words_to_sectors(STEP_WORDS * STEP_N) +
                  words_to_sectors(STEP_M * STEP_WORDS));
    writes_at_most(least_to_write(STEP_M, STEP_N));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("25 xnor_shared_row");

    xnor_tests(s);
    judge_test(s, KIND_TRAFFIC, reads_each_row_of_a_once);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
