/*
 * align.h - the student's columns, which the preprocessor has lost.
 *
 * It squeezes blanks, and g++'s spells the letters of other languages as
 * numbers. Here every line of the student's files is put back into the form
 * that it has there, so that names and the compiler's columns are right.
 */
#ifndef COMPILER_ALIGN_H
#define COMPILER_ALIGN_H

#include <stddef.h>

/* `text` has been through the preprocessor: lines "# 12 "x.cu"" name the files,
 * which are read again. Returns new text to free(), of *length bytes and a null
 * behind it, or null if memory ran out. */
char *translate_align(const char *text, size_t *length);

#endif
