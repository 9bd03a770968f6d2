/*
 * unit.h - one text under translation: its tokens, what its names mean, the
 * messages about it and what comes out. translate() owns it; all other files of
 * this room work on one.
 *
 * Tokens are numbers from 1 on, and number 0 stands for "none": both ends of
 * the text are tokens of kind END, so that one may look before the first token
 * and behind the last.
 */
#ifndef COMPILER_UNIT_H
#define COMPILER_UNIT_H

#include "compiler/text.h"
#include "compiler/tokens.h"

#include <stdio.h>
#include <string.h>

struct unit {
    char *s; /* our own copy, with blanks over what is taken out */
    size_t n;
    struct token *tokens; /* tokens[0] and tokens[count] are END */
    uint32_t count, room;
    struct file *files;
    uint32_t nfiles;
    struct name *names; /* open addressing: see names.h */
    size_t names_room, names_used;
    bool failed; /* memory ran out */

    bool check, relaxed; /* TRANSLATE_CHECK, TRANSLATE_RELAXED */
    bool by_address;     /* calls launch kernels by their addresses */
    bool graphics;       /* it was said that there are none */
    bool using_std, using_other; /* `using namespace` */
    bool lost; /* a brace is missing, what follows makes no sense */

    FILE *messages;
    int errors, warnings;

    struct text out;
    size_t done; /* how much of s is out */
    bool astray; /* the output is not at the line and column of s[done] */
    uint32_t done_token; /* the token that `done` is in or behind */
    uint32_t dynamic, dynamic_in;   /* the last extern __shared__ name that was
                                       met in a function, and in which one */
    struct text shared_sizes; /* " + sizeof(x)" for each x that is __shared__ in
                                 the function so far, and not out of scope */
    struct text constant_sizes; /* ... for each __constant__ one of the file */
    uint32_t last_constant;     /* ... the name of the last one */
    int shared_labels, turn_labels; /* numbers for names of ours */
};

/* Hostile text shall not make a search long that is begun at every token. */
enum { SEARCH = 4000 };

static inline int kind_at(const struct unit *u, uint32_t i)
{
    return i <= u->count ? u->tokens[i].kind : END;
}

static inline bool is_word(int kind)
{
    return kind == NAME || kind >= FIRST_WORD;
}

/* In a header of the system? */
static inline bool in_system(const struct unit *u, uint32_t i)
{
    return u->files[u->tokens[i].file].system;
}

/* Is there nothing between tokens i and i + 1? */
static inline bool touching(const struct unit *u, uint32_t i)
{
    return u->tokens[i].at + u->tokens[i].length == u->tokens[i + 1].at;
}

static inline bool token_is(const struct unit *u, uint32_t i, const char *s)
{
    return u->tokens[i].length == strlen(s) &&
           memcmp(u->s + u->tokens[i].at, s, strlen(s)) == 0;
}

/* Behind the bracket's partner; if it has none, behind the bracket. */
static inline uint32_t skip_bracket(const struct unit *u, uint32_t i)
{
    return u->tokens[i].match > i ? u->tokens[i].match + 1 : i + 1;
}

/* From the < at i to behind its >; 0 if there is none. */
uint32_t skip_angle(const struct unit *u, uint32_t i);
/* From the > at i back to its <; 0 if there is none. */
uint32_t back_angle(const struct unit *u, uint32_t i);

#endif
