/* What lab 45 asks for: the exact dot product, every number read once, and a
 * lock that each block takes once. */
#include "dot_mutex.h"

enum { DOT_BLOCKS = 1 };
#include "common/dot.h"

/* Two arrays, 8 floats to a sector. */
enum { MANY = 20011, LEAST = 2 * ((MANY + 7) / 8), BLOCKS = 16 };

static void dot_counted(void)
{
    judge_start(BUILD_CHECK, 1);
    dot_once(MANY, BLOCKS, SMALL, 0);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, LEAST,
                   _("reading %d + %d numbers"), MANY, MANY);
}

START_TEST(as_many_blocks_as_asked_for)
{
    dot_counted();
    judge_equal(BLOCKS, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks dot() launches for n = %d, blocks = %d"),
                MANY, BLOCKS);
}

/* To lock and to unlock: 2 a block. The CPU device lets blocks meet at the
 * lock, but only once or twice; 12 a block leave room for what is tried in vain
 * then. */
START_TEST(each_block_takes_the_lock_once)
{
    dot_counted();
    int64_t atomics = judge_counted(COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC);
    if (atomics < BLOCKS)
        judge_fail(_("Each of %d blocks has to take the lock once; your "
                     "kernels made %d atomic operations in all."),
                   BLOCKS, (int)atomics);
    judge_at_most(COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC, 12 * BLOCKS,
                  _("to lock and unlock once in each of %d blocks"), BLOCKS);
}

/* And 4 by each block: *d_c, and what else a lock looks at, as a ticket. */
START_TEST(reads_each_number_once)
{
    dot_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, LEAST + 4 * BLOCKS,
                  _("reading %d + %d numbers, and the sum in %d blocks"), MANY,
                  MANY, BLOCKS);
}

START_TEST(no_bank_conflicts)
{
    dot_counted();
    judge_at_most(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY, 0,
                  _("the product of %d numbers"), MANY);
}

Suite *lab_suite(void)
{
    Suite *s = dot_suite("45 dot_mutex");

    judge_test(s, KIND_TRAFFIC, as_many_blocks_as_asked_for);
    judge_test(s, KIND_TRAFFIC, each_block_takes_the_lock_once);
    judge_test(s, KIND_TRAFFIC, reads_each_number_once);
    judge_test(s, KIND_TRAFFIC, no_bank_conflicts);
    return s;
}
