/*
 * list.c - see list.h.
 */
#define _GNU_SOURCE
#include "compiler/list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("simtcc: ", stderr);
    vfprintf(stderr, format, args);
    fputs("\n", stderr);
    va_end(args);
    exit(status);
}

char *copy_of(const char *s)
{
    char *copy = strdup(s);
    if (!copy)
        die(USAGE, "no memory");
    return copy;
}

char *format_string(const char *format, ...)
{
    char *s;
    va_list args;
    va_start(args, format);
    if (vasprintf(&s, format, args) < 0)
        die(USAGE, "no memory");
    va_end(args);
    return s;
}

void add(struct list *l, const char *s)
{
    if (l->n + 1 >= l->room) {
        l->room = l->room * 2 + 32;
        l->s = realloc(l->s, (size_t)l->room * sizeof *l->s);
        if (!l->s)
            die(USAGE, "no memory");
    }
    l->s[l->n++] = copy_of(s);
    l->s[l->n] = NULL;
}

void add_list(struct list *l, const struct list *more)
{
    for (int i = 0; i < more->n; i++)
        add(l, more->s[i]);
}

void add_words(struct list *l, const char *s, const char *separators)
{
    char *rest = copy_of(s), *word;
    while ((word = strsep(&rest, separators)))
        if (*word)
            add(l, word);
}
