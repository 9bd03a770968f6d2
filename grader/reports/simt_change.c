/* simt_change.c - see simt_change.h. */
#define _GNU_SOURCE
#include "reports/simt_change.h"

#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "base/tokens.h"

/* "if (x > *best)" before "*best = x", or both in one line; or "max(". */
static enum change compares(const char *text, const char *name)
{
    const char *p = strstr(text, "if");

    if (strstr(text, "max("))
        return MAXIMUM;
    if (strstr(text, "min("))
        return MINIMUM;
    if (!p || !strstr(p, name))
        return UNKNOWN;
    const char *sign = strpbrk(p, "<>");
    if (!sign || strpbrk(sign + 1 + (sign[1] == '='), "<>&|"))
        return UNKNOWN;
    bool behind = strstr(p, name) > sign; /* x > *best */
    return behind == (*sign == '>') ? MAXIMUM : MINIMUM;
}

/* The first bytes of a place, up to its first bracket: "bins" of "bins[c]". */
static size_t base_length(const char *place)
{
    size_t n = 0;

    while (token_in_name(place[n]))
        n++;
    return n;
}

/* Whether the statement that goes on at p has this place's array in it: then no
 * one step on the place does all that is done. */
static bool comes_from(const char *p, const char *place)
{
    const size_t n = base_length(place += strspn(place, "*&( "));

    for (; n && *p && *p != ';'; p++)
        if (!strncmp(p, place, n) && !token_in_name(p[n]) &&
            !token_in_name(p[-1]))
            return true;
    return false;
}

/* "++" or "--" before the name at p, with brackets between at most. */
static bool counts_before(const char *line, const char *p)
{
    while (p > line && strchr("(*& ", p[-1]))
        p--;
    return p - line >= 2 &&
           (!strncmp(p - 2, "++", 2) || !strncmp(p - 2, "--", 2));
}

enum change simt_change_at(const struct simt_party *s, const char *name)
{
    char line[1024], before[1024] = "";
    const char *start, *p;

    if (!s->place.line || s->rough || !*name ||
        !source_line(s->place.file, s->place.line, line, sizeof line) ||
        !(start = strstr(line, name)))
        return UNKNOWN;
    p = start + strlen(name) + strspn(start + strlen(name), " )");
    if (!strncmp(p, "++", 2) || !strncmp(p, "--", 2) ||
        counts_before(line, start))
        return ADDS;
    if (!strncmp(p, "+=", 2) || !strncmp(p, "-=", 2))
        return comes_from(p + 2, name) ? UNKNOWN : ADDS;
    if (*p == '=' && p[1] != '=') {
        const char *again = strstr(p, name), *end = strchr(p, ';');

        if (again && (!end || again < end) && strchr(p, '+'))
            return comes_from(again + strlen(name), name) ? UNKNOWN : ADDS;
    }
    if (s->place.line > 1 && !compares(line, name))
        source_line(s->place.file, s->place.line - 1, before, sizeof before);
    return *before ? compares(before, name) : compares(line, name);
}

const char *simt_by_one_step(enum change change)
{
    switch (change) {
    case ADDS:
        return SAY(read_add_needs_atomic_add);
    case MAXIMUM:
        return SAY(compare_store_needs_atomic_max);
    case SETS_BITS:
        return SAY(change_bits_needs_atomic);
    case MINIMUM:
        return SAY(compare_store_needs_atomic_min);
    default:
        return NULL;
    }
}

/* Past what may stand before a statement: "if (i < n) {", "else". */
static const char *statement_at(const char *line)
{
    static const char *const heads[] = {"if", "for", "while", "else", "do"};

    for (bool again = true; again;) {
        again = false;
        line += strspn(line, " \t{};");
        for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
            const size_t n = strlen(heads[i]);
            const char *p = line + n;
            int depth = 0;

            if (strncmp(line, heads[i], n) || token_in_name(*p))
                continue;
            again = true;
            p += strspn(p, " ");
            if (*p == '(')
                do
                    depth += (*p == '(') - (*p == ')');
                while (*p++ && depth);
            line = depth ? line + strlen(line) : p;
            break;
        }
    }
    return line;
}

/* How the line changes one place, where that is all that it is about:
 * "bins[c] += 1", "word |= bit", "x = x + 1". What is added must not come from
 * the same array. */
enum change simt_update_of(const char *line)
{
    char place[100];
    const char *sign, *from, *right;
    size_t n, base;

    sign = line = statement_at(line);
    for (int depth = 0; *sign && (depth || *sign != '='); sign++)
        depth +=
            (*sign == '[' || *sign == '(') - (*sign == ']' || *sign == ')');
    if (*sign != '=' || sign == line || sign[1] == '=' ||
        strchr("<>!", sign[-1]))
        return UNKNOWN;
    right = sign + 1 + strspn(sign + 1, " ");
    from = sign;
    while (from > line && strchr(" +-|&^", from[-1]))
        from--;
    n = (size_t)(from - line);
    base = base_length(line);
    if (n == 0 || n >= sizeof place || !base || line[n - 1] == ' ')
        return UNKNOWN;
    snprintf(place, sizeof place, "%.*s", (int)n, line);
    if (from == sign || sign[-1] == ' ') { /* "x = x + 1" */
        if (strncmp(right, place, n) != 0)
            return UNKNOWN;
        right += n + strspn(right + n, " ");
        sign = right++ + 1;
    }
    place[base] = '\0';
    if (comes_from(right, place))
        return UNKNOWN;
    if (strchr("+-", sign[-1]))
        return ADDS;
    return strchr("|&^", sign[-1]) && sign[0] != sign[-1] ? SETS_BITS : UNKNOWN;
}
