/*
 * check_mode.h - what only check mode has rewritten, and what it wants to know
 * about the text. In fast mode these functions do nothing.
 */
#ifndef COMPILER_CHECK_MODE_H
#define COMPILER_CHECK_MODE_H

#include "compiler/walk.h"

/*
 * A loop's body begins at i. If lanes can part in it, they have to meet again
 * at its end, as on a GPU, before some begin the next turn: check mode goes by
 * addresses, and the next turn's are the smaller ones. Whoever leaves the body
 * stops in simt_turn's destructor (simt_launch.h); "continue" jumps to its end,
 * since the compiler makes copies of what a destructor does.
 */
void meet_at_end(struct walk *w, uint32_t i);

/* A loop's body has ended at i. */
void end_turn(struct unit *u, uint32_t i, int label);

/* A "continue" at i becomes a jump there. */
void jump_to_end(struct unit *u, uint32_t i, int label);

/*
 * The head of a loop begins at i. Lanes also part where only some of them come
 * to the second half of a condition. It lies behind the body, where compilers
 * like to put it, and so those that did not need it would be through the next
 * turn before it is looked at. They stop behind the condition (simt_meets(),
 * simt_launch.h), as they would on a GPU.
 */
void meet_behind(struct walk *w, uint32_t i);

/* At the begin or the end of such a condition? */
void begin_or_end_meeting(struct walk *w, uint32_t i);

/* (choice ? a : b)[k] at i? With two arrays, and any -fsanitize that replaces
 * operators, g++ (12, 14) computes k in one of the two cases only. */
void look_at_choice(struct unit *u, uint32_t i);

/* A statement that is an atomicExch() at i alone? Then nobody asks for what was
 * there before. Check mode is told by another name (device_atomic_functions.h).
 * Not the condition of a for, nor the last statement in ({ }), whose value that
 * is.
 */
void look_at_exchange(const struct walk *w, uint32_t i);

/* A "return;" at i in a kernel? Check mode wants to know who leaves it before
 * its end. */
void look_at_return(const struct walk *w, uint32_t i);

/* What join.c asks: the largest aligned type that the student's text names, and
 * whether there is a __restrict__. */
void put_facts(struct unit *u);

#endif
