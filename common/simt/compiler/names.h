/*
 * names.h - what the names in a text mean: kernels, functions and variables of
 * the student's, and what else has the same name somewhere.
 *
 * There is one entry for all things of one name. What is noted about it only
 * ever grows: an entry that is in doubt is left alone.
 */
#ifndef COMPILER_NAMES_H
#define COMPILER_NAMES_H

#include "compiler/walk.h"

struct name {
    const char *name;
    size_t length;
    bool kernel;   /* declared __global__ */
    bool ordinary; /* something else has this name as well */
    bool function; /* ... at namespace scope */
    bool template, plain, pack, defaults;
    int needed;     /* template arguments without a default */
    int parameters; /* of the function */
    int bodies;
    bool varied;    /* declarations differ in the number of parameters */
    uint32_t space; /* of the first declaration; others do not overload it */
    /* The student's things of this name that code for the GPU cannot use:
     * tokens, 0: none. */
    uint32_t host_function, host_method, variable;
    uint32_t device_function; /* one that the host cannot call */
    bool for_host;            /* something that it can has this name as well */
    bool constants, thread;   /* the variable: a const array; thread_local */
    bool doubt;               /* something usable has this name as well */
    bool member, field;       /* ... something in a class; no function */
    bool ambient;             /* ... a function of the system */
    bool system;              /* ... anything that is called in its headers */
    bool namespace;
    bool mentioned; /* in a function's body */
    bool dynamic;   /* extern __shared__ outside of functions */
    bool real;      /* a typedef of long double */
    uint32_t local; /* the last function that declares this name */
};

/* The entry of the name that is token i; one without a `name` if there is none.
 * It stays where it is until the next add_name(). */
struct name *name_at(const struct unit *u, uint32_t i);
/* ... which is made if there is none. Never null: if memory runs out, u->failed
 * and an entry of no use. */
struct name *add_name(struct unit *u, uint32_t i);

/* The name at i is for the GPU's linker: nvcc wants it in ASCII. Here it does
 * no harm. */
void look_at_letters(struct unit *u, uint32_t i);

/* The first walk, at token i: what names mean. */
void note_names(struct walk *w, uint32_t i);
/* The ( at i follows a name, outside functions. */
void note_function(struct walk *w, uint32_t i);
/* In the second walk: all names in tokens first..last are declared in the
 * function in hand. */
void stamp(struct walk *w, uint32_t first, uint32_t last);

#endif
