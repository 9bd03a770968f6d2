/*
 * freed.h - why memory that the text does free is never freed: a way out of
 * the function lies before it.
 */
#ifndef FREED_H
#define FREED_H

#include <stddef.h>

/* " Line 40 frees it, but the return at line 31 leaves the function before." Of
 * what a line of the file puts into `name` ("d_a", "w->list"), to be given back
 * by the function `frees`. "" if the text does not free it, or not in that
 * function, or if nothing lies between. */
void freed_say(const char *file, int line, const char *name, const char *frees,
               char *text, size_t size);

#endif
