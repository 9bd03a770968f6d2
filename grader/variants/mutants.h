/*
 * mutants.h - the small mistakes that can be made in a program: `kit mutate`
 * makes each of them in a reference solution, and something must catch it.
 *
 * A mutant is the text with one mistake in it: an operator, a bound, a constant
 * changed, two things exchanged, one left out, a type made smaller. It is found
 * again after unrelated edits, because it is named by what its line is before
 * and after, without comments and with single blanks, and not by a number.
 *
 * The text is C or CUDA that compiles. It is read as tokens, without knowledge
 * of types, so some mutants do not compile; that is the compiler's business.
 * Memory that is not there ends the program.
 */
#ifndef MUTANTS_H
#define MUTANTS_H

#include <stddef.h>

struct mutant {
    const char *slip;  /* what kind of mistake: "bound", "left out", ... */
    int line;          /* of what is to blame */
    size_t at, length; /* these bytes of the text ... */
    char *instead;     /* ... become these */
    size_t named, named_length; /* what is to blame, if that is not all */
    char *before, *after;       /* the lines that it touches, as one */
    int nth;                    /* of the mutants with these: 1, 2, ... */
};

struct mutants {
    struct mutant *mutant; /* in the order of the text */
    int n;
};

void mutants_make(const char *text, struct mutants *m);
void mutants_free(struct mutants *m);

/* The text with the mistake, and with as many lines. To be freed. */
char *mutant_text(const char *text, const struct mutant *m);

#endif
