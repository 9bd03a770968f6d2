/*
 * print.h - what kernels print. As on a GPU it stays in a buffer until the host
 * waits, or launches the next kernel; what is there when the program ends, nobody
 * sees. Of the program's calls of printf() all come here: see simtcc's --wrap.
 */
#ifndef SIMT_BASE_PRINT_H
#define SIMT_BASE_PRINT_H

#include "simt.h"

/* This launch of the host begins: what was printed before is shown. */
void simt_print_begins(const struct simt_launch *l);

#endif
