/* What lab 26 asks for: the product, with tiles of A and B in shared memory. */
#include "common/check/xnor.h"
#include "xnor_tiled.h"

/* 16 x 16 threads bring in 256 words of A and as many of B, and do 4096
 * products with them. If x picks the row, each sector brings two words that the
 * warp wants: 128 + 128 sectors for 4096 products; and two of a warp's sums lie
 * in one sector of C. */
// promise: 64 x 1024 by 1024 x 64: at most 8,192 sectors read and 2,048 written
// broken by: tiles_of_4
// no promise: Why 8,192: 131,072 products / 16. [...] allowed here.
// because: says how the numbers come about
// no promise: Why only 15 % [...] plain tiles on an H200.
// because: says how that goal comes about
START_TEST(one_sector_for_16_products)
{
    xnor_step();
    reads_at_most(WORD_PRODUCTS / 16);
    writes_at_most(STEP_M * STEP_N / 2);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("26 xnor_tiled");

    xnor_tests(s);
    judge_test(s, KIND_TRAFFIC, one_sector_for_16_products);
    judge_test(s, KIND_SPEED, compared_with_a_good_kernel);
    return s;
}
