/*
 * lvalue.h - what an access is about, by the text of its line: from the column
 * that a debug record or a detector names to the variable.
 */
#ifndef LVALUE_H
#define LVALUE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The lvalue that the access at `column` of this source line is about:
 * "sum", "a[i]", "p->x". The column may point at a name in it or at an
 * operator: that of an assignment, ++, [ or ->. `reading` tells that the
 * access is a load: then a plain "=" says nothing about what was loaded.
 * False where the text does not tell (a call, a keyword, a declaration).
 */
bool lvalue_at(const char *line, int column, bool reading, char *name,
               size_t size);

#endif
