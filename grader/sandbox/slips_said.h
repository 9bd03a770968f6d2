/*
 * slips_said.h - what beginners' commonest slips look like to a compiler, and
 * what to do about each, in one sentence beside the compiler's words.
 */
#ifndef SLIPS_SAID_H
#define SLIPS_SAID_H

#include <stddef.h>

/* The compiler stops with these words at *line of the file. In `text` what to
 * do, beginning with a blank; "" if that is not sure. *line becomes the line of
 * the slip, where the compiler has noticed it only later. */
void slips_say(const char *words, const char *source, int *line, char *text,
               size_t size);

#endif
