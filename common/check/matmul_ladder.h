/*
 * matmul_ladder.h - the sizes at which the traffic of the seven steps of the
 * matrix product (labs 21 to 27) is counted: the same for floats and for bits,
 * so that `make ladder` compares like with like.
 */
#ifndef COMMON_MATMUL_LADDER_H
#define COMMON_MATMUL_LADDER_H

#include "judge/judge.h"

/* A size with short arithmetic, for the goals; and one where few rows begin on
 * a sector, for `make ladder`. */
enum { STEP_M = 64, STEP_K = 1024, STEP_N = 64 };
enum { LADDER_M = 57, LADDER_K = 1000, LADDER_N = 57 };

/* After a product of that size. `least`: the sectors of A, B and C, however a
 * step stores them. */
static void matmul_ladder(int64_t least)
{
    judge_ladder(least, _("%d x %d by %d x %d"), LADDER_M, LADDER_K, LADDER_K,
                 LADDER_N);
}

#endif
