/*
 * refusals.h - what nvcc refuses and g++ would take.
 *
 * By names it is decided whether code for the GPU uses what only the host has,
 * and the other way round. A name that means something else anywhere it could
 * be seen from is let through: to refuse a right program is worse than to miss
 * a wrong one.
 */
#ifndef COMPILER_REFUSALS_H
#define COMPILER_REFUSALS_H

#include "compiler/walk.h"

/* A name in a function: something that only the host can use? */
void look_at_space(struct walk *w, uint32_t i);

/* The name at i, anywhere: is it of what shares memory with graphics? */
void look_at_graphics(struct unit *u, uint32_t i);
/* Is `long double` at i, or a number of that type, in code for the GPU? */
void look_at_long_double(struct walk *w, uint32_t i);
/* The word at i, one like "if": is it throw, in code for the GPU? */
void look_at_throw(struct walk *w, uint32_t i);

/* The brace at i begins the body of `name` and is never closed. */
void no_closing(struct unit *u, uint32_t name, uint32_t i);

#endif
