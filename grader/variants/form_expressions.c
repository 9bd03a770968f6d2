/* form_expressions.c - other forms of expressions, types and constants. */
#define _GNU_SOURCE
#include "variants/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "variants/declared.h"

/* i++ alone; `with` has $i for i. */
static void steps(struct rewrite *w)
{
    static const char *const befores[] = {";", "{", "}", ")", NULL};
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int op = tokens_next(s, k), next = tokens_next(s, op);
        char *name, *text;

        if (!is_name(s, k) || !is(s, op, "++") ||
            !is_one(s, tokens_last(s, k), befores) ||
            !(is(s, next, ";") || is(s, next, ")")))
            continue;
        name = tokens_original(s, k, k + 1);
        text = form_fill_in(w->with, "i", name);
        form_put_for(s, k, op, text);
        free(name);
        free(text);
    }
}

static void turn_comparison(struct tokens *s, int from, int to)
{
    static const char *const op[] = {"<", ">", "<=", ">=", "==", "!=", NULL};
    static const char *const turned[] = {">", "<", ">=", "<=", "==", "!="};
    static const char *const other[] = {"=", "?",  ",",  "&", "|",
                                        "^", "<<", ">>", ";", NULL};
    int at = -1, which = 0;
    char *left, *right;

    for (int k = from; k <= to; k++) {
        if (is(s, k, "(") || is(s, k, "["))
            k = tokens_match(s, k);
        else if (is_one(s, k, other) || (at >= 0 && is_one(s, k, op)))
            return;
        else if (is_one(s, k, op))
            at = k;
    }
    if (at < 0)
        return;
    while (!is(s, at, op[which]))
        which++;
    left = tokens_original(s, from, at);
    right = tokens_original(s, at + 1, to + 1);
    form_blank_out(s, from, to);
    token_put(&s->t[from], TOKEN_INSTEAD, "%s %s %s", right, turned[which],
              left);
    free(left);
    free(right);
}

/* a < b as b > a, in conditions. */
static void comparisons(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k), shut, from, end;

        if (s->t[k].directive ||
            !(is(s, k, "if") || is(s, k, "while") || is(s, k, "for")))
            continue;
        shut = tokens_match(s, open);
        from = tokens_next(s, open);
        if (is(s, k, "for")) {
            while (from < shut && !is(s, from, ";"))
                from = tokens_next(s, from);
            from = tokens_next(s, from);
            for (end = from; end < shut && !is(s, end, ";");)
                end = tokens_next(s, end);
            if (end >= shut)
                continue;
        } else {
            end = shut;
        }
        for (int i = from; i <= end; i = tokens_next(s, i)) {
            if (i != end && (is(s, i, "(") || is(s, i, "["))) {
                i = tokens_match(s, i);
            } else if (i == end || is(s, i, "&&") || is(s, i, "||")) {
                turn_comparison(s, from, tokens_last(s, i));
                from = tokens_next(s, i);
            }
        }
    }
}

/* A factor at k of one token or of the form a.b; its last token, or -1. */
static int factor(const struct tokens *s, int k)
{
    int dot = tokens_next(s, k), end = k;

    if (!is_name(s, k) && s->t[k].kind != TOKEN_NUMBER)
        return -1;
    if (is(s, dot, "."))
        end = tokens_next(s, dot);
    dot = tokens_next(s, end);
    return is(s, dot, "(") || is(s, dot, "[") || is(s, dot, ".") ||
                   is(s, dot, "->") || is(s, dot, "++")
               ? -1
               : end;
}

/* a * b as b * a. */
static void products(struct rewrite *w)
{
    static const char *const befores[] = {"+",  "=", "(",      "[",
                                          "+=", "<", "return", NULL};
    struct tokens *s = &w->s;
    struct names names;

    names_find(s, &names, false);
    for (int k = 0; k < s->n; k++) {
        int end = factor(s, k), op, other, last;
        char *left, *right;

        if (end < 0 || names_type(s, k, &names) || s->t[k].directive ||
            !is_one(s, tokens_last(s, k), befores))
            continue;
        op = tokens_next(s, end);
        other = tokens_next(s, op);
        last = is(s, op, "*") ? factor(s, other) : -1;
        if (last < 0)
            continue;
        left = tokens_original(s, k, end + 1);
        right = tokens_original(s, other, last + 1);
        form_put_for(s, k, end, right);
        form_put_for(s, other, last, left);
        free(left);
        free(right);
        k = last;
    }
}

/* a[i]: `with` is another form, up to the index, for $a. */
static void subscripts(struct rewrite *w)
{
    static const char *const tags[] = {"struct", "union", "enum", NULL};
    struct tokens *s = &w->s;
    struct names names;

    names_find(s, &names, false);
    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k), before = tokens_last(s, k), shut;
        bool declared = false;
        char *name, *text;

        for (int i = 0; i < names.n; i++)
            declared = declared || names.at[i] == k;
        if (!is_name(s, k) || !is(s, open, "[") || declared ||
            s->t[k].directive || is(s, before, ".") || is(s, before, "->"))
            continue;
        if (is_one(s, tokens_last(s, before), tags)) /* struct s s[2]; */
            continue;
        shut = tokens_match(s, open);
        if (is(s, tokens_next(s, shut), "["))
            continue;
        name = tokens_original(s, k, k + 1);
        text = form_fill_in(w->with, "a", name);
        form_put_for(s, k, open, text);
        token_put(&s->t[shut], TOKEN_INSTEAD, ")))");
        free(name);
        free(text);
    }
}

static void numbers_in_hex(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++) {
        struct token *t = &w->s.t[k];
        int before = tokens_last(&w->s, k);

        if (t->kind == TOKEN_NUMBER && t->length > 1 && t->at[0] != '0' &&
            strspn(t->at, "0123456789") == t->length &&
            !is(&w->s, before, "pragma"))
            token_put(t, TOKEN_INSTEAD, "0x%lx", strtoul(t->at, NULL, 10));
    }
}

/*
 * `with` is "words => other words": these for those, wherever they stand with
 * any blanks between; then, after a |, what is put on top. No words of the
 * second kind may stand in the text already.
 */
static void replace(struct rewrite *w)
{
    const char *arrow = strstr(w->with, " => "), *top = strchr(w->with, '|');
    struct tokens *s = &w->s, pattern;
    int at[40], n, first;
    char *text = must(strndup(w->with, (size_t)(arrow - w->with))), *other;
    bool any = false;

    if (asprintf(&other, "%.*s",
                 (int)((top ? top : w->with + strlen(w->with)) - arrow - 4),
                 arrow + 4) < 0)
        no_memory();
    tokens_read(&pattern, text);
    for (int k = 0; k < s->n; k++) {
        n = 0;
        first = k;
        if (s->t[k].directive)
            continue;
        for (int p = 0; p < pattern.n && n < 40 && first < s->n;
             p = tokens_next(&pattern, p)) {
            if (!token_same(&s->t[first], &pattern.t[p])) {
                n = 0;
                break;
            }
            at[n++] = first;
            first = tokens_next(s, first);
        }
        if (n == 0 || at[n - 1] >= s->n)
            continue;
        form_put_for(s, at[0], at[n - 1], other);
        k = at[n - 1];
        any = true;
    }
    if (any && top)
        form_put_on_top(s, top + 1);
    tokens_free(&pattern);
    free(text);
    free(other);
}

/* Types by names of one's own. */
static void own_types(struct rewrite *w)
{
    static const char *const more[] = {"unsigned", "signed", "long", "short",
                                       NULL};
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++)
        if (s->t[k].directive || is_one(s, tokens_last(s, k), more) ||
            is_one(s, tokens_next(s, k), more))
            continue;
        else if (is(s, k, "int"))
            token_put(&s->t[k], TOKEN_INSTEAD, "Int");
        else if (is(s, k, "float"))
            token_put(&s->t[k], TOKEN_INSTEAD, "Real");
        else if (is(s, k, "double"))
            token_put(&s->t[k], TOKEN_INSTEAD, "Real2");
    form_put_on_top(s, "typedef int Int;\ntypedef float Real;\n"
                       "typedef double Real2;");
}

/* The last token of the directive with the token k. */
static int directive_end(const struct tokens *s, int k)
{
    while (s->t[k + 1].directive && s->t[k + 1].kind != TOKEN_COMMENT)
        k++;
    return k;
}

/* Is this macro's value a number, or reckoned from numbers? threadIdx.x is
 * none: no constexpr can hold it. */
static bool is_constant(const struct tokens *s, int name)
{
    static const char *const marks[] = {"(",  ")",  "+", "-", "*", "/", "%",
                                        "<<", ">>", "&", "|", "~", NULL};
    int end = directive_end(s, name);

    if (is(s, name + 1, "(") || tokens_next(s, name) > end)
        return false;
    for (int k = tokens_next(s, name); k <= end; k = tokens_next(s, k)) {
        int known = -1;

        if (s->t[k].kind == TOKEN_NUMBER || is_one(s, k, marks))
            continue;
        if (s->t[k].kind == TOKEN_NAME)
            for (int at = 0; at < name && known < 0; at++)
                if (token_same(&s->t[at], &s->t[k]) &&
                    is(s, tokens_last(s, at), "define"))
                    known = at;
        if (known < 0 || !is_constant(s, known))
            return false;
    }
    return true;
}

/* #define x 32 as another constant: `with`, for $x and its value $v. */
static void constants(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int word = tokens_next(s, k), name = tokens_next(s, word), end;
        char *value, *copy, *text;

        if (!is(s, k, "#") || !is(s, word, "define") || !is_constant(s, name))
            continue;
        end = directive_end(s, name);
        value = tokens_original(s, name + 1, end + 1);
        copy = tokens_original(s, name, name + 1);
        text = form_fill_in(w->with, "xv", copy, value);
        form_put_for(s, k, end, text);
        free(value);
        free(copy);
        free(text);
    }
}

#define CG "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;"

const struct rewriting forms_of_expressions[] = {
    {"plus-one", REWRITES_BOTH, steps, 0, "$i += 1"},
    {"one-more", REWRITES_BOTH, steps, 0, "$i = $i + 1"},
    {"one-plus", REWRITES_BOTH, steps, 0, "$i = 1 + $i"},
    {"increment-first", REWRITES_BOTH, steps, 0, "++$i"},
    {"comparisons", REWRITES_BOTH, comparisons, 0, ""},
    {"products", REWRITES_BOTH, products, 0, ""},
    {"pointers", REWRITES_BOTH, subscripts, 0, "(*($a + ("},
    {"index-first", REWRITES_BOTH, subscripts, 0, "(*(&$a[0] + ("},
    {"hex", REWRITES_BOTH, numbers_in_hex, 0, ""},

    {"own-types", REWRITES_BOTH, own_types, 0, ""},
    {"macro-index", REWRITES_CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => INDEX|#define INDEX "
     "(blockIdx.x * blockDim.x + threadIdx.x)"},
    {"index-turned", REWRITES_CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => threadIdx.x + blockDim.x * "
     "blockIdx.x"},
    {"index-by-function", REWRITES_CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => index()|static __device__ "
     "unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }"},
    {"index-y-turned", REWRITES_CU, replace, 0,
     "blockIdx.y * blockDim.y + threadIdx.y => threadIdx.y + blockDim.y * "
     "blockIdx.y"},
    {"index-by-umad24", REWRITES_CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => __umul24(blockIdx.x, "
     "blockDim.x) + threadIdx.x"},
    {"macro-tx", REWRITES_CU, replace, 0,
     "threadIdx.x => tx|#define tx threadIdx.x"},
    {"group-tx", REWRITES_CU, replace, 0,
     "threadIdx.x => cg::this_thread_block().thread_index().x|" CG},
    {"group-rank", REWRITES_CU, replace, 0,
     "blockIdx.x => cg::this_thread_block().group_index().x|" CG},
    {"macro-kernel", REWRITES_CU, replace, 0,
     "__global__ void => KERNEL|#define KERNEL __global__ void"},
    {"macro-shared", REWRITES_CU, replace, 0,
     "__shared__ => LOCAL|#define LOCAL __shared__"},
    {"macro-sync", REWRITES_CU, replace, 0,
     "__syncthreads() => SYNC|#define SYNC __syncthreads()"},
    {"sync-group", REWRITES_CU, replace, 0,
     "__syncthreads() => cg::this_thread_block().sync()|" CG},
    {"sync-group-2", REWRITES_CU, replace, 0,
     "__syncthreads() => cg::sync(cg::this_thread_block())|" CG},
    {"sync-count", REWRITES_CU, replace, 0,
     "__syncthreads() => (void)__syncthreads_count(1)|"},
    {"sync-or", REWRITES_CU, replace, 0,
     "__syncthreads() => (void)__syncthreads_or(0)|"},
    {"two-barriers", REWRITES_CU, replace, 0,
     "__syncthreads() => __syncthreads(), __syncthreads()|"},
    {"fence-system", REWRITES_CU, replace, 0,
     "__threadfence() => __threadfence_system()|"},
    {"memset-async", REWRITES_CU, replace, 0,
     "sizeof *d_c) => sizeof(float))|"},
    {"success-is-0", REWRITES_CU, replace, 0, "error != cudaSuccess => error|"},
    {"peek-at-error", REWRITES_CU, replace, 0,
     "return cudaGetLastError(); => { cudaError_t e = cudaGetLastError(); "
     "return (int)e; }|"},
    {"macro-int", REWRITES_BOTH, replace, 0, "int => INT|#define INT int"},
    {"macro-for", REWRITES_BOTH, replace, 0, "for => FOR|#define FOR for"},
    {"macro-if", REWRITES_BOTH, replace, 0,
     "if ( => IF (|#define IF(...) if (__VA_ARGS__)"},
    {"macro-size", REWRITES_BOTH, replace, 0, "size_t => unsigned long|"},
    {"constant-enum", REWRITES_BOTH, constants, 0, "enum { $x = $v };"},
    {"constant-macro", REWRITES_BOTH, constants, 0,
     "#define $x_ ($v)\n#define $x $x_"},
    {"constexpr", REWRITES_CU, constants, 0, "constexpr int $x = $v;"},
    {"const-int", REWRITES_CU, constants, 0, "const int $x = $v;"},
    {"static-constexpr", REWRITES_CU, constants, 0,
     "static constexpr unsigned $x = $v;"},
    {0},
};
