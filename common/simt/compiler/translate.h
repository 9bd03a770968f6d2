/*
 * translate.h - from CUDA C++ to C++ for the CPU device.
 *
 * The text has been through the preprocessor, so that macros are expanded and
 * lines "# 12 "x.cu"" say where each line is from, and through align.h. The new
 * text is to free(), of *length bytes and a null behind it, or null if memory
 * ran out. Any text is accepted; what is not understood is copied, and the
 * compiler will say what is wrong with it.
 */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Rewrite launches, __shared__ and device variables (see translate.c for the
 * forms); `how` is 0 or some of these: for check mode; with nvcc's option
 * --expt-relaxed-constexpr. Mistakes in launches, what code for the
 * GPU cannot use and what the CPU device does not support are written to
 * `messages` in the compiler's form, "x.cu:12:5: error: ..."; *errors is how
 * many there were.
 */
enum { TRANSLATE_CHECK = 1, TRANSLATE_RELAXED = 2 };
char *translate(const char *text, size_t *length, int how, FILE *messages,
                int *errors);

#endif
