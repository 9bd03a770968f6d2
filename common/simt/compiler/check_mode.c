/* check_mode.c - see check_mode.h */
#include "compiler/check_mode.h"

#include "compiler/messages.h"
#include "compiler/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- loops --------------------------------------------------------------- */

/* Whether "continue" in or behind the loop's body at i may be that loop's: it
 * has no braces, and is more than a short statement. */
static bool unclear(const struct unit *u, uint32_t i)
{
    if (kind_at(u, i) == '{')
        return false;
    for (; kind_at(u, i) != ';'; i++) {
        if (kind_at(u, i) == '(' && u->tokens[i].match)
            i = u->tokens[i].match;
        else if (kind_at(u, i) == '{' || kind_at(u, i) == END ||
                 token_is(u, i, "continue"))
            return true;
    }
    return token_is(u, i + 1, "else");
}

/* Is the name before the colon at i + 1 a label? */
static bool goes_to(const struct unit *u, uint32_t i)
{
    int before = i ? kind_at(u, i - 1) : END;
    uint32_t open = before == ')' ? u->tokens[i ? i - 1 : 0].match : 0;

    if (open)
        return kind_at(u, open - 1) == CONTROL ||
               kind_at(u, open - 1) == SWITCH;
    return before == CONTROL || strchr("{};", before < 128 ? before : ' ');
}

void meet_at_end(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    bool braces = kind_at(u, i) == '{', parts = false;
    bool jumps = false, plain = false;
    uint32_t end = braces ? u->tokens[i].match : i + 1;
    uint32_t own = 0; /* up to here, "case" is of a switch in the body */
    char text[60];

    w->turn = 0;
    w->turn_begins = braces;
    if (!u->check || !in->device || in->constant || in_system(u, i))
        return;
    for (uint32_t k = i; k < end; k++) {
        int kind = kind_at(u, k);
        bool loop = token_is(u, k, "for") || token_is(u, k, "while");
        bool head = kind_at(u, k + 1) == '(' && u->tokens[k + 1].match;
        uint32_t behind = head ? u->tokens[k + 1].match + 1 : k;

        jumps = jumps || token_is(u, k, "continue");
        parts = parts || loop || kind == SWITCH || kind == '?' ||
                token_is(u, k, "if") || token_is(u, k, "do");
        if (loop && head)
            plain = plain || unclear(u, behind);
        if (token_is(u, k, "do"))
            plain = plain || unclear(u, k + 1);
        if (kind == SWITCH && head && own < behind)
            own = u->tokens[behind].match ? u->tokens[behind].match : behind;
        /* A jump into the body must not pass a variable. */
        if (kind_at(u, k + 1) == ':' && kind == NAME && goes_to(u, k) &&
            !(k < own && token_is(u, k, "default")))
            return;
        if (kind == CASE && k > own)
            return;
    }
    if (!parts)
        return;
    /* Before a #pragma that belongs to the body's own loop. */
    copy(u, u->done, u->tokens[i - 1].at + u->tokens[i - 1].length,
         u->done_token);
    resume_behind(u, i - 1);
    snprintf(text, sizeof text, " if (simt_turn<%u> simt_turn_here{}) ; else ",
             u->tokens[i - 1].line);
    insert(u, text);
    if (braces && jumps && !plain) {
        w->turn = ++u->turn_labels;
        insert(u, "{ ");
    }
}

void end_turn(struct unit *u, uint32_t i, int label)
{
    char text[60];

    copy_before(u, i + 1);
    snprintf(text, sizeof text, " simt_turn_%d: __attribute__((unused)); }",
             label);
    insert(u, text);
}

void jump_to_end(struct unit *u, uint32_t i, int label)
{
    char text[60];

    copy_before(u, i);
    snprintf(text, sizeof text, "goto simt_turn_%d", label);
    insert(u, text);
    resume_behind(u, i);
}

/* Two of these characters side by side, not in brackets of their own? */
static bool twice(const struct unit *u, uint32_t i, int c)
{
    return kind_at(u, i) == c && kind_at(u, i + 1) == c && touching(u, i);
}

void meet_behind(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    uint32_t begin = i + 1, end = u->tokens[i].match, semicolons = 0;
    bool parts = false;

    if (!u->check || !in->device || in->constant || in_system(u, i))
        return;
    for (uint32_t k = i + 1; k < end && token_is(u, i - 1, "for"); k++) {
        if (u->tokens[k].match > k)
            k = u->tokens[k].match;
        if (kind_at(u, k) == ';' && semicolons++)
            end = k;
        else if (kind_at(u, k) == ';')
            begin = k + 1;
    }
    if (token_is(u, i - 1, "for") && semicolons < 2)
        return; /* of a range */
    for (uint32_t k = begin; k < end; k++) {
        if (kind_at(u, k) == '{')
            return;
        parts = parts || twice(u, k, '&') || twice(u, k, '|') ||
                kind_at(u, k) == '?' || token_is(u, k, "and") ||
                token_is(u, k, "or");
    }
    for (uint32_t k = begin; k < end; k++) {
        if (u->tokens[k].match > k)
            k = u->tokens[k].match;
        else if (kind_at(u, k) == '=')
            return; /* a variable, perhaps */
    }
    if (parts) {
        w->meets = begin;
        w->meets_end = end;
    }
}

void begin_or_end_meeting(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    char text[60];

    if (w->meets && i >= w->meets) {
        copy_before(u, i);
        snprintf(text, sizeof text,
                 " ::simt_meets<%u>(static_cast<bool>(", u->tokens[i].line);
        insert(u, text);
        w->meets = 0;
    } else if (w->meets_end && i >= w->meets_end) {
        copy_before(u, i);
        insert(u, "))");
        w->meets_end = 0;
    }
}

/* ---- expressions --------------------------------------------------------- */

void look_at_choice(struct unit *u, uint32_t i)
{
    uint32_t end = u->tokens[i].match, k = i + 1, before = i - 1;

    if (!u->check || !end || kind_at(u, end + 1) != '[')
        return;
    while (k < end && kind_at(u, k) != '?')
        k = (u->tokens[k].match > k ? u->tokens[k].match : k) + 1;
    if (k >= end)
        return;
    /* Arguments of a call, or of a cast? An if (...), or (type)? */
    if (kind_at(u, before) == ')') {
        before = u->tokens[before].match - 1;
        if (kind_at(u, before) == ')')
            return;
    }
    if (kind_at(u, before) == NAME || kind_at(u, before) == ']' ||
        kind_at(u, before) == '>' || kind_at(u, before) == BUILTIN_TYPE)
        return;
    copy_before(u, i);
    insert(u, "::simt_same");
}

void look_at_exchange(const struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t before = i - 1, last;
    char text[60];

    if (!u->check || in_system(u, i) || w->parens > 0 ||
        kind_at(u, i + 1) != '(' ||
        kind_at(u, u->tokens[i + 1].match + 1) != ';' ||
        !(token_is(u, i, "atomicExch") || token_is(u, i, "atomicExch_block") ||
          token_is(u, i, "atomicExch_system")))
        return;
    if (kind_at(u, before) == ')' && kind_at(u, before - 1) == VOID &&
        kind_at(u, before - 2) == '(')
        before -= 3;
    if (!goes_to(u, before + 1) || token_is(u, before, "return"))
        return;
    last = u->tokens[i + 1].match + 2;
    if (kind_at(u, last) == '}' &&
        kind_at(u, u->tokens[last].match - 1) == '(')
        return;
    snprintf(text, sizeof text, "simt_stores_%.*s", (int)u->tokens[i].length,
             u->s + u->tokens[i].at);
    copy_before(u, i);
    insert(u, text);
    resume_behind(u, i);
}

void look_at_return(const struct walk *w, uint32_t i)
{
    struct unit *u = w->u;

    if (!u->check || !w->scopes[w->depth].kernel || !token_is(u, i, "return") ||
        kind_at(u, i + 1) != ';')
        return;
    copy_before(u, i);
    insert(u, "return simt_leaves()");
    resume_behind(u, i);
}

/* ---- facts --------------------------------------------------------------- */

/* The bytes to which a vector type like uint4 is aligned; 0: no such type. */
static unsigned vector_alignment(const struct unit *u, uint32_t i)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } types[] = {{"char", 1}, {"short", 2},    {"int", 4},   {"longlong", 8},
                 {"long", 8}, {"float", 4},    {"double", 8}};
    const char *s = u->s + u->tokens[i].at;
    size_t n = u->tokens[i].length;

    if (token_is(u, i, "half2") || token_is(u, i, "__half2"))
        return 4;
    if (n > 0 && *s == 'u') {
        s++;
        n--;
    }
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const size_t m = strlen(types[k].name);

        if (n > m && memcmp(s, types[k].name, m) == 0 &&
            (n == m + 1 || s[m + 1] == '_') &&
            (s[m] == '2' || s[m] == '4'))
            return types[k].bytes * (unsigned)(s[m] - '0');
    }
    return 0;
}

/* Also what a macro of a system's header has become in the student's text. */
static bool in_own_file(const struct unit *u, uint32_t i)
{
    const char *name = u->files[u->tokens[i].file].name;

    for (uint32_t k = 0; k < u->nfiles; k++)
        if (!u->files[k].system && !strcmp(u->files[k].name, name))
            return true;
    return false;
}

static bool says_aligned(const struct unit *u, uint32_t i)
{
    return token_is(u, i, "aligned") || token_is(u, i, "__aligned__");
}

void put_facts(struct unit *u)
{
    unsigned vector = 0, most = 16;
    bool restricted = false;
    char text[128];

    for (uint32_t i = 1; i < u->count; i++) {
        unsigned bytes = 0;

        if (!is_word(kind_at(u, i)))
            continue;
        if (in_system(u, i) &&
            !(says_aligned(u, i) && in_own_file(u, i)))
            continue;
        if (token_is(u, i, "__restrict__") || token_is(u, i, "__restrict"))
            restricted = true;
        else if (kind_at(u, i + 1) != '(')
            bytes = vector_alignment(u, i);
        else if (token_is(u, i, "alignas") || says_aligned(u, i))
            bytes = kind_at(u, i + 2) == NUMBER
                        ? (unsigned)atoi(u->s + u->tokens[i + 2].at)
                        : most;
        if (bytes > vector)
            vector = bytes < most ? bytes : most;
    }
    if (!vector && !restricted)
        return;
    snprintf(text, sizeof text,
             "\n__attribute__((section(\"simt_facts\"), used)) static const "
             "unsigned char simt_facts = %u;\n",
             (vector & ~1u) | restricted);
    put(&u->out, text);
}
