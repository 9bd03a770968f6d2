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
void register_at(struct walk *w, uint32_t i);

#endif
