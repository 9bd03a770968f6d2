/*
 * output.h - the text that the compiler gets.
 *
 * The unit's text is copied from the beginning to the end; u->done is how far.
 * Whoever puts something of ours in has the text before it copied
 * (copy_before()), inserts, and says where to go on (resume_behind()). The next
 * copy begins with a line "# 12 "x.cu"" and blanks, so that the compiler is
 * back at the line and column that the student sees.
 */
#ifndef COMPILER_OUTPUT_H
#define COMPILER_OUTPUT_H

#include "compiler/unit.h"

/* Text of ours; the output has lost its place in the student's file. */
void insert(struct unit *u, const char *s);
#define INSERT(u, ...) (put_format(&(u)->out, __VA_ARGS__), (u)->astray = true)

/* Tokens first..last as a C string, blanks squeezed. */
void insert_quoted(struct unit *u, uint32_t first, uint32_t last);

/* s[from..to), where from is in or directly behind token i. */
void copy(struct unit *u, size_t from, size_t to, uint32_t i);
/* Tokens first..last, as they are; u->done stays where it is. */
void copy_tokens(struct unit *u, uint32_t first, uint32_t last);
/* What was not copied yet, up to token i. */
void copy_before(struct unit *u, uint32_t i);
/* Go on behind token i, which is not copied. */
void resume_behind(struct unit *u, uint32_t i);
/* Blanks for token i. */
void blank(struct unit *u, uint32_t i);

#endif
