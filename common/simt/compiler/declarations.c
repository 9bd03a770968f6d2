/* declarations.c - see declarations.h */
#include "compiler/declarations.h"

/* Up to the first declarator; false if there is none. */
static bool read_specifiers(const struct unit *u, uint32_t first,
                            struct declaration *d)
{
    uint32_t i = first;
    bool type = false;
    while (i < u->count && i - first < SEARCH && !d->declarator) {
        int kind = kind_at(u, i), next = kind_at(u, i + 1);
        if ((kind == ATTRIBUTE || kind == '[') &&
            (next == '(' || next == '[')) {
            type = type || token_is(u, i, "decltype");
            i = skip_bracket(u, kind == '[' ? i : i + 1);
        } else if (kind == CLASS || kind == ENUM) {
            i++;
            while (kind_at(u, i) == ATTRIBUTE)
                i = skip_bracket(u, i + 1);
            if (kind_at(u, i) == NAME)
                i++;
            if (kind_at(u, i) == '{')
                i = skip_bracket(u, i);
            type = true;
            d->builtin = false;
        } else if (kind == '<' && type) {
            i = skip_angle(u, i);
            if (!i)
                return false;
        } else if (kind == SCOPE) {
            i++;
        } else if (kind == '*' || kind == '&') {
            d->declarator = i;
        } else if (kind == '(') {
            if (next != '*' && next != '&')
                return false;
            d->declarator = i;
        } else if (kind == TYPEDEF || kind == OPERATOR || kind == TEMPLATE) {
            return false;
        } else if (is_word(kind)) {
            if (type && (next == '[' || next == ',' || next == ';' ||
                         next == '=' || next == '{'))
                d->declarator = i;
            else if (next == '(' && kind == NAME) {
                int inside = kind_at(u, i + 2);
                if (!type || (inside != NUMBER && inside != STRING))
                    return false;
                d->declarator = i;
            }
            if (kind == CONST)
                d->constant = true;
            else if (kind == NAME || kind == BUILTIN_TYPE || kind == VOID) {
                type = true;
                d->builtin =
                    d->builtin && (kind == BUILTIN_TYPE || d->declarator);
            }
            i++;
        } else {
            return false;
        }
    }
    return true;
}

/* From the first declarator to the ; behind the last one. */
static void find_semicolon(const struct unit *u, uint32_t first,
                           struct declaration *d)
{
    for (uint32_t i = d->declarator; i && i < u->count && i - first < SEARCH;
         i++) {
        int kind = kind_at(u, i);
        if (kind == '*')
            d->constant = false;
        else if (kind == CONST)
            d->constant = true;
        if (kind == ';') {
            d->end = i;
            break;
        }
        if ((kind == '[' || kind == '{' || kind == '(') &&
            u->tokens[i].match > i) {
            if (kind == '(' && kind_at(u, i + 1) == '*')
                d->constant = false;
            i = u->tokens[i].match;
        } else if (kind == '}' || kind == ')') {
            break;
        }
        if (kind == '=')
            for (; kind_at(u, i + 1) != ';' && i + 1 < u->count; i++)
                if (kind_at(u, i + 1) == '{' && u->tokens[i + 1].match)
                    i = u->tokens[i + 1].match - 1;
    }
}

struct declaration read_declaration(const struct unit *u, uint32_t first)
{
    struct declaration d = {.first = first, .builtin = true};
    if (read_specifiers(u, first, &d)) {
        find_semicolon(u, first, &d);
        d.variable = d.end != 0;
    } else {
        d.constant = false;
    }
    return d;
}

uint32_t declarator_name(const struct unit *u, uint32_t i, uint32_t *end)
{
    uint32_t name = 0;
    for (;; i++) {
        int kind = kind_at(u, i);
        if (kind == NAME || (kind > HOST && kind != ATTRIBUTE &&
                             kind != CONST && kind != VOLATILE)) {
            if (!name)
                name = i;
        } else if (kind == ATTRIBUTE && kind_at(u, i + 1) == '(') {
            i = skip_bracket(u, i + 1) - 1;
        } else if (kind == '(' && !name) {
            continue; /* (*name)[4] */
        } else if (kind == '[' || kind == '(' || kind == '{') {
            i = skip_bracket(u, i) - 1;
        } else if (kind == ',' || kind == ';' || kind == END) {
            break;
        }
    }
    *end = i;
    return name;
}

bool is_alignas(const struct unit *u, uint32_t i)
{
    return kind_at(u, i) == ATTRIBUTE && kind_at(u, i + 1) == '(' &&
           (token_is(u, i, "alignas") || token_is(u, i, "_Alignas"));
}

bool is_long_double(const struct unit *u, uint32_t i)
{
    const char *s = u->s + u->tokens[i].at;
    const size_t n = u->tokens[i].length;

    if (kind_at(u, i) == NUMBER) /* 1.5L, 1e3L, 0x1p3L */
        return (s[n - 1] == 'l' || s[n - 1] == 'L') &&
               (memchr(s, '.', n) || memchr(s, 'p', n) || memchr(s, 'P', n) ||
                ((memchr(s, 'e', n) || memchr(s, 'E', n)) &&
                 !memchr(s, 'x', n) && !memchr(s, 'X', n)));
    return (token_is(u, i, "long") && token_is(u, i + 1, "double")) ||
           (token_is(u, i, "double") && token_is(u, i + 1, "long")) ||
           token_is(u, i, "__float80") || token_is(u, i, "_Float64x");
}

bool unevaluated(const struct unit *u, uint32_t i)
{
    static const char *const all[] = {"sizeof",   "alignof",      "_Alignof",
                                      "typeid",   "__alignof__",  "noexcept",
                                      "decltype", "static_assert"};
    uint32_t limit = i > 400 ? i - 400 : 0;
    bool first = true;
    for (uint32_t k = i - 1; k > limit; k--, first = false) {
        int kind = kind_at(u, k);
        if (kind == ';' || kind == '{' || kind == '}')
            return false;
        if (kind == ')' || kind == ']') {
            if (!u->tokens[k].match)
                return true;
            k = u->tokens[k].match;
        } else if (kind == '(' || first) {
            uint32_t word = kind == '(' ? k - 1 : k;
            if (kind_at(u, word) == ATTRIBUTE)
                return true;
            for (size_t a = 0; a < sizeof all / sizeof *all; a++)
                if (token_is(u, word, all[a]))
                    return true;
        }
    }
    return true;
}

/* Does a declaration begin at i? Says so also for what may be one. */
static bool begins_declaration(const struct unit *u, uint32_t i)
{
    if (kind_at(u, i) != NAME)
        return is_word(kind_at(u, i)) && kind_at(u, i) != CONTROL;
    while (kind_at(u, i) == NAME && kind_at(u, i + 1) == SCOPE)
        i += 2;
    if (kind_at(u, i) == NAME && kind_at(u, i + 1) == '<' &&
        skip_angle(u, i + 1))
        return true;
    int next = kind_at(u, i + 1);
    return is_word(next) || next == '*' || next == '&' || next == ':';
}

bool is_declared(const struct walk *w, uint32_t i)
{
    const struct unit *u = w->u;
    uint32_t k = i - 1;
    int next = kind_at(u, i + 1), before = kind_at(u, k);
    if (!strchr("=;,)[({:>", next < 128 ? next : ' '))
        return false;
    while (before == '*' || before == '&' || before == CONST ||
           before == VOLATILE)
        before = kind_at(u, --k);
    bool starred = k < i - 1;
    if (before == '>')
        return back_angle(u, k) != 0;
    if (before == ',' || before == ';') {
        uint32_t start = w->head.start;
        bool loop = token_is(u, start, "for");
        if (kind_at(u, start + 1 + loop) == ':' || kind_at(u, start) == CASE)
            return true;
        return w->parens == (loop ? 1u : 0u) && before == ',' &&
               begins_declaration(u, start + (loop ? 2 : 0));
    }
    if (before == '(') /* int (*x)(int) */
        return starred && next == ')' &&
               (kind_at(u, i + 2) == '(' || kind_at(u, i + 2) == '[') &&
               (is_word(kind_at(u, k - 1)) && kind_at(u, k - 1) != CONTROL);
    if (before == '[') /* [x = 3] { ... } */
        return next == '=';
    if (before == ')') /* __attribute__((...)) int x, decltype(y) x */
        return u->tokens[k].match &&
               kind_at(u, u->tokens[k].match - 1) == ATTRIBUTE;
    if (!is_word(before) || before == CONTROL || before == CASE ||
        before == OPERATOR)
        return false;
    if (before != NAME || !starred)
        return before != NAME ||
               !(token_is(u, k, "new") || token_is(u, k, "and") ||
                 token_is(u, k, "or") || token_is(u, k, "not"));
    /* T *x, or a * x */
    while (kind_at(u, k - 1) == SCOPE && kind_at(u, k - 2) == NAME)
        k -= 2;
    int first = kind_at(u, k - 1), around = kind_at(u, k - 2);
    if (first == '(')
        return token_is(u, k - 2, "for") || token_is(u, k - 2, "catch") ||
               around == ']';
    if (first == ',') { /* of a lambda? */
        for (uint32_t p = k - 1; p + 100 > k && p > 0; p--) {
            if (kind_at(u, p) == ')' && u->tokens[p].match)
                p = u->tokens[p].match;
            else if (kind_at(u, p) == '(')
                return kind_at(u, p - 1) == ']';
        }
        return false;
    }
    return first == ';' || first == '{' || first == '}' || first == ':' ||
           (is_word(first) && first != CONTROL && first != NAME);
}
