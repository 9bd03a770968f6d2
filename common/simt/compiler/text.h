/*
 * text.h - text that grows.
 *
 * Begin with {0}. Where memory runs out the text remembers it and takes no
 * more; finish() then frees it and returns null, so that nobody else has to
 * ask.
 */
#ifndef COMPILER_TEXT_H
#define COMPILER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *s; /* null before the first put(), then with a null at s[n] */
    size_t n, room;
    bool failed;
};

void put_bytes(struct text *t, const char *s, size_t n);
void put(struct text *t, const char *s);
void put_format(struct text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text, to free(), and its length; null if memory ran out. */
char *finish(struct text *t, size_t *length);

#endif
