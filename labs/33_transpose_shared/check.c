/* What lab 33 asks for: the transposed matrix, and no sector read or
 * written twice. Bank conflicts are allowed here. */
#include "common/check/transpose.h"
#include "transpose_shared.h"

// promise: sectors read and sectors written: 12,288 each for 256 x 384, and 8,200
//   each for 200 x 328
// broken by: without_shared
// no promise: 200 x 328 is not a whole number of tiles [...] The goal is below
//   both.
// because: says where the numbers come from, and what is allowed
START_TEST(each_sector_once)
{
    judge_start(BUILD_CHECK, 1);
    for (int k = 0; k < COUNTED_SHAPES; k++) {
        int rows = counted_shapes[k][0], cols = counted_shapes[k][1];

        transpose_counted(rows, cols);
        reads_the_least(rows, cols);
        writes_the_least(rows, cols);
    }
}

Suite *lab_suite(void)
{
    Suite *s = transpose_suite("33 transpose_shared");

    judge_test(s, KIND_TRAFFIC, each_sector_once);
    judge_test(s, KIND_SPEED, compared_with_a_copy);
    return s;
}
