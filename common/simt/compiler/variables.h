/*
 * variables.h - variables of the GPU: __shared__, __device__, __constant__ and
 * __managed__ (see translate.c for what becomes of them).
 *
 * What nvcc refuses about them is refused. A __shared__ that is not understood
 * is as well: left out, it would give every thread a variable of its own.
 */
#ifndef COMPILER_VARIABLES_H
#define COMPILER_VARIABLES_H

#include "compiler/walk.h"

/* In function number `function`, token i is the name of an extern __shared__
 * array: all such arrays are one memory. */
void look_at_dynamic(struct unit *u, uint32_t function, uint32_t i);

/* The word at i: what it declares is rewritten or refused. Return the token to
 * go on with. */
uint32_t shared_word(struct walk *w, uint32_t i);
uint32_t device_word(struct walk *w, uint32_t i);

/* Behind the text: do all __constant__ variables fit together? */
void sum_constants(struct unit *u);

#endif
