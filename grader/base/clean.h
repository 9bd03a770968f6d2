/*
 * clean.h - text that is safe to show.
 */
#ifndef CLEAN_H
#define CLEAN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Text of any origin (a compiler's words, a program's, a file's name) made safe
 * for terminals, JSON and web pages: valid UTF-8, and of characters that cannot
 * be seen only blanks, tabs and ends of lines (CR LF is one). A question mark
 * stands for each of the others: escapes and other control characters, the ends
 * of lines of Unicode, what turns the direction of writing, what has no width.
 * Half a character at the end is left out. At most size - 1 bytes, no longer
 * than before; out may be text.
 */
void text_clean(const char *text, char *out, size_t size);

/* Whether a character, other than a blank or an end of a line, is left as it
 * is. */
bool text_harmless(unsigned long c);

#endif
