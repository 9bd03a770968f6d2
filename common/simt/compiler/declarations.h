/*
 * declarations.h - what a statement declares, by looking at its tokens alone,
 * with no table of types.
 */
#ifndef COMPILER_DECLARATIONS_H
#define COMPILER_DECLARATIONS_H

#include "compiler/walk.h"

struct declaration {
    uint32_t first; /* specifiers are first..declarator - 1 */
    uint32_t declarator;
    uint32_t end;  /* the ; */
    bool variable; /* it is understood, and declares variables */
    bool constant; /* the last of them is const */
    bool builtin;  /* of a type that is no class */
};

/* What begins at token `first`: variables, or something else? */
struct declaration read_declaration(const struct unit *u, uint32_t first);

/* The name in the declarator at i, 0: none, and where the declarator ends (at ,
 * or ;). */
uint32_t declarator_name(const struct unit *u, uint32_t i, uint32_t *end);

/* Is there an alignas(...) at i? It has to come first in a declaration. */
bool is_alignas(const struct unit *u, uint32_t i);

/* Is `long double` at i, or a number of that type? */
bool is_long_double(const struct unit *u, uint32_t i);

/* The name at i, in a function: does it declare something? In doubt it does, so
 * that a use is not taken for one of what has the same name outside. */
bool is_declared(const struct walk *w, uint32_t i);

/* Is there an operator such as sizeof around i, that does not look at values?
 * In doubt there is. */
bool unevaluated(const struct unit *u, uint32_t i);

#endif
