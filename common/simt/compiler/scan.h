/*
 * scan.h - what stands at a place of a C++ text: names, numbers, quoted texts,
 * comments, and the lines that say where other lines are from.
 *
 * Texts are s[0..n) and need no null behind them but where it is said. A
 * function that skips takes the place where the thing begins and returns the
 * place behind it, n if it is never closed; it adds the newlines that it has
 * passed to *line.
 */
#ifndef COMPILER_SCAN_H
#define COMPILER_SCAN_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Letters of any script, in UTF-8, belong to names. */
static inline bool is_name_start(int c)
{
    return isalpha(c) || c == '_' || c == '$' || c >= 0x80;
}

static inline bool is_name_part(int c)
{
    return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/* From the quote at s[i]; without a closing one, to the end of the line. */
size_t skip_quoted(const char *s, size_t n, size_t i, bool raw, uint32_t *line);
/* Does the name s[at..end) before the quote at s[end] belong to the string? */
bool string_prefix(const char *s, size_t at, size_t end, bool *raw);
size_t skip_comment(const char *s, size_t n, size_t i, uint32_t *line);
size_t skip_number(const char *s, size_t n, size_t i);
/* A name with the raw string that it begins, a number, a quoted text, or one
 * character, which may be the first of a comment. */
size_t skip_piece(const char *s, size_t n, size_t i, uint32_t *line);

/* A line `# 12 "x.cu" 1 3` or `#line 12 "x.cu"`. */
struct marker {
    uint32_t line;       /* the number of the line behind it */
    size_t name, length; /* s[name..], with quotes; length 0: no name */
    bool system;
};

/* The one with its # at s[i]; false: another directive. */
bool read_marker(const char *s, size_t n, size_t i, struct marker *m);

#endif
