/* What lab 45 asks for: the exact dot product, every number read once, and a
 * lock that each block takes once. */
#include "dot_mutex.h"

enum { DOT_BLOCKS = 1 };
#include "common/check/dot.h"
#include "common/check/lock.h"

/* Two arrays, 8 floats to a sector. */
enum { MANY = 20011, LEAST = 2 * ((MANY + 7) / 8), BLOCKS = 16 };

static void dot_counted(void)
{
    judge_start(BUILD_CHECK, 1);
    dot_once(3, BLOCKS, SMALL, 0); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2,
                   _("reading %d + %d numbers"), 3, 3);
    dot_once(MANY, BLOCKS, SMALL, 0);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, LEAST,
                   _("reading %d + %d numbers"), MANY, MANY);
    judge_copies_at_most(MANY, _("multiplying %d + %d numbers"), MANY, MANY);
}

// promise: blocks 1 .. 65535: how many blocks share the work, for n = 0 as well.
// broken by: fewer_blocks_for_few_numbers
// promise: the counts below, for n = 20011 and 16 blocks
// promise: blocks | exactly 16 | as the call says
// broken by: blocks_for_all_numbers
START_TEST(as_many_blocks_as_asked_for)
{
    dot_counted();
    judge_equal(BLOCKS, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks dot() launches for n = %d, blocks = %d"),
                MANY, BLOCKS);
    dot_once(10, BLOCKS, SMALL, 0);
    judge_equal(BLOCKS, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks dot() launches for n = %d, blocks = %d"), 10,
                BLOCKS);
}

/* To lock and to unlock: 2 a block. The CPU device lets blocks meet at the
 * lock, but only once or twice; 12 a block leave room for what is tried in vain
 * then. */
// promise: atomic operations | 192 | one block takes the lock once: 2
//   operations.
// promise: One acquisition a *warp* would be 8 times as many as one a block
// broken by: each_warp_takes_the_lock
// promise: while it has the lock
// promise: of these, that change something, *d_c aside | 16 to 56 | 2 a block
// broken by: added_atomically
// no promise: one more that counts the blocks, and some to spare
// because: says where the number comes from
START_TEST(each_block_takes_the_lock_once)
{
    dot_counted();
    one_lock_a_block(BLOCKS, 12, "*d_c");
}

/* Ones, so that no block's sum is 0. A kernel may clear *d_c before. */
// promise: Each adds its sum to *d_c once
// promise: writes to *d_c | 16 to 24 | one a block
// promise: blocks that make them | 16 | each adds its own sum
// broken by: last_block_adds
// no promise: and some to spare, for who clears it
// because: says where the number comes from
// no promise: An atomicAdd() may do that [...] may clear *d_c before.
// because: it is allowed, not asked for
START_TEST(each_block_adds_its_sum_once)
{
    struct judge_changes c;

    judge_start(BUILD_CHECK, 1);
    dot_once(MANY, BLOCKS, ONES, 0);
    c = judge_changes();
    if (c.turns < BLOCKS)
        judge_fail(_("Each of %d blocks has to add its sum to *d_c itself; "
                     "only %d wrote to *d_c."),
                   BLOCKS, (int)c.turns);
    if (c.writes > BLOCKS + BLOCKS / 2)
        judge_fail(_("Each of %d blocks adds its sum to *d_c once; your "
                     "kernels wrote to *d_c %d times."),
                   BLOCKS, (int)c.writes);
}

// promise: blocks 1 .. 65535: how many blocks share the work, for n = 0 as well.
// broken by: at_most_64_blocks
START_TEST(many_blocks)
{
    judge_start(BUILD_CHECK, 1);
    dot_once(1000, 80, SMALL, 0);
    judge_equal(80, judge_counted(COUNT_BLOCKS, SPACE_ANY, OP_ANY),
                _("how many blocks dot() launches for n = %d, blocks = %d"),
                1000, 80);
    judge_start(BUILD_PLAIN, 1);
    dot_once(1000, 5000, SMALL, 0);
    judge_expect_blocks(5000, _("dot() for n = 1000, blocks = 5000"));
}

/* And 4 by each block: *d_c, and what else a lock looks at, as a ticket. */
// promise: sectors read | 5004 + 64 | 20011 floats are 2502 sectors, two arrays
// broken by: products_side_by_side
// promise: how many blocks share the work
// broken by: block_0_works
// no promise: 10 more are for tries in vain: the CPU device makes two blocks meet
// no promise: and 4 a block, for the sum and for what a lock of another kind looks
//   at
// no promise: The blocks are those of the kernel [...] and not for long.
// because: says where the numbers come from
START_TEST(reads_each_number_once)
{
    dot_counted();
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, LEAST + 4 * BLOCKS,
                  _("reading %d + %d numbers, and the sum in %d blocks"), MANY,
                  MANY, BLOCKS);
    judge_blocks_share(_("the product of %d numbers"), MANY);
}

// promise: bank conflicts | 0
// broken by: every_other_bank
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
    judge_test(s, KIND_TRAFFIC, each_block_adds_its_sum_once);
    judge_test(s, KIND_TRAFFIC, reads_each_number_once);
    judge_test(s, KIND_TRAFFIC, many_blocks);
    judge_test(s, KIND_TRAFFIC, no_bank_conflicts);
    return s;
}
