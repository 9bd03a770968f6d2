/* code.h - what the compiler made of a file, to see whether it is the same as
 * what it made of another one. */
#ifndef CODE_H
#define CODE_H

#include <stdbool.h>
#include <stddef.h>

enum { CODE_BUILDS = 4 }; /* of those in build.h, whose code decides */

/* The code in a work folder: objects without what debuggers want to know,
 * which names lines. Null where there is no such build. */
struct code {
    char *bytes[CODE_BUILDS];
    size_t size[CODE_BUILDS];
};

void code_read(const char *work, struct code *c);
void code_free(struct code *c);

/* False also where there is none. */
bool code_same(const struct code *a, const struct code *b);

#endif
