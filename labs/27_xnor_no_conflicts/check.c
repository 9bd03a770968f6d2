/* What lab 27 asks for: the product by tiles, with neighbouring threads at
 * neighbouring columns, so that neither a sector nor a bank is asked twice. */
#include "common/check/xnor.h"
#include "xnor_no_conflicts.h"

/* 16 x 16 threads bring in 32 sectors of A and 32 of B for 4096 products. */
// promise: 64 x 1024 by 1024 x 64: at most 2,048 sectors read
// broken by: tiles_of_8
// no promise: Larger tiles read less, and are fine.
// no promise: Plain tiles of 16 x 16 in their simplest form [...] 150 % on an
//   H200.
// because: says what the goals are like
START_TEST(one_sector_for_64_products)
{
    xnor_step();
    reads_at_most(WORD_PRODUCTS / 64);
}

// promise: and no excess wavefront
// broken by: tile_a_transposed
START_TEST(no_bank_conflicts)
{
    xnor_step();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, 0,
                  _("%d products of words"), WORD_PRODUCTS);
}

// promise: 512 written
// broken by: x_is_the_row
START_TEST(writes_each_sum_once)
{
    xnor_step();
    writes_at_most(least_to_write(STEP_M, STEP_N));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("27 xnor_no_conflicts");

    xnor_tests(s);
    judge_test(s, KIND_TRAFFIC, one_sector_for_64_products);
    judge_test(s, KIND_TRAFFIC, no_bank_conflicts);
    judge_test(s, KIND_TRAFFIC, writes_each_sum_once);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
