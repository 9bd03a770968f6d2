/* simt_change.c - see simt_change.h. */
#define _GNU_SOURCE
#include "reports/simt_change.h"

#include <stdio.h>
#include <string.h>

#include "base/say.h"
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

enum change simt_change_at(const struct simt_party *s, const char *name)
{
    char line[1024], before[1024] = "";
    const char *p;

    if (!s->place.line || s->rough || !*name ||
        !source_line(s->place.file, s->place.line, line, sizeof line) ||
        !(p = strstr(line, name)))
        return UNKNOWN;
    p += strlen(name) + strspn(p + strlen(name), " )");
    if (!strncmp(p, "+=", 2) || !strncmp(p, "-=", 2) || !strncmp(p, "++", 2) ||
        !strncmp(p, "--", 2) || strstr(line, "++"))
        return ADDS;
    if (*p == '=' && p[1] != '=' && strstr(p, name) && strchr(p, '+'))
        return ADDS;
    if (s->place.line > 1 && !compares(line, name))
        source_line(s->place.file, s->place.line - 1, before, sizeof before);
    return *before ? compares(before, name) : compares(line, name);
}

const char *simt_by_one_step(enum change change)
{
    switch (change) {
    case ADDS:
        return _("atomicAdd() does all three in one step, and returns what was "
                 "there before.");
    case MAXIMUM:
        return _("Comparing and storing are two steps, and another thread may "
                 "store a larger one between them: atomicMax() does both in "
                 "one.");
    case SETS_BITS:
        return _("Reading the word, changing bits of it and storing it are "
                 "three steps, and another thread's bits may get lost between "
                 "them: atomicOr(), atomicAnd() and atomicXor() do all three "
                 "in one.");
    case MINIMUM:
        return _("Comparing and storing are two steps, and another thread may "
                 "store a smaller one between them: atomicMin() does both in "
                 "one.");
    default:
        return NULL;
    }
}

/* The first bytes of a place, up to its first bracket: "bins" of "bins[c]". */
static size_t base_length(const char *place)
{
    size_t n = 0;

    while (token_in_name(place[n]))
        n++;
    return n;
}

/* How the line changes one place, where that is all that it is about:
 * "bins[c] += 1", "word |= bit", "x = x + 1". What is added must not come from
 * the same array. */
enum change simt_update_of(const char *line)
{
    char place[100];
    const char *sign = line, *from, *right;
    size_t n, base;

    line += strspn(line, " \t");
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
    if (strstr(right, place))
        return UNKNOWN;
    if (strchr("+-", sign[-1]))
        return ADDS;
    return strchr("|&^", sign[-1]) && sign[0] != sign[-1] ? SETS_BITS : UNKNOWN;
}
