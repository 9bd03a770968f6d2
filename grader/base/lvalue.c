/*
 * lvalue.c - see lvalue.h. First brackets and words, then how far a chain of
 * names, indices and members goes to the left and to the right, then what an
 * operator stands for.
 */
#define _GNU_SOURCE
#include "base/lvalue.h"

#include <ctype.h>
#include <string.h>

#include "base/tokens.h"

static bool is_word(const char *start, const char *end, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == (size_t)(end - start) &&
            memcmp(*list, start, (size_t)(end - start)) == 0)
            return true;
    return false;
}

/* Words that are no variable. Those of the second row can stand directly
 * before an expression. */
static const char *const not_a_name[] = {
    "if",     "for",      "while",  "do",     "else",   "return", "switch",
    "case",   "goto",     "break",  "sizeof", "static", "const",  "volatile",
    "struct", "unsigned", "signed", "int",    "long",   "short",  "char",
    "float",  "double",   "void",   "bool",   "auto",   NULL};
static const char *const before_expression[] = {"else", "do", "return", "case",
                                                NULL};

static const char *skip_back(const char *line, const char *p)
{
    while (p > line && isspace((unsigned char)p[-1]))
        p--;
    return p;
}

/* p is just after a closing bracket: to its opening one, or NULL. Brackets in
 * quotes are not looked for; a wrong match only costs the name. */
static const char *open_bracket(const char *line, const char *p)
{
    int depth = 0;

    while (p > line) {
        p--;
        if (*p == ')' || *p == ']')
            depth++;
        else if ((*p == '(' || *p == '[') && --depth == 0)
            return p;
    }
    return NULL;
}

/* p is on an opening bracket: to just after its closing one, or NULL. */
static const char *close_bracket(const char *p)
{
    int depth = 0;

    for (; *p; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if ((*p == ')' || *p == ']') && --depth == 0)
            return p + 1;
    }
    return NULL;
}

/* Where the chain of names, [...], (...), . and -> that ends at `end` starts;
 * NULL if there is none. */
static const char *chain_start(const char *line, const char *end)
{
    const char *p = skip_back(line, end);

    for (;;) {
        const char *name_end = p;

        if (p > line && (p[-1] == ']' || p[-1] == ')')) {
            bool index = p[-1] == ']';
            p = open_bracket(line, p);
            if (!p)
                return NULL;
            const char *before = skip_back(line, p);
            if (before > line && (token_in_name(before[-1]) ||
                                  before[-1] == ']' || before[-1] == ')')) {
                p = before; /* an index or a call of what stands there */
                continue;
            }
            return index ? NULL : p; /* "(*p)" starts a chain, "[i]" cannot */
        }
        while (p > line && token_in_name(p[-1]))
            p--;
        if (p == name_end || isdigit((unsigned char)*p) ||
            is_word(p, name_end, not_a_name))
            return NULL;
        const char *before = skip_back(line, p);
        if (before - line >= 2 && before[-2] == '-' && before[-1] == '>')
            p = skip_back(line, before - 2);
        else if (before > line && before[-1] == '.')
            p = skip_back(line, before - 1);
        else
            return p;
    }
}

/* Take in the "*" before a chain that is assigned to: "*p = 1", but neither
 * "int *p = q" nor a product. */
static const char *take_stars(const char *line, const char *start)
{
    const char *p = start;

    for (;;) {
        const char *before = skip_back(line, p);
        if (before == line || before[-1] != '*')
            break;
        p = before - 1;
    }
    if (p == start)
        return start;
    const char *end = skip_back(line, p);
    const char *word = end;
    while (word > line && token_in_name(word[-1]))
        word--;
    bool declared = end > line && (token_in_name(end[-1]) || end[-1] == ']');
    return declared && !is_word(word, end, before_expression) ? start : p;
}

/* The lvalue that ends at `end`, for an operator that stands there. */
static const char *lvalue_before(const char *line, const char *end)
{
    const char *p = skip_back(line, end);

    if (p - line >= 2 &&
        (memcmp(p - 2, "++", 2) == 0 || memcmp(p - 2, "--", 2) == 0))
        p -= 2; /* *p++ = x */
    p = chain_start(line, p);
    return p ? take_stars(line, p) : NULL;
}

/* Past the [...] that follow a name. */
static const char *take_indices(const char *p)
{
    while (p && *p == '[')
        p = close_bracket(p);
    return p;
}

/* Past a name and its indices, or NULL if it is a call or none. */
static const char *name_end(const char *p)
{
    const char *end = p;

    while (token_in_name(*end))
        end++;
    if (end == p || isdigit((unsigned char)*p) || is_word(p, end, not_a_name))
        return NULL;
    return end[strspn(end, " \t")] == '(' ? NULL : take_indices(end);
}

/* Past the members that follow: "->x.y[3]"; NULL if one is called. */
static const char *take_members(const char *end)
{
    while (end && (*end == '.' || memcmp(end, "->", 2) == 0))
        end = name_end(end + (*end == '.' ? 1 : 2));
    return end;
}

/* The lvalue after a prefix operator: "*p", "++x", "*(int *)p", "*p->x". */
static const char *lvalue_end(const char *p)
{
    const char *end = p + strspn(p, "*+- \t");

    while (end && *end == '(') {
        end = close_bracket(end);
        if (end && !token_in_name(*end) && *end != '(')
            return take_members(take_indices(end));
    }
    return end ? take_members(name_end(end)) : NULL;
}

/* How long the assigning operator at p is; 0 if there is none. */
static size_t assignment(const char *p)
{
    size_t n = strspn(p, "+-*/%&|^<>"); /* of +=, <<=, ... */

    if (p[n] != '=' || p[n + 1] == '=')
        return 0;
    if (n == 2 && memcmp(p, "<<", 2) != 0 && memcmp(p, ">>", 2) != 0)
        return 0;
    /* "<=" and ">=" compare */
    return n > 2 || (n == 1 && (*p == '<' || *p == '>')) ? 0 : n + 1;
}

bool lvalue_at(const char *line, int column, bool reading, char *name,
               size_t size)
{
    const char *start = NULL, *end = NULL;

    if (column < 1 || (size_t)column > strlen(line))
        return false;
    const char *p = line + column - 1;
    size_t operator_length = assignment(p);

    if (token_in_name(*p)) {
        while (p > line && token_in_name(p[-1]))
            p--;
        /* Only what the name itself stands for: at the p of p->x, clang
         * means the pointer. */
        end = name_end(p);
        for (start = p; end && token_in_name(*p); p++)
            continue;
        start = end ? chain_start(line, p) : NULL;
    } else if (operator_length == 1 && reading) {
        return false;
    } else if (operator_length > 0) {
        start = lvalue_before(line, p);
        end = skip_back(line, p);
    } else if (memcmp(p, "++", 2) == 0 || memcmp(p, "--", 2) == 0) {
        start = lvalue_before(line, p);
        end = start ? skip_back(line, p) : lvalue_end(p);
        start = start ? start : p + 2 + strspn(p + 2, " \t");
    } else if (*p == '[') {
        start = chain_start(line, p);
        end = take_indices(p);
    } else if (*p == '.' || memcmp(p, "->", 2) == 0) {
        start = chain_start(line, p);
        p += *p == '.' ? 1 : 2;
        end = name_end(p + strspn(p, " \t"));
    } else if (*p == '*') {
        start = p;
        end = lvalue_end(p);
    }

    if (!start || !end || end <= start || (size_t)(end - start) >= size)
        return false;
    memcpy(name, start, (size_t)(end - start));
    name[end - start] = '\0';
    return true;
}
