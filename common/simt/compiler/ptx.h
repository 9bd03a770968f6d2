/*
 * ptx.h - the GPU's assembler in a kernel: of PTX the CPU device knows
 * mma.sync.
 */
#ifndef COMPILER_PTX_H
#define COMPILER_PTX_H

#include "compiler/unit.h"

/* The asm at i, in code for the GPU: mma.sync with its operands becomes a call,
 * other PTX is refused. Text without instructions stays as it is. Returns the
 * last token that is done. */
uint32_t look_at_asm(struct unit *u, uint32_t i);

#endif
