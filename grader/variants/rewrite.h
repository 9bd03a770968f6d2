/*
 * rewrite.h - other forms of a right answer that mean and cost the same: the
 * twins that `kit twins` grades. Each rewriting takes the text of an answer
 * and gives another text, or the same one where it finds nothing to do; so
 * they can be done one after the other.
 *
 * They are made for the reference solutions, and know C only as far as those
 * go. A twin that means something else shows at once: it fails.
 */
#ifndef REWRITE_H
#define REWRITE_H

#include <stdint.h>

#include "base/tokens.h"

/* One rewriting of one text. */
struct rewrite {
    struct tokens s;
    struct tokens contract; /* the lab's name.h, whose names must stay */
    const char *with;
    uint64_t seed;
};

enum { REWRITES_C = 1, REWRITES_CU = 2, REWRITES_BOTH = 3 };

struct rewriting {
    const char *name; /* of the twin's file */
    int of;           /* REWRITES_... */
    /* One of the two: what is put at the tokens, or the new text. */
    void (*tokens)(struct rewrite *w);
    char *(*bytes)(const char *text, const char *with);
    const char *with; /* whatever these make of it */
};

/* The ith, from 0; null behind the last. Those of the bytes come last. */
const struct rewriting *rewriting_at(int i);
int rewritings_count(void);

/* The text in the other form, to free(); `contract` is the text of name.h, ""
 * if the lab has none. */
char *rewrite(const char *text, const struct rewriting *r, uint64_t seed,
              const char *contract);

#endif
