/* rewrite.c - see rewrite.h. The forms stand in families, form_....c. */
#include "variants/rewrite.h"

#include <stddef.h>

#include "variants/form.h"

/* Those of the bytes come last. */
static const struct rewriting *const families[] = {
    forms_of_layout,     forms_of_names,
    forms_of_statements, forms_of_expressions,
    forms_of_functions,  forms_of_openmp,
    forms_of_bytes,      NULL};

const struct rewriting *rewriting_at(int i)
{
    for (const struct rewriting *const *f = families; *f; f++)
        for (const struct rewriting *r = *f; r->name; r++)
            if (i-- == 0)
                return r;
    return NULL;
}

int rewritings_count(void)
{
    int n = 0;

    while (rewriting_at(n))
        n++;
    return n;
}

char *rewrite(const char *text, const struct rewriting *r, uint64_t seed,
              const char *contract)
{
    struct rewrite w = {.with = r->with, .seed = seed};
    char *result;

    if (r->bytes)
        return r->bytes(text, r->with);
    tokens_read(&w.s, text);
    tokens_read(&w.contract, contract);
    r->tokens(&w);
    result = tokens_text(&w.s, 0, w.s.n);
    tokens_free(&w.s);
    tokens_free(&w.contract);
    return result;
}
