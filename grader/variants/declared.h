/*
 * declared.h - what a text declares: names and functions. It knows C only as
 * far as the reference solutions go.
 */
#ifndef DECLARED_H
#define DECLARED_H

#include <stdbool.h>

#include "base/tokens.h"
#include "variants/rewrite.h"

#define NAMES_MAX 200

/* Where names are declared; a name may stand here several times. */
struct names {
    int at[NAMES_MAX]; /* token */
    bool member[NAMES_MAX];
    int n;
};

/* With only_outside, names within brackets (parameters) are left out. */
void names_find(const struct tokens *s, struct names *names, bool only_outside);

/* The first of the names that is the same as t; null if there is none. */
const struct token *names_with(const struct tokens *s,
                               const struct names *names, const struct token *t,
                               bool member_only);

/* Is the word at k a type? Those of `names` that stand behind struct or
 * typename are types as well. */
bool names_type(const struct tokens *s, int k, const struct names *names);

#define FUNCTIONS_MAX 40

struct function {
    int begin, name, open, shut; /* first token; name(...) */
    int body, end;               /* { } */
    bool kernel, device, is_static, is_template, contract;
};

/* Those that have a body into f[FUNCTIONS_MAX]; how many. */
int functions_find(struct rewrite *w, struct function *f);

#endif
