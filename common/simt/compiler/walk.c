/* walk.c - see walk.h */
#include "compiler/walk.h"

#include "compiler/check_mode.h"
#include "compiler/declarations.h"
#include "compiler/launches.h"
#include "compiler/messages.h"
#include "compiler/names.h"
#include "compiler/output.h"
#include "compiler/ptx.h"
#include "compiler/refusals.h"
#include "compiler/variables.h"

#include <stdlib.h>
#include <string.h>

static bool begins_template(const struct walk *w, uint32_t i)
{
    int before = kind_at(w->u, i - 1);
    return w->parens == 0 && kind_at(w->u, i + 1) == '<' && before != '.' &&
           before != ARROW && before != SCOPE;
}

/* template <...> at i: what must be given, and the token behind. */
static uint32_t read_template(struct walk *w, uint32_t i)
{
    const struct unit *u = w->u;
    uint32_t end = skip_angle(u, i + 1);
    if (!end)
        return i + 1;
    w->head.template = true;
    bool some = false, given = false;
    int needed = 0;
    for (uint32_t k = i + 2; k < end; k++) {
        int kind = kind_at(u, k);
        if (kind == '(' || kind == '[' || kind == '{') {
            k = skip_bracket(u, k) - 1;
            continue;
        }
        if (kind == '<') {
            uint32_t behind = skip_angle(u, k);
            if (behind)
                k = behind - 1;
            continue;
        }
        if (kind == ',' || k == end - 1) {
            needed += some && !given;
            some = given = false;
            continue;
        }
        some = true;
        given = given || kind == '=';
        w->head.pack = w->head.pack || kind == '.';
    }
    w->head.needed = needed;
    return end;
}

/* The function whose body begins at i: nvcc looks at those that can be called
 * from elsewhere, and at the others if they are used. */
static void begin_function(struct walk *w, const struct scope *outer,
                           struct scope *in, uint32_t i)
{
    struct unit *u = w->u;
    const struct head *h = &w->head;
    uint32_t name = h->paren ? h->paren - 1 : 0;
    bool needed = outer->hidden || h->template;
    w->function++;
    in->host = h->host;
    in->member = outer->kind == IN_CLASS || kind_at(u, name - 1) == SCOPE;
    for (uint32_t k = h->start; k < i && w->rewrite; k++) {
        in->constant = in->constant || token_is(u, k, "constexpr") ||
                       token_is(u, k, "consteval");
        needed = needed || kind_at(u, k) == STATIC ||
                 token_is(u, k, "inline") || token_is(u, k, "__inline__") ||
                 token_is(u, k, "__inline") || token_is(u, k, "constexpr");
        if (kind_at(u, k) == NAME && name_at(u, k)->name)
            name_at(u, k)->local = w->function;
    }
    in->quiet = kind_at(u, name) != NAME ||
                h->operator||(in->member && (h->template || outer->template)) ||
                ((needed || in->member) && !name_at(u, name)->mentioned);
    if (w->rewrite && in->device && !u->lost && !u->tokens[i].match &&
        !in_system(u, i) && kind_at(u, name) == NAME)
        no_closing(u, name, i);
}

/* Whether a lambda's body begins at i, in a statement that begins at `start`,
 * and the lambda may be used where only constexpr functions can be. */
static bool maybe_constant(const struct unit *u, uint32_t start, uint32_t i)
{
    if (token_is(u, kind_at(u, start) == STATIC ? start + 1 : start,
                 "constexpr"))
        return true;
    for (i--; is_word(kind_at(u, i)) || kind_at(u, i) == ARROW; i--)
        if (token_is(u, i, "constexpr"))
            return true;
    if (kind_at(u, i) == ')' && u->tokens[i].match)
        i = u->tokens[i].match - 1;
    return kind_at(u, i) == ']' && kind_at(u, i - 1) == '[';
}

/* Code for the GPU has no arrays of variable size, which g++ takes. Not with
 * push and pop: g++ goes on to warn behind those. */
static void begin_strict(struct unit *u, uint32_t i)
{
    copy_before(u, i + 1);
    insert(u, "\n#pragma GCC diagnostic error \"-Wvla\"\n");
}

static void end_strict(struct unit *u, uint32_t i)
{
    copy_before(u, i);
    insert(u, "\n#pragma GCC diagnostic ignored \"-Wvla\"\n");
}

static void open_brace(struct walk *w, uint32_t i)
{
    if (w->depth + 1 >= w->room) {
        uint32_t room = w->room * 2 + 64;
        struct scope *grown = realloc(w->scopes, room * sizeof *grown);
        if (!grown) {
            w->u->failed = true;
            return;
        }
        w->scopes = grown;
        w->room = room;
    }
    const struct scope *outer = &w->scopes[w->depth];
    const struct head *h = &w->head;
    struct scope in = {.kind = IN_FUNCTION,
                       .parens = w->parens,
                       .head = *h,
                       .shared_sizes = w->u->shared_sizes.n};
    bool function = h->paren || h->operator;
    if (outer->kind == IN_FUNCTION) {
        in.device = outer->device || h->device || h->global;
        in.kernel = outer->kernel;
        in.host = outer->host || h->host;
        in.quiet = outer->quiet;
        in.constant = outer->constant || maybe_constant(w->u, h->start, i);
        in.body = w->turn_begins;
        in.turn = in.body ? w->turn : outer->turn;
        w->turn_begins = false;
        in.member = outer->member;
        /* A lambda's are not those of the next one in this statement. */
        in.head.device = in.head.host = false;
        in.in_switch = h->control && kind_at(w->u, h->start) == SWITCH;
    } else if (!function && (h->names || h->c_linkage)) {
        in.kind = IN_NAMESPACE;
        in.space = outer->space;
        in.hidden = outer->hidden || kind_at(w->u, i - 1) == NAMESPACE;
        for (uint32_t k = h->start; k < i && h->names; k++)
            for (uint32_t c = 0; c < w->u->tokens[k].length; c++)
                in.space = (in.space ^
                            (unsigned char)w->u->s[w->u->tokens[k].at + c]) *
                           16777619u;
    } else if (!function && h->type) {
        in.kind = IN_CLASS;
        in.template = outer->template || h->template;
    } else {
        in.device = h->device || h->global;
        in.kernel = h->global;
        begin_function(w, outer, &in, i);
    }
    /* A function's body, and no initial value. */
    if (w->rewrite && in.device && outer->kind != IN_FUNCTION && h->paren &&
        w->parens == 0 && w->u->tokens[i].match && !in_system(w->u, i) &&
        (kind_at(w->u, i - 1) == ')' || kind_at(w->u, i - 1) == CONST)) {
        in.strict = true;
        begin_strict(w->u, i);
    }
    if (w->rewrite && in.kernel && outer->kind != IN_FUNCTION)
        look_at_bounds(w, i);
    w->scopes[++w->depth] = in;
    w->parens = 0;
    w->head = (struct head){.start = i + 1};
}

static void close_brace(struct walk *w, uint32_t i)
{
    const struct scope *in = &w->scopes[w->depth];
    bool within =
        false; /* an initial value or a lambda: the statement goes on */
    if (w->depth > 0) {
        const struct head *h = &in->head;
        w->parens = in->parens;
        within = w->parens > 0 ||
                 (in->kind == IN_FUNCTION && !h->paren &&
                  !h->operator&& !h->control && kind_at(w->u, i + 1) != '}' &&
                  h->other);
        w->head = *h;
        w->u->shared_sizes.n = in->shared_sizes;
        w->depth--;
    }
    if (!within)
        w->head = (struct head){.start = i + 1};
}

/* The words and brackets that tell what the statement in hand is. */
static void read_head(struct walk *w, uint32_t i)
{
    struct head *h = &w->head;
    bool top = w->parens == 0;
    switch (kind_at(w->u, i)) {
    case '[':
        w->parens++;
        break;
    case ')':
    case ']':
        w->parens -= w->parens > 0;
        break;
    case '=':
        h->other = true;
        break;
    case NAMESPACE:
        h->names = h->names || top;
        break;
    case CLASS:
        h->type = h->type || top;
        break;
    case OPERATOR:
        h->operator= true;
        break;
    case SWITCH:
    case CONTROL:
        h->control = h->control || top;
        /* Of `if constexpr`, nvcc looks at one branch only. */
        if (token_is(w->u, i + 1, "constexpr"))
            w->scopes[w->depth].quiet = true;
        break;
    case EXTERN:
        h->c_linkage = h->c_linkage || kind_at(w->u, i + 1) == STRING;
        break;
    case GLOBAL:
        h->global = true;
        break;
    case DEVICE:
        h->device = true;
        break;
    case HOST:
        h->host = true;
        break;
    default:
        break;
    }
}

static bool is_loop(const struct unit *u, uint32_t i)
{
    return token_is(u, i, "for") || token_is(u, i, "while");
}

/* A ( that follows the name of what may be a function, or the head of a loop? */
static void open_paren(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    int before = kind_at(u, i - 1);
    if (w->parens == 0 && !w->head.paren && in->kind != IN_FUNCTION &&
        (before == NAME || (before == '>' && w->head.global)))
        note_function(w, i);
    if (w->rewrite && in->kind == IN_FUNCTION) {
        if (in->device && !in_system(u, i))
            look_at_choice(u, i);
        if (u->tokens[i].match && is_loop(u, i - 1))
            meet_behind(w, i);
    }
    w->parens++;
}

static void end_statement(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct head *h = &w->head;
    bool top = w->parens == 0;
    if (!w->rewrite)
        note_names(w, i);
    else if (top && h->global && !h->paren &&
             w->scopes[w->depth].kind == IN_NAMESPACE &&
             kind_at(u, i - 2) == BUILTIN_TYPE && !in_system(u, h->start))
        complain(u, h->start, h->start,
                 "__global__ is for functions, and this is none; a "
                 "variable of the GPU is __device__");
    if (top)
        w->head = (struct head){.start = i + 1};
}

static void end_scope(struct walk *w, uint32_t i)
{
    const struct scope *in = &w->scopes[w->depth];
    if (w->rewrite && in->body && in->turn)
        end_turn(w->u, i, in->turn);
    if (in->strict)
        end_strict(w->u, i);
    if (w->rewrite)
        register_at(w, i);
    close_brace(w, i);
}

/* A name in a function's body. Returns the last token that is done. */
static uint32_t use_name(struct walk *w, uint32_t i)
{
    const struct scope *in = &w->scopes[w->depth];
    if (in->turn && token_is(w->u, i, "continue")) {
        jump_to_end(w->u, i, in->turn);
        return i;
    }
    look_at_name(w->u, i);
    look_at_space(w, i);
    if (in->device && name_at(w->u, i)->dynamic &&
        name_at(w->u, i)->local != w->function)
        look_at_dynamic(w->u, w->function, i);
    if (in->device)
        look_at_exchange(w, i);
    return known_kernel(w->u, i);
}

/* Is there a launch's <<< at i? Not what a version control system leaves. */
static bool begins_launch(const struct unit *u, uint32_t i, uint32_t *behind)
{
    if (kind_at(u, i + 1) != '<' || !touching(u, i) ||
        kind_at(u, i + 2) != '<' ||
        u->tokens[i + 2].line != u->tokens[i].line)
        return false;
    for (*behind = i + 3; kind_at(u, *behind) == '<';)
        ++*behind;
    return true;
}

/* In a function, names that are declared without a type of their own before
 * them: auto [a, b], [a, &b] and enum { a, b }. */
static void stamp_list(struct walk *w, uint32_t i)
{
    const struct unit *u = w->u;
    if (kind_at(u, i) == ENUM) {
        for (uint32_t k = i + 1; k < i + 8; k++)
            if (kind_at(u, k) == '{')
                stamp(w, k, u->tokens[k].match);
    } else if (w->scopes[w->depth].kind == IN_FUNCTION &&
               (kind_at(u, i - 1) == '&' || token_is(u, i - 1, "auto"))) {
        stamp(w, i, u->tokens[i].match);
    }
}

/* The second walk, at a token; returns the next one to look at. */
static uint32_t rewrite(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    uint32_t behind;
    look_at_long_double(w, i);
    switch (kind_at(u, i)) {
    case '[':
    case ENUM:
        stamp_list(w, i);
        break;
    case ')':
        if (in->kind == IN_FUNCTION && u->tokens[i].match &&
            is_loop(u, u->tokens[i].match - 1))
            meet_at_end(w, i + 1);
        break;
    case CONTROL:
        if (in->kind == IN_FUNCTION && token_is(u, i, "do"))
            meet_at_end(w, i + 1);
        look_at_throw(w, i);
        look_at_return(w, i);
        break;
    case GLOBAL:
        blank(u, i);
        /* As nvcc does, and because g++ does not announce accesses that pass
         * a structure to a function or take one from it. */
        if (u->check)
            insert(u, "__attribute__((flatten)) ");
        break;
    case HOST:
        blank(u, i);
        break;
    case DEVICE:
    case CONSTANT:
    case MANAGED:
        return device_word(w, i);
    case SHARED:
        return shared_word(w, i);
    case ATTRIBUTE:
        return bounds_word(w, i);
    case ASM:
        return in->device ? look_at_asm(u, i) + 1 : i + 1;
    case NAME:
        look_at_graphics(u, i);
        return in->kind == IN_FUNCTION ? use_name(w, i) + 1 : i + 1;
    case '<':
        if (begins_launch(u, i, &behind))
            return behind > i + 3 ? behind : launch_at(w, i);
        break;
    default:
        break;
    }
    return i + 1;
}

/* One token, in either walk; returns the next one to look at. */
static uint32_t step(struct walk *w, uint32_t i)
{
    if (w->meets_end)
        begin_or_end_meeting(w, i);
    switch (kind_at(w->u, i)) {
    case '{':
        open_brace(w, i);
        return i + 1;
    case '}':
        end_scope(w, i);
        return i + 1;
    case '(':
        open_paren(w, i);
        return i + 1;
    case ';':
        end_statement(w, i);
        return i + 1;
    case TEMPLATE:
        if (begins_template(w, i))
            return read_template(w, i);
        break;
    default:
        break;
    }
    read_head(w, i);
    if (w->rewrite)
        return rewrite(w, i);
    note_names(w, i);
    return i + 1;
}

void walk(struct unit *u, bool rewrite)
{
    struct walk w = {.u = u, .rewrite = rewrite, .room = 64};
    w.scopes = calloc(w.room, sizeof *w.scopes);
    if (!w.scopes) {
        u->failed = true;
        return;
    }
    w.head.start = 1;
    for (uint32_t i = 1; i < u->count && !u->failed;)
        i = step(&w, i);
    free(w.scopes);
}
