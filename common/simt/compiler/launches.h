/*
 * launches.h - kernel<<<blocks, threads>>>(arguments), and other ways in which
 * a program gets at a kernel (see translate.c for what becomes of them).
 */
#ifndef COMPILER_LAUNCHES_H
#define COMPILER_LAUNCHES_H

#include "compiler/walk.h"

/* The <<< at i: rewritten up to the ( of the arguments, or refused. Returns the
 * token to go on with. */
uint32_t launch_at(struct walk *w, uint32_t i);

/* A kernel's name in a function: is it called, or launched with << ? */
void look_at_name(struct unit *u, uint32_t i);

/* (void *)kernel, as for cudaLaunchKernel() or a graph's node: remembered with
 * its types, which the cast takes away. Returns the last token. */
uint32_t known_kernel(struct unit *u, uint32_t i);

/* A kernel's body ends at i. Its address may go anywhere before it is launched:
 * what types it takes is remembered here. */
/* __launch_bounds__ at i is taken out, and noted in the head; another word
 * stays as it is. Returns the token behind. */
uint32_t bounds_word(struct walk *w, uint32_t i);
/* A kernel's body begins at i: where its address does not tell which kernel is
 * launched (a template, overloads, default arguments), its threads look at the
 * bounds themselves, and none does anything else if there are too many. */
void look_at_bounds(struct walk *w, uint32_t i);
void register_at(struct walk *w, uint32_t i);

#endif
