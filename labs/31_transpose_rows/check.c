/* What lab 31 asks for: the transposed matrix, and no sector written twice. */
#include "common/check/transpose.h"
#include "transpose_rows.h"

// promise: sectors written: 12,288 for 256 x 384, and 8,200 for 200 x 328
// broken by: neighbours_read_neighbours
// promise: At least as many must be read and written by a kernel, or it was not
//   done on the device.
// broken by: kernel_for_show
// no promise: Why just these: [...] they are the same on every machine.
// no promise: Where there is a GPU: a copy [...] The goal is far below.
// because: says where the numbers come from
START_TEST(writes_each_sector_once)
{
    judge_start(BUILD_CHECK, 1);
    for (int k = 0; k < COUNTED_SHAPES; k++) {
        int rows = counted_shapes[k][0], cols = counted_shapes[k][1];

        transpose_counted(rows, cols);
        writes_the_least(rows, cols);
    }
}

Suite *lab_suite(void)
{
    Suite *s = transpose_suite("31 transpose_rows");

    judge_test(s, KIND_TRAFFIC, writes_each_sector_once);
    judge_test(s, KIND_SPEED, compared_with_a_copy);
    return s;
}
