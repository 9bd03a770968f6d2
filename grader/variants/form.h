/*
 * form.h - what the families of forms (form_....c) have in common. A form looks
 * through the tokens of a text and puts something else there; each family ends
 * with the table of its forms.
 */
#ifndef FORM_H
#define FORM_H

#include <stdbool.h>

#include "base/tokens.h"
#include "variants/rewrite.h"

/* Each ends with one that has no name. */
extern const struct rewriting forms_of_layout[];
extern const struct rewriting forms_of_names[];
extern const struct rewriting forms_of_statements[];
extern const struct rewriting forms_of_expressions[];
extern const struct rewriting forms_of_functions[];
extern const struct rewriting forms_of_openmp[];
extern const struct rewriting forms_of_bytes[];

/* ---- what stands at token k --------------------------------------------- */

static inline bool is(const struct tokens *s, int k, const char *text)
{
    return k >= 0 && token_is(&s->t[k], text);
}

static inline bool is_one(const struct tokens *s, int k,
                          const char *const *texts)
{
    for (; *texts; texts++)
        if (is(s, k, *texts))
            return true;
    return false;
}

static inline bool is_name(const struct tokens *s, int k)
{
    return k >= 0 && s->t[k].kind == TOKEN_NAME && !token_is_keyword(&s->t[k]);
}

/* Is there such a token in from..to? */
static inline bool has(const struct tokens *s, int from, int to,
                       const char *text)
{
    for (int k = from; k <= to; k++)
        if (is(s, k, text))
            return true;
    return false;
}

/* Is the { at k that of a block, and not of a struct, an enum, or = { }? */
bool form_is_block(const struct tokens *s, int k);

bool form_begins_directive(const struct tokens *s, int k);

/* ---- what is put there -------------------------------------------------- */

void form_blank_out(struct tokens *s, int from, int to);

/* Put a text for the tokens from..to. */
void form_put_for(struct tokens *s, int from, int to, const char *text);

/* Put lines behind the #includes, and where an #if is around the last one
 * behind its #endif. */
void form_put_on_top(struct tokens *s, const char *lines);

/* The form with other texts for its letters: $a for the first of `letters` if
 * that is "a", and so on. To be freed. */
char *form_fill_in(const char *form, const char *letters, ...);

#endif
