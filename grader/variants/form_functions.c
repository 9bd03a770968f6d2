/* form_functions.c - other forms of functions, kernels and their launches. */
#define _GNU_SOURCE
#include "variants/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "variants/declared.h"

/* ---- functions ---------------------------------------------------------- */

/* The names of a function's parameters, as arguments: "a, b". */
static char *arguments(const struct tokens *s, const struct function *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int name = -1, n = 0;

    if (!out)
        no_memory();
    for (int k = tokens_next(s, f->open); k <= f->shut; k = tokens_next(s, k)) {
        int star = tokens_next(s, k);

        if (is(s, k, "(") && is(s, star, "*")) { /* void (*f)(int) */
            name = tokens_next(s, star);
            k = tokens_match(s, tokens_next(s, tokens_match(s, k)));
        } else if (is(s, k, "(")) { /* void f(int) */
            k = tokens_match(s, k);
        } else if (is(s, k, "[")) {
            k = tokens_match(s, k);
        } else if (is(s, k, ",") || k == f->shut) {
            if (name >= 0)
                fprintf(out, "%s%.*s", n++ ? ", " : "", (int)s->t[name].length,
                        s->t[name].at);
            name = -1;
        } else if (is_name(s, k)) {
            name = k;
        }
    }
    if (fclose(out))
        no_memory();
    return text;
}

/* Every function does no more than call another one, which does it. */
static void helpers(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++) {
        char *type, *parameters, *body, *args;
        bool nothing = has(s, f[i].begin, f[i].name, "void") &&
                       !has(s, f[i].begin, f[i].name, "*");

        if (f[i].is_template)
            continue;
        type = f[i].kernel ? strdup("static __device__ void ")
                           : tokens_original(s, f[i].begin, f[i].name);
        parameters = tokens_original(s, f[i].open, f[i].body);
        body = tokens_original(s, f[i].body, f[i].end + 1);
        args = arguments(s, &f[i]);
        token_put(&s->t[f[i].begin], TOKEN_BEFORE, "%s%s%.*s_part%s\n%s\n",
                  f[i].kernel || f[i].is_static ? "" : "static ", type,
                  (int)s->t[f[i].name].length, s->t[f[i].name].at, parameters,
                  body);
        form_blank_out(s, f[i].body, f[i].end);
        token_put(&s->t[f[i].body], TOKEN_BEFORE, "{ %s%.*s_part(%s); }",
                  nothing ? "" : "return ", (int)s->t[f[i].name].length,
                  s->t[f[i].name].at, args);
        free(type);
        free(parameters);
        free(body);
        free(args);
    }
}

/* What is called stands behind what calls it. */
static void turn_functions(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f), first = -1;

    for (int i = n - 1; i >= 0; i--) {
        char *text;

        if (f[i].is_template)
            continue;
        text = tokens_original(s, f[i].begin, f[i].end + 1);
        token_put(&s->t[s->n], TOKEN_BEFORE, "%s\n", text);
        free(text);
        first = i;
    }
    for (int i = 0; i < n; i++) {
        char *text = tokens_original(s, f[i].begin, f[i].shut + 1);

        if (!f[i].is_template) {
            token_put(&s->t[f[first].begin], TOKEN_BEFORE, "%s;\n",
                      f[i].contract ? "" : text);
            form_blank_out(s, f[i].begin, f[i].end);
        }
        free(text);
    }
}

/* `with` before each function that is not the contract's. */
static void before_ours(struct rewrite *w)
{
    bool braces_too = strchr(w->with, '{');
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++) {
        if (f[i].contract || (f[i].is_static && strstr(w->with, "static")) ||
            (f[i].is_template && !braces_too) ||
            (f[i].kernel && strstr(w->with, "inline")))
            continue;
        token_put(&w->s.t[f[i].begin], TOKEN_BEFORE, "%s", w->with);
        if (braces_too)
            token_put(&w->s.t[f[i].end], TOKEN_AFTER, "\n}");
    }
}

static void before_contract(struct rewrite *w)
{
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++)
        if (f[i].contract)
            token_put(&w->s.t[f[i].begin], TOKEN_BEFORE, "%s", w->with);
}

/* `with` behind __global__ (what is not there yet), or behind __device__. */
static void behind_device(struct rewrite *w)
{
    bool bounds = strstr(w->with, "__launch_bounds__");
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++)
        for (int k = f[i].begin; k < f[i].name; k++)
            if (bounds ? is(&w->s, k, "__global__") &&
                             !has(&w->s, k, f[i].name, "__launch_bounds__")
                       : is(&w->s, k, "__device__"))
                token_put(&w->s.t[k], TOKEN_AFTER, "%s", w->with);
}

static void template_kernels(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++) {
        if (!f[i].kernel || f[i].is_template)
            continue;
        token_put(&s->t[f[i].begin], TOKEN_BEFORE, "template <int ROUNDS> ");
        for (int k = f[i].end; k < s->n; k++)
            if (token_same(&s->t[k], &s->t[f[i].name]))
                token_put(&s->t[k], TOKEN_AFTER, "<1>");
    }
}

/* `with` behind the * of a kernel's parameters, or of the contract's in C. */
static void pointer_parameters(struct rewrite *w)
{
    bool all = w->with[0] == '*', cuda = strstr(w->with, "__");
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++) {
        const struct names none = {.n = 0};
        bool is_const = false;

        if (!(cuda ? f[i].kernel : f[i].contract))
            continue;
        for (int k = f[i].open; k < f[i].shut; k = tokens_next(s, k)) {
            if (is(s, k, ","))
                is_const = false;
            is_const = is_const || is(s, k, "const");
            if (is(s, k, "*") && (all || is_const) &&
                names_type(s, tokens_last(s, k), &none) &&
                !is(s, tokens_next(s, k), "__restrict__"))
                token_put(&s->t[k], TOKEN_AFTER, "%s ", w->with + all);
        }
    }
}

/* ---- kernels ------------------------------------------------------------ */

/* `with` before each innermost loop of code for the device. */
static void unroll(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++)
        for (int k = f[i].body; k < f[i].end; k++) {
            int before = tokens_last(s, k);

            if ((f[i].kernel || f[i].device) && is(s, k, "for") &&
                !s->t[before].directive &&
                !has(s, k + 1, tokens_statement_end(s, k), "for"))
                token_put(&s->t[k], TOKEN_BEFORE, "%s", w->with);
        }
}

/* `with` is the form of $k<<<$c>>>($a); $0 is ", 0" where nothing is said of
 * shared memory. Behind a | stands what is put on top. */
static void launches(struct rewrite *w)
{
    const char *top = strchr(w->with, '|');
    char *form = strndup(w->with, strcspn(w->with, "|"));
    struct tokens *s = &w->s;
    bool any = false;

    if (!form)
        no_memory();
    for (int k = 0; k < s->n; k++) {
        int begin = tokens_last(s, k), shut = k, open, end, commas = 0;
        char *kernel, *numbers, *args, *text;

        if (!is(s, k, "<<<"))
            continue;
        if (is(s, begin, ">"))
            while (!is(s, begin, "<"))
                begin--;
        if (is(s, begin, "<"))
            begin = tokens_last(s, begin);
        for (; !is(s, shut, ">>>"); shut = tokens_next(s, shut)) {
            if (is(s, shut, "("))
                shut = tokens_match(s, shut);
            commas += is(s, shut, ",");
        }
        open = tokens_next(s, shut);
        end = tokens_match(s, open);
        kernel = tokens_original(s, begin, k);
        numbers = tokens_original(s, k + 1, shut);
        args = tokens_original(s, open + 1, end);
        text = form_fill_in(form, "kca0", kernel, numbers, args,
                            commas == 1 ? ", 0" : "");
        form_put_for(s, begin, end, text);
        any = true;
        free(kernel);
        free(numbers);
        free(args);
        free(text);
    }
    if (any && top)
        form_put_on_top(s, top + 1);
    free(form);
}

/* ---- all of them -------------------------------------------------------- */

const struct rewriting forms_of_functions[] = {
    {"helpers", REWRITES_BOTH, helpers, 0, ""},
    {"functions-behind", REWRITES_BOTH, turn_functions, 0, ""},
    {"static", REWRITES_BOTH, before_ours, 0, "static "},
    {"inline", REWRITES_BOTH, before_ours, 0, "inline "},
    {"namespace", REWRITES_CU, before_ours, 0, "namespace {\n"},
    {"extern-c", REWRITES_CU, before_contract, 0, "extern \"C\" "},
    {"force-inline", REWRITES_CU, behind_device, 0, " __forceinline__"},
    {"no-inline", REWRITES_CU, behind_device, 0, " __noinline__"},
    {"launch-bounds", REWRITES_CU, behind_device, 0,
     " __launch_bounds__(1024)"},
    {"template-kernels", REWRITES_CU, template_kernels, 0, ""},
    {"const-restrict", REWRITES_CU, pointer_parameters, 0, " __restrict__"},
    {"all-restrict", REWRITES_CU, pointer_parameters, 0, "* __restrict__"},
    {"c-restrict", REWRITES_C, pointer_parameters, 0, "* restrict"},

    {"launch-0", REWRITES_CU, launches, 0, "$k<<<$c$0>>>($a)"},
    {"launch-stream", REWRITES_CU, launches, 0,
     "$k<<<$c$0, cudaStreamLegacy>>>($a)"},
    {"launch-macro", REWRITES_CU, launches, 0,
     "LAUNCH($k, $c)($a)|#define LAUNCH(k, ...) k<<<__VA_ARGS__>>>"},
    {"launch-function", REWRITES_CU, launches, 0,
     "run($k, $c$0, $a)|template <typename F, typename... P> static void run(F "
     "f, "
     "dim3 g, dim3 b, size_t s, P... p) { f<<<g, b, s>>>(p...); }"},
    {"launch-call", REWRITES_CU, launches, 0,
     "run($k, $c$0, $a)|template <typename T> struct same { typedef T type; "
     "};\n"
     "template <typename... P> static void run(void (*k)(P...), dim3 g, dim3 "
     "b, size_t s, typename same<P>::type... p) { void *args[] = {&p...}; "
     "cudaLaunchKernel(k, g, b, args, s, 0); }"},
    {"unroll", REWRITES_CU, unroll, 0, "\n#pragma unroll\n"},
    {"unroll-4", REWRITES_CU, unroll, 0, "\n#pragma unroll 4\n"},
    {0},
};
