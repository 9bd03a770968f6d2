/* array_names.c - see array_names.h. No parser: what stands before a bracket,
 * behind a star or as an atomic's first argument. */
#include "show/array_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct names {
    char (*name)[ARRAY_NAME];
    int n, max;
};

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void add(struct names *to, const char *from, const char *end)
{
    char name[ARRAY_NAME];

    snprintf(name, sizeof name, "%.*s", (int)(end - from), from);
    for (int i = 0; i < to->n && i < to->max; i++)
        if (!strcmp(to->name[i], name))
            return;
    if (to->n < to->max)
        memcpy(to->name[to->n], name, sizeof name);
    to->n++;
}

/* Behind the bracket that closes this one, and those that follow it:
 * [a][b[c]]. */
static const char *behind_brackets(const char *p)
{
    int depth = 0;

    for (; *p; p++) {
        depth += (*p == '[') - (*p == ']');
        if (depth == 0 && p[1] != '[')
            return p + 1;
    }
    return p;
}

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

/* What happens to the element whose text ends here, before it begins. */
static void use(const char *begin, const char *from, const char *end,
                bool *loads, bool *stores)
{
    const char *before = from;

    end = skip_blanks(end);
    while (before > begin && strchr(" \t(*", before[-1]))
        before--;
    bool steps = !strncmp(end, "++", 2) || !strncmp(end, "--", 2) ||
                 (before - begin >= 2 && (!strncmp(before - 2, "++", 2) ||
                                          !strncmp(before - 2, "--", 2)));
    bool changed = (strchr("+-*/%&|^", *end) && *end && end[1] == '=') ||
                   !strncmp(end, "<<=", 3) || !strncmp(end, ">>=", 3);

    *stores = steps || changed || (*end == '=' && end[1] != '=');
    *loads = steps || changed || !*stores;
}

static bool is_used(enum simt_access access, bool loads, bool stores)
{
    return (access == SIMT_LOADS && loads) ||
           (access == SIMT_STORES && stores) || access == SIMT_ANY_OP;
}

/* The first argument of an atomic operation: &bins[c], count. Returns where
 * its name ends. */
static const char *atomic_name(struct names *to, const char *argument,
                               bool wanted)
{
    const char *from = argument + strspn(argument, " \t&*(");
    const char *end = from;

    while (in_name(*end))
        end++;
    if (wanted && end > from)
        add(to, from, end);
    return end;
}

/* A star that does not multiply. */
static bool is_star(const char *begin, const char *star)
{
    const char *p = star;

    if (star[1] == '=' || !(isalpha((unsigned char)star[1]) || star[1] == '_'))
        return false;
    while (p > begin && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == begin || strchr("=(,+-;{!?:<>&|", p[-1]);
}

/* row(a, pitch, i)[j] is a; ((const int4 *)text)[i] is text. `close` is the
 * bracket before the subscript. Returns where the element's text begins. */
static const char *add_group(struct names *to, const char *text,
                             const char *close, bool wanted)
{
    const char *open = close, *from, *end;
    int depth = 0;

    for (; open > text; open--) {
        depth += (*open == ')') - (*open == '(');
        if (depth == 0)
            break;
    }
    if (open > text && in_name(open[-1])) {
        from = open + 1 + strspn(open + 1, " \t&*(");
        for (end = from; in_name(*end); end++)
            continue;
    } else {
        for (end = close; end > open && !in_name(end[-1]); end--)
            continue;
        for (from = end; from > open && in_name(from[-1]); from--)
            continue;
    }
    if (wanted && end > from)
        add(to, from, end);
    while (open > text && in_name(open[-1]))
        open--;
    return open;
}

/* Those of one kind: only used, or changed (+=) as well. */
static void find_names(const char *text, enum simt_access access, bool changed,
                       struct names *to)
{
    for (const char *p = text, *end; *p; p = end) {
        bool star = *p == '*' && is_star(text, p), loads, stores;
        const char *from = p + star;

        for (end = from; in_name(*end); end++)
            continue;
        if (end == from) {
            end = p + 1;
            if (*p == ')' && *skip_blanks(end) == '[') {
                from = add_group(to, text, p, false);
                use(text, from, behind_brackets(skip_blanks(end)), &loads,
                    &stores);
                add_group(to, text, p,
                          is_used(access, loads, stores) &&
                              changed == (loads && stores));
            }
            continue;
        }
        if (!strncmp(from, "atomic", 6) && *end == '(') {
            end = atomic_name(to, end + 1, access == SIMT_ATOMICS && !changed);
            continue;
        }
        const char *next = skip_blanks(end);
        if (!star && *next != '[')
            continue;
        const char *behind = *next == '[' ? behind_brackets(next) : end;
        if (star && *behind == ')')
            behind++;
        use(text, p, behind, &loads, &stores);
        if (is_used(access, loads, stores) && changed == (loads && stores))
            add(to, from, end);
    }
}

int array_names(const char *text, enum simt_access access,
                char name[][ARRAY_NAME], int max)
{
    struct names to = {.name = name, .max = max};

    /* of an assignment the right side is computed first */
    find_names(text, access, false, &to);
    find_names(text, access, true, &to);
    return to.n;
}
