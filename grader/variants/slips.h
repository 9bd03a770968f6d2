/*
 * slips.h - the kinds of mistakes that mutants.c makes: how one looks through
 * the words of a text for places where it can be made, and adds a mutant for
 * each. None knows what a name means; a mistake that the compiler refuses costs
 * little.
 */
#ifndef SLIPS_H
#define SLIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/tokens.h"
#include "variants/mutants.h"

/* ---- words -------------------------------------------------------------- */

/* Where a word stands: in the program; in `#define NAME ...`; in a #pragma;
 * where no mistake is made, as in static_assert(). */
enum place_of { CODE, DEFINE, PRAGMA, ELSEWHERE };

/* A token that is no blank, no comment and no directive's #. */
struct word {
    enum token_kind kind;
    enum place_of place;
    size_t at, length;
    int line;
    int match;         /* of ( [ { <<< and what closes them; -1 */
    bool first, inner; /* of its directive; in a function's body */
};

/* Words, both included. */
struct range {
    int begin, end;
};

struct maker {
    const char *text;
    size_t size;    /* of it */
    struct word *t; /* t[-16] to t[n + 15] may be read: empty outside */
    int n;
    struct word *words; /* what slip_free() frees */
    struct mutants *out;
    int out_room;
};

/* The words of m->text into m->t; none where brackets do not match, as with
 * macros that are half of a pair, or in more than SOURCE_SAID bytes. */
void slip_read(struct maker *m);
void slip_free(struct maker *m);

static inline bool is(const struct maker *m, int i, const char *text)
{
    return i >= 0 && i < m->n && m->t[i].length == strlen(text) &&
           !memcmp(m->text + m->t[i].at, text, m->t[i].length);
}

static inline bool is_one(const struct maker *m, int i,
                          const char *const *words)
{
    for (; *words; words++)
        if (is(m, i, *words))
            return true;
    return false;
}

bool slip_at(const struct maker *m, int i, enum place_of place);

extern const char *const slip_keywords[], *const slip_types[];

/* No keyword, and no type's. */
bool slip_is_name(const struct maker *m, int i);

/* Whether a value ends with this word, so that the next sign joins two. */
bool slip_ends_value(const struct maker *m, int i);

/* Whether a declaration begins with it. */
bool slip_declares(const struct maker *m, int i);

/* The last word of the part that begins at i: what stands before one of the
 * signs at the same depth, or the end of the brackets around it. */
int slip_part_end(const struct maker *m, int i, const char *const *until);

/* The same to the left: the first word of the part that ends at i. */
int slip_part_begin(const struct maker *m, int i, const char *const *until);

extern const char *const slip_comma[]; /* for those */

/* The text of words from..to, for "%.*s". */
int slip_length(const struct maker *m, int from, int to);
const char *slip_text(const struct maker *m, int from);
bool slip_same(const struct maker *m, int a, int a_to, int b, int b_to);

/* ---- adding mutants ----------------------------------------------------- */

/* Words from..to become what is printed. */
void slip_add(struct maker *m, const char *slip, int from, int to,
              const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Exchange words a..a_to with b..b_to; nothing where those do not come later.
 */
void slip_exchange(struct maker *m, const char *slip, int a, int a_to, int b,
                   int b_to);

/* text[at, at + length) becomes `instead`, which is freed; nothing where that
 * is not in the text. */
void slip_bytes(struct maker *m, const char *slip, int line, size_t at,
                size_t length, char *instead);

/* The same; to blame are words from..to, and the line is theirs, or that of
 * what is put in between. */
void slip_named(struct maker *m, const char *slip, int from, int to, size_t at,
                size_t length, char *instead);

/* To be freed; ends the program where there is no memory. */
char *slip_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One word for another: a row of a table that ends with nulls. */
struct swap {
    const char *slip, *from, *to[3];
};

/* ---- the kinds ---------------------------------------------------------- */

/* What can be done at the word i, which has to be ... */
void slip_number(struct maker *m, int i);      /* a number */
void slip_operators(struct maker *m, int i);   /* a sign */
void slip_names(struct maker *m, int i);       /* a name */
void slip_subscript(struct maker *m, int i);   /* [ */
void slip_parentheses(struct maker *m, int i); /* (, and not the first */
void slip_calls(struct maker *m, int i);       /* anything */

/* In the bodies of all functions, whose words are marked as `inner`. */
void slip_statements(struct maker *m);

/* #pragma omp ..., from its first word to its last. */
void slip_pragma(struct maker *m, int first, int last);

/* All of these, wherever they can be (slips_all.c). */
void slip_everywhere(struct maker *m);

#endif
