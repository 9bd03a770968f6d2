/* What lab 35 asks for: the transposed matrix, no sector read or written
 * twice, and no turn of shared memory lost. */
#include "common/check/transpose.h"
#include "transpose_padded.h"

// promise: sectors read and written: 12,288 each for 256 x 384, 8,200 each for
//   200 x 328
// broken by: still_lab_34
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

// promise: bank conflicts: none
// broken by: no_padding
// no promise: 12,288 is 256 * 384 / 8, and [...] what fails is a GPU that is left
//   idle.
// because: says where the numbers come from
START_TEST(no_bank_conflicts)
{
    judge_start(BUILD_CHECK, 1);
    for (int k = 0; k < COUNTED_SHAPES; k++) {
        int rows = counted_shapes[k][0], cols = counted_shapes[k][1];

        transpose_counted(rows, cols);
        judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, 0,
                      _("transpose() of %d x %d floats"), rows, cols);
    }
}

Suite *lab_suite(void)
{
    Suite *s = transpose_suite("35 transpose_padded");

    judge_test(s, KIND_TRAFFIC, each_sector_once);
    judge_test(s, KIND_TRAFFIC, no_bank_conflicts);
    judge_test(s, KIND_SPEED, compared_with_a_copy);
    return s;
}
