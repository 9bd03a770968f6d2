/*
 * lock.h - what the labs with a lock (44, 45) check in common: each block takes
 * it once.
 */
#ifndef COMMON_LOCK_H
#define COMMON_LOCK_H

#include "judge/judge.h"

/* Of the last call: at most `tries` atomic operations a block, in vain ones
 * among them; of those that change something, beside `result`, one to three. */
static void one_lock_a_block(int blocks, int tries, const char *result)
{
    struct judge_changes c;

    judge_at_most(COUNT_PASSES, SPACE_GLOBAL, OP_ATOMIC, tries * blocks,
                  _("to lock and unlock once in each of %d blocks"), blocks);
    c = judge_changes();
    if (c.atomics < blocks)
        judge_fail(_("Each of %d blocks has to take the lock once; your "
                     "kernels changed something by atomic operations %d times "
                     "in all, %s aside."),
                   blocks, (int)c.atomics, result);
    if (c.atomics > 3 * blocks + blocks / 2)
        judge_fail(_("Each of %d blocks takes the lock once and gives it "
                     "back; your kernels changed something by atomic "
                     "operations %d times, as if they took it more often."),
                   blocks, (int)c.atomics);
}

#endif
