/* What lab 34 asks for: the transposed matrix without shared memory, and at
 * most half as much traffic again as it needs. */
#include "common/check/transpose.h"
#include "transpose_blocks.h"

// promise: no request to shared memory
// broken by: shared_memory
START_TEST(no_shared_memory)
{
    judge_start(BUILD_CHECK, 1);
    for (int k = 0; k < COUNTED_SHAPES; k++) {
        int rows = counted_shapes[k][0], cols = counted_shapes[k][1];

        transpose_counted(rows, cols);
        judge_at_most(COUNT_REQUESTS, SPACE_SHARED, OP_ANY, 0,
                      _("shared memory in transpose() of %d x %d floats"), rows,
                      cols);
    }
}

// promise: sectors read and written together: at most 36,864 for 256 x 384, and
//   24,600 for 200 x 328
// broken by: square_blocks
// no promise: The limit is 1.5 times the least of both sides [...] see below.)
// because: says where the numbers come from
START_TEST(one_and_a_half_times_the_least)
{
    judge_start(BUILD_CHECK, 1);
    for (int k = 0; k < COUNTED_SHAPES; k++) {
        int rows = counted_shapes[k][0], cols = counted_shapes[k][1];

        transpose_counted(rows, cols);
        judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_ANY,
                      3 * least_sectors(rows, cols),
                      _("reading and writing %d x %d floats"), rows, cols);
    }
}

Suite *lab_suite(void)
{
    Suite *s = transpose_suite("34 transpose_blocks");

    judge_test(s, KIND_TRAFFIC, no_shared_memory);
    judge_test(s, KIND_TRAFFIC, one_and_a_half_times_the_least);
    judge_test(s, KIND_SPEED, compared_with_a_copy);
    return s;
}
