/* text.c - see text.h */
#define _GNU_SOURCE
#include "compiler/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void put_bytes(struct text *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        size_t room = (t->n + n + 1) * 2 + 4096;
        char *grown = t->failed ? NULL : realloc(t->s, room);
        if (!grown) {
            t->failed = true;
            return;
        }
        t->s = grown;
        t->room = room;
    }
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = '\0';
}

void put(struct text *t, const char *s)
{
    put_bytes(t, s, strlen(s));
}

void put_format(struct text *t, const char *format, ...)
{
    char *s;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&s, format, args);
    va_end(args);
    if (n < 0) {
        t->failed = true;
        return;
    }
    put_bytes(t, s, (size_t)n);
    free(s);
}

char *finish(struct text *t, size_t *length)
{
    put(t, "");
    *length = t->n;
    if (!t->failed)
        return t->s;
    free(t->s);
    return NULL;
}
