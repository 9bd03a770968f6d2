/* declared.c - see declared.h. */
#include "variants/declared.h"

#include <string.h>

#include "variants/form.h"

/* ---- names -------------------------------------------------------------- */

bool names_type(const struct tokens *s, int k, const struct names *names)
{
    static const char *const words[] = {
        "void", "char", "short", "int",      "long",   "float", "double",
        "auto", "bool", "dim3",  "unsigned", "signed", "_Bool", NULL};
    const struct token *t;

    if (k < 0 || s->t[k].kind != TOKEN_NAME)
        return false;
    t = &s->t[k];
    if (is_one(s, k, words) || is(s, tokens_last(s, k), "struct"))
        return true;
    if (token_is_keyword(t))
        return false;
    for (int i = 0; i < names->n; i++) {
        int before = tokens_last(s, names->at[i]);

        if (token_same(t, &s->t[names->at[i]]) &&
            (is(s, before, "struct") || is(s, before, "typename")))
            return true;
    }
    /* size_t, float4 */
    return (t->length > 2 && !memcmp(t->at + t->length - 2, "_t", 2)) ||
           (t->length > 3 && strchr("1234", t->at[t->length - 1]) &&
            (!memcmp(t->at, "float", 5) || !memcmp(t->at, "int", 3) ||
             !memcmp(t->at, "uint", 4) || !memcmp(t->at, "uchar", 5)));
}

/* Is the name at k declared there: behind its type, or a struct's tag before
 * its braces? */
static bool is_declared(const struct tokens *s, int k,
                        const struct names *names)
{
    static const char *const between[] = {
        "*", "&", "const", "volatile", "__restrict__", "restrict", NULL};
    int before = tokens_last(s, k);

    if (!is_name(s, k))
        return false;
    if (is(s, before, "struct"))
        return is(s, tokens_next(s, k), "{");
    if (is(s, before, "typename"))
        return true;
    if (is(s, before, "}")) /* struct { } here; */
        return !form_is_block(s, tokens_match(s, before));
    if (names_type(s, k, names))
        return false;
    while (is_one(s, before, between))
        before = tokens_last(s, before);
    return names_type(s, before, names);
}

static void add_name(struct names *names, int k, bool member)
{
    if (names->n < NAMES_MAX) {
        names->at[names->n] = k;
        names->member[names->n++] = member;
    }
}

/* `int a = f(b, c), *d;`: d, too. */
static void add_others(const struct tokens *s, int k, struct names *names,
                       bool member)
{
    for (k = tokens_next(s, k); k < s->n; k = tokens_next(s, k)) {
        int next = tokens_next(s, k);

        if (is(s, k, "(") || is(s, k, "[") ||
            (is(s, k, "{") && is(s, tokens_last(s, k), "="))) {
            k = tokens_match(s, k);
        } else if (is(s, k, ",")) {
            while (is(s, next, "*") || is(s, next, "const"))
                next = tokens_next(s, next);
            if (!is_name(s, next) || names_type(s, next, names) ||
                is(s, next, "struct"))
                return;
            add_name(names, next, member);
        } else if (is(s, k, ";") || is(s, k, ")") || is(s, k, "{") ||
                   is(s, k, "}") || is(s, k, ">") || is(s, k, ":")) {
            return;
        }
    }
}

void names_find(const struct tokens *s, struct names *names, bool only_outside)
{
    int enum_end = -1, struct_end = -1;

    names->n = 0;
    for (int k = tokens_next(s, -1); k < s->n; k = tokens_next(s, k)) {
        int next = tokens_next(s, k);
        bool member = k < struct_end;

        if (only_outside && is(s, k, "(")) {
            k = tokens_match(s, k);
        } else if (s->t[k].directive) {
            if (is(s, k, "#") && is(s, next, "define"))
                add_name(names, tokens_next(s, next), false);
        } else if (is(s, k, "enum")) {
            while (!is(s, next, "{") && !is(s, next, ";") && next < s->n)
                next = tokens_next(s, next);
            enum_end = is(s, next, "{") ? tokens_match(s, next) : -1;
        } else if (is(s, k, "struct")) {
            while (is_name(s, next))
                next = tokens_next(s, next);
            if (is(s, next, "{"))
                struct_end = tokens_match(s, next);
        } else if (k < enum_end && is_name(s, k) &&
                   (is(s, tokens_last(s, k), "{") ||
                    is(s, tokens_last(s, k), ","))) {
            add_name(names, k, false);
        } else if (is_declared(s, k, names)) {
            add_name(names, k, member);
            if (!is(s, next, "(") || !only_outside)
                add_others(s, k, names, member);
        }
    }
}

const struct token *names_with(const struct tokens *s,
                               const struct names *names, const struct token *t,
                               bool member_only)
{
    for (int i = 0; i < names->n; i++)
        if (token_same(t, &s->t[names->at[i]]) &&
            (!member_only || names->member[i]))
            return &s->t[names->at[i]];
    return NULL;
}

/* ---- functions ---------------------------------------------------------- */

int functions_find(struct rewrite *w, struct function *f)
{
    struct tokens *s = &w->s;
    int n = 0, begin = 0;

    for (int k = tokens_next(s, -1); k < s->n; k = tokens_next(s, k)) {
        int next, name = tokens_last(s, k);

        if (s->t[k].directive || is(s, k, ";")) {
            begin = tokens_next(s, k);
        } else if (is(s, k, "(")) {
            int shut = tokens_match(s, k);

            next = tokens_next(s, shut);
            if (is_name(s, name) && is(s, next, "{") && n < FUNCTIONS_MAX) {
                struct token *t = &s->t[name];
                struct names theirs;

                names_find(&w->contract, &theirs, true);
                f[n] = (struct function){
                    .begin = begin,
                    .name = name,
                    .open = k,
                    .shut = shut,
                    .body = next,
                    .end = tokens_match(s, next),
                    .kernel = has(s, begin, name, "__global__"),
                    .device = has(s, begin, name, "__device__"),
                    .is_static = has(s, begin, name, "static"),
                    .is_template = has(s, begin, name, "template"),
                    .contract = token_is(t, "main") ||
                                names_with(&w->contract, &theirs, t, false)};
                k = f[n].end;
                begin = tokens_next(s, k);
                n++;
            } else {
                k = shut;
            }
        } else if (is(s, k, "{")) {
            k = tokens_match(s, k);
            begin = tokens_next(s, k);
        }
    }
    return n;
}
