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

/* A __shared__ declaration: token `at`, first token of the statement `first`.
 */
uint32_t shared_variable(struct unit *u, uint32_t at, uint32_t first,
                         bool in_function, bool in_switch);

/* At the __shared__ that is token i: nothing may be shared without us. */
uint32_t unknown_shared(struct unit *u, uint32_t i);

/* __shared__ at i in a function of the host: nvcc takes `extern` only. */
void look_at_shared(struct unit *u, uint32_t first, uint32_t i);

/* __device__, __constant__ or __managed__ at i. */
uint32_t device_word(struct walk *w, uint32_t i);

/* One of these words at i: nvcc has no variables of the GPU in classes. */
void look_at_member(struct walk *w, uint32_t i);

/* The name at i is for the GPU's linker: nvcc wants it in ASCII. Here it does
 * no harm. */
void look_at_letters(struct unit *u, uint32_t i);

#endif
