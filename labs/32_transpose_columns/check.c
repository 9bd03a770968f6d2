/* What lab 32 asks for: the transposed matrix, and no sector read twice. */
#include "common/check/transpose.h"
#include "transpose_columns.h"

// promise: sectors read: 12,288 for 256 x 384, and 8,200 for 200 x 328
// broken by: still_lab_31
// no promise: 256 * 384 / 8 = 12,288 and [...] for GPUs whose caches help less.
// because: says where the numbers come from
START_TEST(reads_each_sector_once)
{
    judge_start(BUILD_CHECK, 1);
    for (int k = 0; k < COUNTED_SHAPES; k++) {
        int rows = counted_shapes[k][0], cols = counted_shapes[k][1];

        transpose_counted(rows, cols);
        reads_the_least(rows, cols);
    }
}

Suite *lab_suite(void)
{
    Suite *s = transpose_suite("32 transpose_columns");

    judge_test(s, KIND_TRAFFIC, reads_each_sector_once);
    judge_test(s, KIND_SPEED, compared_with_a_copy);
    return s;
}
