/*
 * messages.h - errors and warnings in the compiler's form, with the line of the
 * text and a mark under what is wrong:
 *
 *   x.cu:12:5: error: f is launched, but it is no kernel
 *      12 |     f<<<1, 2>>>(3);
 *         |     ^
 *
 * Of each kind only the first ERRORS are written, and none once u->lost.
 */
#ifndef COMPILER_MESSAGES_H
#define COMPILER_MESSAGES_H

#include "compiler/unit.h"

/* Of a line, no more than so many bytes are looked at. */
enum { COLUMNS = 1000, ERRORS = 20 };

/* About tokens first..last; u->errors counts them. */
void complain(struct unit *u, uint32_t first, uint32_t last, const char *format,
              ...) __attribute__((format(printf, 4, 5)));
void warn(struct unit *u, uint32_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where in u->s the line begins that s[at] is in. */
size_t line_start(const struct unit *u, size_t at);

#endif
