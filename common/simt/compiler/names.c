/* names.c - see names.h */
#include "compiler/names.h"

#include "compiler/declarations.h"
#include "compiler/messages.h"

#include <stdlib.h>
#include <string.h>

static struct name *find_name(const struct unit *u, const char *s, size_t n)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)s[i]) * 16777619u;
    for (size_t k = hash;; k++) {
        struct name *e = &u->names[k & (u->names_room - 1)];
        if (!e->name || (e->length == n && memcmp(e->name, s, n) == 0))
            return e;
    }
}

struct name *name_at(const struct unit *u, uint32_t i)
{
    return find_name(u, u->s + u->tokens[i].at, u->tokens[i].length);
}

struct name *add_name(struct unit *u, uint32_t i)
{
    static struct name nowhere;
    if (u->names_used * 2 >= u->names_room) {
        struct name *old = u->names;
        size_t room = u->names_room;
        u->names = calloc(room * 2, sizeof *u->names);
        if (!u->names) {
            u->names = old;
            u->failed = true;
            return &nowhere;
        }
        u->names_room = room * 2;
        for (size_t k = 0; k < room; k++)
            if (old[k].name)
                *find_name(u, old[k].name, old[k].length) = old[k];
        free(old);
    }
    struct name *e = name_at(u, i);
    if (!e->name) {
        e->name = u->s + u->tokens[i].at;
        e->length = u->tokens[i].length;
        u->names_used++;
    }
    return e;
}

/* A student's function of this name, no kernel: may code for the GPU call it?
 */
static void note_space(struct walk *w, uint32_t name)
{
    struct unit *u = w->u;
    struct name *k = add_name(u, name);
    int before = kind_at(u, name - 1), inside = kind_at(u, name + 2);
    bool method = w->scopes[w->depth].kind == IN_CLASS;
    bool doubt = w->head.device || inside == NUMBER || inside == STRING;
    for (uint32_t i = w->head.start; i < name; i++)
        doubt = doubt || (u->relaxed && token_is(u, i, "constexpr")) ||
                token_is(u, i, "consteval") || token_is(u, i, "friend");
    if (w->head.device && !w->head.host && !method && before != SCOPE)
        k->device_function = name;
    else
        k->for_host = true;
    if (doubt)
        k->doubt = true;
    else if (method)
        k->host_method = name;
    else if (name > w->head.start && before != SCOPE && before != '~')
        k->host_function = name;
}

/* The statement that ends with the ; at i, outside functions and classes: are
 * there variables of the host in it? */
static void note_variables(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    struct declaration d = read_declaration(u, w->head.start);
    bool doubt = w->head.template, thread = false, is_constexpr = false;
    if (!d.variable || d.end != i)
        return;
    for (uint32_t k = d.first; k < i; k++) {
        int kind = kind_at(u, k);
        if (kind == '=' || kind == '{')
            break;
        doubt = doubt || kind == DEVICE || kind == CONSTANT ||
                kind == MANAGED || kind == SHARED ||
                token_is(u, k, "texture") || token_is(u, k, "surface");
        is_constexpr = is_constexpr || token_is(u, k, "constexpr");
        thread = thread || token_is(u, k, "thread_local") ||
                 token_is(u, k, "__thread");
    }
    for (uint32_t end, k = d.declarator; k < i; k = end + 1) {
        uint32_t name = declarator_name(u, k, &end);
        if (!name || kind_at(u, name) != NAME)
            break;
        int next = kind_at(u, name + 1), before = kind_at(u, name - 1);
        struct name *e = add_name(u, name);
        bool constants = next == '[' && d.builtin && !is_constexpr;
        if (next == '(') /* int *f(int); */
            continue;
        if (doubt || before == SCOPE || (d.constant && !constants)) {
            e->doubt = true;
            continue;
        }
        e->variable = name;
        e->constants = d.constant;
        e->thread = e->thread || thread;
    }
}

/* All names in tokens first..last: something else than what they may be
 * elsewhere. */
static void doubt_names(struct unit *u, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i - first < SEARCH; i++)
        if (kind_at(u, i) == NAME)
            add_name(u, i)->doubt = add_name(u, i)->for_host = true;
}

void note_names(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    enum scope_kind in = w->scopes[w->depth].kind;
    int kind = kind_at(u, i), next = kind_at(u, i + 1);
    if (in_system(u, i)) {
        if (kind == NAME && next == '(' && in != IN_FUNCTION)
            add_name(u, i)->system = true;
        return;
    }
    if (kind == NAME && in == IN_FUNCTION) {
        add_name(u, i)->mentioned = true;
        u->by_address = u->by_address || token_is(u, i, "cudaLaunchKernel") ||
                        token_is(u, i, "cudaLaunchKernelExC") ||
                        token_is(u, i, "cudaLaunchCooperativeKernel") ||
                        token_is(u, i, "cudaGraphAddKernelNode");
    } else if (kind == NAME && in == IN_CLASS) {
        struct name *k = add_name(u, i);
        k->member = true;
        k->field = k->field || next != '(';
    } else if (kind == CLASS && next == NAME) {
        add_name(u, i + 1)->doubt = true;
    } else if (kind == ENUM && in != IN_FUNCTION) {
        for (uint32_t k = i + 1; k < i + 8 && kind_at(u, k) != ';'; k++)
            if (kind_at(u, k) == '{') {
                doubt_names(u, k, u->tokens[k].match);
                break;
            }
    } else if (is_long_double(u, i) && kind_at(u, w->head.start) == TYPEDEF) {
        for (uint32_t k = w->head.start; k < i + 8 && kind_at(u, k) != ';'; k++)
            if (kind_at(u, k) == NAME)
                add_name(u, k)->real = true;
    } else if (kind == NAMESPACE && next == NAME) {
        if (kind_at(u, i + 2) == '{')
            add_name(u, i + 1)->namespace = true;
        else if (kind_at(u, i - 1) != TYPEDEF)
            return; /* namespace a = b; */
        else if (token_is(u, i + 1, "std") && kind_at(u, i + 2) == ';')
            u->using_std = true;
        else
            u->using_other = true;
    } else if (kind == TYPEDEF && token_is(u, i, "using")) {
        for (uint32_t k = i + 1; k < i + 8 && kind_at(u, k) != ';'; k++)
            doubt_names(u, k, k);
    } else if (kind == ';' && w->parens == 0 && in == IN_NAMESPACE) {
        note_variables(w, i);
    }
    /* A variable of this name? Then it may be called. */
    if (kind == NAME &&
        (next == '=' ||
         (kind_at(u, i - 1) == '*' && next == ')' && kind_at(u, i + 2) == '(')))
        add_name(u, i)->ordinary = true;
}

void look_at_letters(struct unit *u, uint32_t i)
{
    const struct token *t = &u->tokens[i];
    for (uint32_t k = 0; k < t->length; k++)
        if ((unsigned char)u->s[t->at + k] >= 0x80) {
            warn(u, i,
                 "nvcc takes only the letters a to z, digits and _ in the "
                 "name of a kernel, of a __device__ function, of a variable "
                 "of the GPU and of extern __shared__ memory");
            return;
        }
}

/* While rewriting: what a kernel's head may not have. Its ( is at i. */
static void look_at_head(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t name = i - 1, close = u->tokens[i].match;
    if (u->files[u->tokens[i].file].system)
        return;
    if ((w->head.global || w->head.device) && !w->head.other)
        look_at_letters(u, name);
    if (!w->head.global)
        return;
    int n = (int)u->tokens[name].length;
    const char *s = u->s + u->tokens[name].at;
    bool nothing = false, is_friend = false;
    for (uint32_t k = w->head.start; k < name; k++)
        is_friend = is_friend || token_is(u, k, "friend");
    if (w->scopes[w->depth].kind == IN_CLASS && !is_friend)
        complain(u, name, name,
                 "a kernel cannot be a member of a class; write %.*s() "
                 "outside of it",
                 n, s);
    else if (w->head.device || w->head.host)
        complain(u, name, name,
                 "a kernel is neither __device__ nor __host__; write only "
                 "__global__ before %.*s()",
                 n, s);
    for (uint32_t k = w->head.start; k < name; k++)
        nothing = nothing || kind_at(u, k) == VOID;
    if (!nothing && kind_at(u, name) == NAME)
        complain(u, name, name,
                 "a kernel cannot return anything: write __global__ void "
                 "%.*s(...)",
                 n, s);
    if (close && kind_at(u, close - 1) == '.' &&
        is_word(kind_at(u, w->head.start)) && /* not (T... p) */
        (kind_at(u, close - 4) == ',' || close - 4 == i))
        complain(u, close - 3, close - 1,
                 "a kernel cannot have \"...\" for arguments of any "
                 "number");
}

static void note_ordinary(struct walk *w, uint32_t name, bool body)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    if (in_system(u, name)) {
        if (in->kind == IN_NAMESPACE && in->space == 0)
            add_name(u, name)->ambient = true;
        return;
    }
    note_space(w, name);
    struct name *k = add_name(u, name);
    k->ordinary = true;
    k->function = k->function || (body && in->kind == IN_NAMESPACE);
}

static void note_kernel(struct walk *w, uint32_t name, uint32_t close,
                        bool body)
{
    struct unit *u = w->u;
    const uint32_t open = name + 1;
    int parameters = close > open + 1;
    bool defaults = false;
    for (uint32_t k = open + 1; k < close; k++) {
        int kind = kind_at(u, k);
        parameters += kind == ',';
        defaults = defaults || kind == '=';
        if (kind == '(' || kind == '[' || kind == '{')
            k = skip_bracket(u, k) - 1;
        else if (kind == '<' && skip_angle(u, k))
            k = skip_angle(u, k) - 1;
    }
    struct name *k = add_name(u, name);
    uint32_t space = w->scopes[w->depth].space;
    if (!k->kernel) {
        k->parameters = parameters;
        k->space = space;
    }
    if (k->space == space) {
        k->varied = k->varied || k->parameters != parameters;
        k->bodies += body;
    }
    if (!k->kernel || !k->template || w->head.needed < k->needed)
        k->needed = w->head.needed;
    k->kernel = true;
    k->defaults = k->defaults || defaults;
    k->template = k->template || w->head.template;
    k->plain = k->plain || !w->head.template;
    k->pack = k->pack || w->head.pack;
}

void note_function(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t name = i - 1, close = u->tokens[i].match;
    w->head.paren = i;
    if (w->rewrite) {
        look_at_head(w, i);
        return;
    }
    if (kind_at(u, name) != NAME || kind_at(u, w->head.start) == TYPEDEF)
        return;
    bool body = close && kind_at(u, close + 1) == '{';
    if (w->head.global)
        note_kernel(w, name, close, body);
    else
        note_ordinary(w, name, body);
}

void stamp(struct walk *w, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i - first < SEARCH; i++)
        if (kind_at(w->u, i) == NAME && name_at(w->u, i)->name)
            name_at(w->u, i)->local = w->function;
}
