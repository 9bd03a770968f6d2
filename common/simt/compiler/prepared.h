/*
 * prepared.h - headers that are parsed already.
 *
 * cuda_runtime.h takes the compiler twice as long as a student's file. With
 * --prepare, what the preprocessor makes of it is kept beside simtcc, and what
 * the compiler makes of that, which is for one set of the compiler's options
 * alone. It is used in place of text that is the same byte by byte.
 */
#ifndef COMPILER_PREPARED_H
#define COMPILER_PREPARED_H

#include <stdbool.h>
#include <stddef.h>

/* What --prepare is for. Where this fails, all goes on without it. */
void prepare(const char *text);

/* Whether prepared headers make the object of that translated text. What the
 * compiler has to say it will say again without them, as ever. */
bool compile_shorter(const char *text, size_t n, const char *object);

#endif
