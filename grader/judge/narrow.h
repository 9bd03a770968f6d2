/*
 * narrow.h - an int of the student's that has to hold a count of elements.
 */
#ifndef NARROW_H
#define NARROW_H

/* The first line of a file that makes an int of n, not of a part of it: (int)n,
 * `int x = n`; else one that counts to it, `for (int i = ...; i < n`. 0: none.
 */
int narrow_find(const char *path);

#endif
