/* messages.c - see messages.h */
#include "compiler/messages.h"

#include <stdarg.h>

size_t line_start(const struct unit *u, size_t at)
{
    size_t limit = at > COLUMNS ? at - COLUMNS : 0;
    while (at > limit && u->s[at - 1] != '\n')
        at--;
    return at;
}

static void put_file_name(FILE *f, const char *quoted)
{
    for (const char *s = quoted + 1; *s && s[1]; s++) {
        if (*s == '\\' && s[2])
            s++;
        putc(*s, f);
    }
}

/* `kind` is "error" or "warning". */
static void point_at(struct unit *u, uint32_t first, uint32_t last,
                     const char *kind, const char *format, va_list args)
{
    const struct token *t = &u->tokens[first];
    size_t start = line_start(u, t->at), end = start,
           under = u->tokens[last].at + u->tokens[last].length;
    while (end < u->n && u->s[end] != '\n' && end < t->at + COLUMNS)
        end++;
    put_file_name(u->messages, u->files[t->file].name);
    fprintf(u->messages, ":%u:%zu: %s: ", t->line, t->at - start + 1, kind);
    vfprintf(u->messages, format, args);
    fprintf(u->messages, "\n%5u | %.*s\n      | ", t->line, (int)(end - start),
            u->s + start);
    for (size_t k = start; k < t->at; k++)
        putc(u->s[k] == '\t' ? '\t' : ' ', u->messages);
    putc('^', u->messages);
    for (size_t k = t->at + 1; k < under && k < end; k++)
        putc('~', u->messages);
    putc('\n', u->messages);
}

void complain(struct unit *u, uint32_t first, uint32_t last, const char *format,
              ...)
{
    va_list args;
    if (u->lost || ++u->errors > ERRORS)
        return;
    va_start(args, format);
    point_at(u, first, last, "error", format, args);
    va_end(args);
}

void warn(struct unit *u, uint32_t i, const char *format, ...)
{
    va_list args;
    if (u->lost || ++u->warnings > ERRORS)
        return;
    va_start(args, format);
    point_at(u, i, i, "warning", format, args);
    va_end(args);
}
