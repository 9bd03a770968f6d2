/* variables.c - see variables.h */
#include "compiler/variables.h"

#include "compiler/declarations.h"
#include "compiler/messages.h"
#include "compiler/names.h"
#include "compiler/output.h"
#include "compiler/refusals.h"

#include <stdlib.h>

static void copy_alignas(struct unit *u, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last; i++)
        if (is_alignas(u, i))
            copy_tokens(u, i, skip_bracket(u, i + 1) - 1);
}

/* Copy tokens first..last without alignas(), words that are the translator's
 * own, __restrict__, which typedefs cannot have everywhere, and, unless asked
 * for, other attributes. */
static void copy_specifiers(struct unit *u, uint32_t first, uint32_t last,
                            bool attributes)
{
    uint32_t from = first;
    for (uint32_t i = first; i <= last + 1; i++) {
        int kind = i > last ? END : kind_at(u, i);
        bool attribute = kind == ATTRIBUTE && kind_at(u, i + 1) == '(' &&
                         (is_alignas(u, i) || !attributes) &&
                         !token_is(u, i, "decltype");
        bool restricts = kind == VOLATILE && (token_is(u, i, "__restrict__") ||
                                              token_is(u, i, "__restrict"));
        if (kind != SHARED && kind != DEVICE && kind != STATIC &&
            kind != EXTERN && kind != END && !attribute && !restricts)
            continue;
        if (i > from)
            copy_tokens(u, from, i - 1);
        insert(u, " ");
        if (attribute)
            i = skip_bracket(u, i + 1) - 1;
        from = i + 1;
    }
}

/* Is the size between first and last told with warpSize? nvcc does not know its
 * value. */
static void look_at_size(struct unit *u, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i - first < SEARCH; i++) {
        const struct name *k = name_at(u, i);
        if (token_is(u, i, "warpSize") && !k->doubt && !k->variable &&
            !k->local && kind_at(u, i - 1) != '.' && kind_at(u, i - 1) != SCOPE)
            complain(u, i, i,
                     "the compiler for the GPU does not know warpSize when it "
                     "makes an array; write 32");
    }
}

/* At the __shared__ that is token i: nothing may be shared without us. */
static uint32_t unknown_shared(struct unit *u, uint32_t i)
{
    if (in_system(u, i))
        blank(u, i);
    else
        complain(u, i, i,
                 "simtcc does not understand this __shared__; declare one "
                 "variable or array with it, as in \"__shared__ float "
                 "tile[32][33];\"");
    return i + 1;
}

/* One declarator of a __shared__ declaration. */
struct shared {
    const struct declaration *d;
    uint32_t first, name, end; /* tokens; `end` is the , or ; behind it */
    const char *s;             /* the name */
    int n;
    uint32_t function;
    bool in_function, in_switch;
};

/* The specifiers that all declarators share, then its own tokens. */
static void copy_shared(struct unit *u, const struct shared *v, bool plain)
{
    copy_specifiers(u, v->d->first, v->d->declarator - 1, plain);
    copy_specifiers(u, v->first, v->end - 1, plain);
}

static void look_at_shared_parts(struct unit *u, const struct shared *v)
{
    for (uint32_t k = v->name; k < v->end; k++) {
        if (kind_at(u, k) == '[' && u->tokens[k].match) {
            look_at_size(u, k, u->tokens[k].match);
            k = u->tokens[k].match;
        }
        if (kind_at(u, k) == '=' || kind_at(u, k) == '{') {
            complain(u, k, k,
                     "a __shared__ variable cannot have an initial value; "
                     "let a thread of the block assign it, and "
                     "__syncthreads() after that");
            break;
        }
    }
}

void look_at_dynamic(struct unit *u, uint32_t function, uint32_t i)
{
    const struct token *now = &u->tokens[i], *before = &u->tokens[u->dynamic];
    if (u->dynamic_in != function) {
        u->dynamic_in = function;
        u->dynamic = i;
    } else if (u->dynamic && name_at(u, i) != name_at(u, u->dynamic)) {
        warn(u, i,
             "%.*s and %.*s are one memory: every extern __shared__ array "
             "begins at the same byte; declare one array, and let the second "
             "begin behind the first, as in float *b = a + n;",
             (int)before->length, u->s + before->at, (int)now->length,
             u->s + now->at);
        u->dynamic = 0; /* once is enough */
    }
}

/* extern __shared__ in a function. Arrays of one name are one array to nvcc,
 * here as well. */
static void put_dynamic_here(struct unit *u, const struct shared *v)
{
    insert(u, "{ extern __attribute__((unused)) ");
    if (name_at(u, v->name)->dynamic)
        insert(u, "__thread ");
    copy_shared(u, v, false);
    insert(u, "; } ");
    copy_specifiers(u, v->d->first, v->d->declarator - 1, false);
    if (v->name > v->first)
        copy_specifiers(u, v->first, v->name - 1, false);
    insert(u, "(&");
    copy_tokens(u, v->name, v->name);
    insert(u, ")");
    if (v->name + 1 < v->end)
        copy_specifiers(u, v->name + 1, v->end - 1, false);
    INSERT(u,
           " = reinterpret_cast<decltype(%.*s)>"
           "(::simt_dynamic_shared);",
           v->n, v->s);
}

/* ... and outside of one. */
static void put_dynamic(struct unit *u, const struct shared *v)
{
    add_name(u, v->name)->dynamic = true;
    copy_alignas(u, v->d->first, v->d->declarator - 1);
    insert(u, "extern __thread ");
    copy_shared(u, v, true);
    insert(u, " __asm__(\"simt_dynamic_shared\") "
              "__attribute__((aligned(128)));");
}

static void put_static(struct unit *u, const struct shared *v)
{
    copy_alignas(u, v->d->first, v->d->declarator - 1);
    insert(u, "static __thread ");
    copy_shared(u, v, true);
    if (u->check)
        INSERT(u,
               " __asm__(\"simt_shared_%.*s.%d\") "
               "__attribute__((used, aligned(128)))",
               v->n, v->s, u->shared_labels++);
    insert(u, ";");
}

/* As bytes, since __thread variables cannot have constructors. */
static void put_in_bytes(struct unit *u, const struct shared *v)
{
    const char *s = v->s;
    int n = v->n;

    INSERT(u, "struct simt_type_%.*s { typedef __attribute__((unused)) ", n, s);
    copy_shared(u, v, true);
    INSERT(u,
           "; }; static __thread struct { "
           "alignas(typename simt_type_%.*s::%.*s) ",
           n, s, n, s);
    copy_alignas(u, v->d->first, v->d->declarator - 1);
    INSERT(u,
           "char simt_in[sizeof(typename simt_type_%.*s::%.*s)];%s } "
           "simt_shared_%.*s%s; ",
           n, s, n, s, u->check ? " char simt_gap[128];" : "", n, s,
           u->check ? " __attribute__((used, aligned(128)))" : "");
    /* `case` may jump over what is static. */
    INSERT(u,
           "%sauto &%.*s = reinterpret_cast<typename "
           "simt_type_%.*s::%.*s &>(simt_shared_%.*s.simt_in);",
           v->in_switch ? "static thread_local " : "", n, s, n, s, n, s, n, s);
}

static void put_shared(struct unit *u, const struct shared *v, bool outside)
{
    bool simple = !u->check && v->d->builtin;

    if (outside)
        look_at_letters(u, v->name);
    if (outside && v->in_function)
        look_at_dynamic(u, v->function, v->name);
    if (outside && v->in_function)
        put_dynamic_here(u, v);
    else if (outside)
        put_dynamic(u, v);
    else if (simple || !v->in_function || (v->in_switch && !u->check))
        put_static(u, v);
    else
        put_in_bytes(u, v);
}

/* A __shared__ declaration: token `at`, first token of the statement `first`.
 * Returns the token behind it. */
static uint32_t shared_variable(struct walk *w, uint32_t at, uint32_t first)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    const bool in_function = in->kind == IN_FUNCTION;

    if (at - first > SEARCH)
        return unknown_shared(u, at);
    /* Labels before it: `case 3:` and `name:`. */
    for (uint32_t k = first; k < at; k++)
        if (kind_at(u, k) == ':')
            first = k + 1;
    struct declaration d = read_declaration(u, first);
    struct shared v = {.d = &d,
                       .function = w->function,
                       .in_function = in_function,
                       .in_switch = in->in_switch};
    bool outside = false;
    for (uint32_t k = first; k < d.declarator; k++) {
        outside = outside || kind_at(u, k) == EXTERN;
        look_at_long_double(w, k);
    }
    if (d.variable)
        v.name = declarator_name(u, d.declarator, &v.end);
    /* `__shared__ int *f();` means nothing, to nvcc too. */
    if (!in_function && !v.name && kind_at(u, first) != TYPEDEF) {
        blank(u, at);
        return at + 1;
    }
    if (!v.name)
        return unknown_shared(u, at);
    copy_before(u, first);
    struct text *sizes = &u->shared_sizes;
    const size_t before = sizes->n;
    for (uint32_t i = d.declarator; i <= d.end; i = v.end + 1) {
        v.first = i;
        v.name = declarator_name(u, i, &v.end);
        if (!v.name)
            break;
        v.s = u->s + u->tokens[v.name].at;
        v.n = (int)u->tokens[v.name].length;
        look_at_shared_parts(u, &v);
        if (in_function && !outside && sizes->n < SEARCH)
            put_format(sizes, " + sizeof(%.*s)", v.n, v.s);
        put_shared(u, &v, outside);
    }
    /* nvcc also counts what the functions have that a kernel calls. */
    if (sizes->n > before)
        INSERT(u,
               " static_assert(0%s <= 49152, \"more __shared__ memory than the "
               "48 KB that a block can have\");",
               sizes->s);
    resume_behind(u, d.end);
    return d.end + 1;
}

/* __shared__ at i in a function of the host: nvcc takes `extern` only. */
static void look_at_shared(struct unit *u, uint32_t first, uint32_t i)
{
    struct declaration d = read_declaration(u, first);
    for (uint32_t k = first; k < d.declarator; k++)
        if (kind_at(u, k) == EXTERN)
            return;
    if (d.variable && i < d.declarator)
        complain(u, i, i,
                 "a __shared__ variable is for the threads of a kernel, and "
                 "this function runs on the host");
}

/* One of these words at i: nvcc has no variables of the GPU in classes. */
static void look_at_member(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    if (w->parens > 0 || w->scopes[w->depth].kind != IN_CLASS ||
        in_system(u, i))
        return;
    struct declaration d = read_declaration(u, w->head.start);
    uint32_t end, name = 0;
    if (d.variable)
        name = declarator_name(u, d.declarator, &end);
    for (uint32_t k = w->head.start; k < d.declarator; k++)
        if (kind_at(u, k) == STATIC && name && kind_at(u, name + 1) != '(')
            complain(u, i, i,
                     "a %.*s variable cannot be a member of a class; write it "
                     "outside of it",
                     (int)u->tokens[i].length, u->s + u->tokens[i].at);
}

uint32_t shared_word(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    struct head *h = &w->head;
    const struct scope *in = &w->scopes[w->depth];
    bool function = in->kind == IN_FUNCTION, top = w->parens == 0;
    if (top && function && !in->device && !in->quiet && !in_system(u, i))
        look_at_shared(u, h->start, i);
    if (top && in->kind != IN_CLASS) {
        uint32_t next = shared_variable(w, i, h->start);
        stamp(w, h->start, next - 1);
        if (kind_at(u, next - 1) == ';')
            *h = (struct head){.start = next};
        return next;
    }
    if (function && kind_at(u, i - 1) == '(' &&
        (kind_at(u, i - 2) == CONTROL || kind_at(u, i - 2) == SWITCH))
        return unknown_shared(u, i);
    look_at_member(w, i);
    blank(u, i);
    return i + 1;
}

/* Is there neither a function nor a type in the statement that begins at i? */
static bool plain_statement(const struct unit *u, uint32_t i)
{
    for (uint32_t first = i; i - first < SEARCH; i++) {
        int kind = kind_at(u, i);
        if (kind == '=' || kind == ';' || kind == '{')
            return true;
        if (kind == '(' || kind == CLASS || kind == ENUM || kind == TYPEDEF ||
            kind == OPERATOR || kind == NAMESPACE || kind == END)
            return false;
    }
    return false;
}

/* The declaration of a variable of the GPU, at the word that is token i: it
 * must not become one of the host. */
static void look_at_variable(struct walk *w, uint32_t i,
                             const struct declaration *d, uint32_t name)
{
    struct unit *u = w->u;
    bool is_inline = false, hidden = w->scopes[w->depth].hidden;
    uint32_t end;
    if (in_system(u, i))
        return;
    for (uint32_t k = d->first; k < d->declarator; k++) {
        is_inline = is_inline || token_is(u, k, "inline");
        hidden = hidden || kind_at(u, k) == STATIC;
    }
    for (uint32_t k = d->declarator; k < d->end; k = end + 1) {
        uint32_t each = declarator_name(u, k, &end);
        if (each)
            look_at_letters(u, each);
    }
    int n = (int)u->tokens[i].length;
    const char *word = u->s + u->tokens[i].at;
    if (d->constant)
        return;
    if (w->head.template)
        complain(u, i, i,
                 "the CPU device has no templates of %.*s variables; write one "
                 "variable for each type",
                 n, word);
    else if (is_inline && !hidden)
        complain(u, i, i,
                 "nvcc refuses \"inline\" for a %.*s variable; write "
                 "\"static\" instead",
                 n, word);
    else if (d->declarator < i && i < name)
        complain(u, i, i, "write %.*s at the beginning of the declaration", n,
                 word);
}

/* The sizes of __constant__ variables, with the namespaces that they are in. */
static void count_constants(const struct walk *w, const struct declaration *d)
{
    struct unit *u = w->u;
    struct text *sizes = &u->constant_sizes;
    uint32_t end;

    for (uint32_t k = d->first; k < d->declarator; k++)
        if (kind_at(u, k) == EXTERN)
            return;
    for (uint32_t i = d->declarator; i < d->end; i = end + 1) {
        const uint32_t name = declarator_name(u, i, &end);

        if (!name || w->head.template)
            return;
        put(sizes, " + sizeof(::");
        for (uint32_t s = 1; s <= w->depth; s++)
            for (uint32_t k = w->scopes[s].head.start;
                 w->scopes[s].head.names && kind_at(u, k) != '{'; k++)
                if (kind_at(u, k) == NAME && !token_is(u, k, "inline"))
                    put_format(sizes, "%.*s::", (int)u->tokens[k].length,
                               u->s + u->tokens[k].at);
        put_format(sizes, "%.*s)", (int)u->tokens[name].length,
                   u->s + u->tokens[name].at);
        u->last_constant = name;
    }
}

void sum_constants(struct unit *u)
{
    const uint32_t i = u->last_constant;

    if (i)
        INSERT(u,
               "\n# %u %s\nstatic_assert(0%s <= 65536, \"more __constant__ "
               "memory than the 64 KB that a GPU has\");\n",
               u->tokens[i].line, u->files[u->tokens[i].file].name,
               u->constant_sizes.s);
}

/* __device__, __constant__ or __managed__ at i, outside functions and classes.
 * Returns the last token that is rewritten. */
static uint32_t device_variable(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t end, start = w->head.start;
    if (kind_at(u, start) == TEMPLATE && kind_at(u, start + 1) == '<' &&
        skip_angle(u, start + 1))
        start = skip_angle(u, start + 1);
    struct declaration d = read_declaration(u, start);
    uint32_t name = d.variable ? declarator_name(u, d.declarator, &end) : 0;
    const char *section = "device";
    bool seen = false;
    for (uint32_t k = start; k < d.declarator; k++) {
        int kind = kind_at(u, k);
        seen =
            seen ||
            (k < i && (kind == DEVICE || kind == CONSTANT || kind == MANAGED));
        if (kind == CONSTANT)
            section = "constant";
        else if (kind == MANAGED)
            section = "managed";
    }
    int inside = kind_at(u, name + 2);
    /* __device__ int *f(int); */
    bool function = kind_at(u, name + 1) == '(' && inside != NUMBER &&
                    inside != STRING && kind_at(u, d.declarator) != NAME;
    if (!name && !in_system(u, i) && plain_statement(u, start))
        complain(u, i, i,
                 "simtcc does not understand this %.*s; declare one variable "
                 "or array with it, as in \"__device__ int count;\"",
                 (int)u->tokens[i].length, u->s + u->tokens[i].at);
    if (!name || function || seen || kind_at(u, start) == TYPEDEF)
        return 0;
    look_at_variable(w, i, &d, name);
    if (strcmp(section, "constant") == 0 && !in_system(u, i))
        count_constants(w, &d);
    if (d.constant || w->head.template || d.declarator < i)
        return 0;
    uint32_t behind = i; /* alignas() comes first */
    while (is_alignas(u, behind + 1))
        behind = skip_bracket(u, behind + 2) - 1;
    blank(u, i);
    copy_before(u, behind + 1);
    INSERT(u, " __attribute__((section(\"simt_%s\")))", section);
    return behind;
}

/* __device__, __constant__ or __managed__ at i, in a function: nvcc takes it
 * with static or extern only. */
static void look_at_local(struct unit *u, uint32_t first, uint32_t i)
{
    struct declaration d = read_declaration(u, first);
    uint32_t end;
    if (!d.variable || i >= d.declarator)
        return;
    uint32_t name = declarator_name(u, d.declarator, &end);
    if (!name || kind_at(u, name + 1) == '(')
        return;
    for (uint32_t k = first; k < d.declarator; k++)
        if (kind_at(u, k) == STATIC || kind_at(u, k) == EXTERN ||
            (k < i && kind_at(u, k) >= DEVICE && kind_at(u, k) <= MANAGED))
            return;
    complain(u, i, i,
             "a %.*s variable cannot be in a function; write it before all "
             "functions",
             (int)u->tokens[i].length, u->s + u->tokens[i].at);
}

uint32_t device_word(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    if (w->parens == 0 && w->scopes[w->depth].kind == IN_NAMESPACE) {
        uint32_t last = device_variable(w, i);
        if (last)
            return last + 1;
    }
    if (w->parens == 0 && w->scopes[w->depth].kind == IN_FUNCTION &&
        !in_system(u, i))
        look_at_local(u, w->head.start, i);
    look_at_member(w, i);
    blank(u, i);
    return i + 1;
}
