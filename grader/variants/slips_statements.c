/* slips_statements.c - mistakes of whole statements, and in OpenMP's
 * directives.
 */
#include "variants/slips.h"

/* ---- statements --------------------------------------------------------- */

static int statement(struct maker *m, int i);

static void change_condition(struct maker *m, int open)
{
    slip_add(m, "condition left out", open + 1, m->t[open].match - 1, "1");
}

/* `int a = 0, b = 1;`: leave out a beginning. */
static void change_declaration(struct maker *m, int i, int end)
{
    for (int k = i; k < end; k++) {
        if (m->t[k].match > k)
            k = m->t[k].match;
        else if (is(m, k, "="))
            slip_add(m, "beginning left out", k,
                     slip_part_end(m, k + 1, slip_comma), "%s", "");
    }
}

/* Leave the statement out; returns what comes behind it. */
static int simple_statement(struct maker *m, int i)
{
    int end = i;

    while (end < m->n && !is(m, end, ";"))
        end = m->t[end].match > end ? m->t[end].match + 1 : end + 1;
    if (end >= m->n)
        return m->n;
    if (slip_declares(m, i))
        change_declaration(m, i, end);
    else if (end > i && !is(m, i, "static_assert"))
        /* A semicolon stays, for `if (...) ;` */
        slip_add(m, "left out", i, end, ";");
    return end + 1;
}

static int block(struct maker *m, int open)
{
    int close = m->t[open].match;

    for (int i = open + 1; i < close;)
        i = statement(m, i);
    return close + 1;
}

/* A statement and those in it. Returns what comes behind it. */
static int statement(struct maker *m, int i)
{
    int open = i + 1, next;

    if (slip_at(m, i, PRAGMA) || slip_at(m, i, DEFINE) ||
        slip_at(m, i, ELSEWHERE))
        return i + 1;
    if (is(m, i, "{"))
        return block(m, i);
    if (is(m, i, "else") || is(m, i, "do"))
        return statement(m, i + 1);
    if ((is(m, i, "if") || is(m, i, "for") || is(m, i, "while") ||
         is(m, i, "switch")) &&
        is(m, open, "(")) {
        if (is(m, i, "if"))
            change_condition(m, open);
        if (is(m, i, "while") && !is(m, i - 1, "}"))
            slip_add(m, "no loop", i, i, "if");
        next = statement(m, m->t[open].match + 1);
        if (is(m, i, "if") && is(m, next, "else")) {
            int end = statement(m, next + 1);

            slip_add(m, "left out", next, end - 1, "%s", "");
            return end;
        }
        return next;
    }
    /* The last `return x;` of a function: nothing runs without it. */
    if (is(m, i, "return") && !is(m, i + 1, ";")) {
        int end = slip_part_end(m, i, slip_comma) + 1;

        while (is(m, end, ","))
            end = slip_part_end(m, end + 1, slip_comma) + 1;
        if (is(m, end, ";") && is(m, end + 1, "}") &&
            is(m, m->t[end + 1].match - 1, ")") && m->t[i - 1].place == CODE &&
            (is(m, i - 1, ";") || is(m, i - 1, "}") || is(m, i - 1, "{")))
            return end + 1;
    }
    return simple_statement(m, i);
}

void slip_statements(struct maker *m)
{
    for (int i = 0; i < m->n; i++) {
        if (!is(m, i, "{") || m->t[i].place != CODE)
            continue;
        if (is(m, i - 1, ")")) {
            for (int k = i; k <= m->t[i].match; k++)
                m->t[k].inner = true;
            block(m, i);
        } else if (m->t[i - 1].kind == TOKEN_STRING) { /* extern "C" { */
            continue;
        }
        i = m->t[i].match > i ? m->t[i].match : i;
    }
}

/* ---- OpenMP's directives ------------------------------------------------ */

static const struct swap omp_words[] = {
    {"clause", "shared", {"private"}},
    {"clause", "private", {"shared"}},
    {"clause", "firstprivate", {"private", "shared"}},
    {"clause", "lastprivate", {"private"}},
    {"clause", "static", {"dynamic"}},
    {"clause", "dynamic", {"static"}},
    {"clause", "guided", {"static"}},
    {"directive", "single", {"master"}},
    {"directive", "master", {"single"}},
    {"directive", "sections", {"single"}},
    {"directive", "critical", {"single"}},
    {"clause", "max", {"min"}},
    {"clause", "min", {"max"}},
    {"clause", "+", {"*"}}, /* `-` adds up as well */
    {"clause", "&&", {"||"}},
    {"clause", "||", {"&&"}},
    {NULL, NULL, {NULL}},
};

/* Tokens begin..end - 1 of a clause: leave out a variable of its list, which
 * may be a part of an array, `a[:n]`. */
static void change_list(struct maker *m, int begin, int end)
{
    int last;

    for (int k = begin; k < end; k = last + 2) {
        while (k + 1 < end && !slip_is_name(m, k))
            k++; /* `+ :` of a reduction */
        last = slip_part_end(m, k, slip_comma);
        if (slip_is_name(m, k) && is(m, last + 1, ","))
            slip_add(m, "clause", k, last + 1, "%s", "");
        else if (slip_is_name(m, k) && is(m, k - 1, ","))
            slip_add(m, "clause", k - 1, last, "%s", "");
    }
}

void slip_pragma(struct maker *m, int first, int last)
{
    size_t at = m->t[first].at;
    bool worksharing = false, parallel = false, nowait = false;

    if (!is(m, first + 1, "omp")) /* #pragma unroll is only a wish */
        return;
    while (m->text[at] != '#')
        at--;
    slip_bytes(m, "directive left out", m->t[first].line, at,
               m->t[last].at + m->t[last].length - at, slip_print("%s", ""));
    for (int i = first + 2; i <= last; i++) {
        int end = is(m, i + 1, "(") && i < last ? m->t[i + 1].match : i;

        worksharing = worksharing || is(m, i, "for") || is(m, i, "single");
        parallel = parallel || is(m, i, "parallel");
        nowait = nowait || is(m, i, "nowait");
        if (last > i || i > first + 2)
            slip_add(m,
                     i == first + 2 ? "directive left out" : "clause left out",
                     i, end, "%s", "");
        if (is(m, i, "critical") && end > i)
            slip_add(m, "name left out", i + 1, end, "%s", "");
        change_list(m, i + 2, end);
        for (int k = i + 2; k < end; k++)
            if (m->t[k].kind == TOKEN_NUMBER)
                slip_number(m, k);
        i = end;
    }
    for (int i = first + 2; i <= last; i++)
        for (const struct swap *s = omp_words; s->slip; s++)
            if (is(m, i, s->from))
                for (int k = 0; k < 3 && s->to[k]; k++)
                    slip_add(m, s->slip, i, i, "%s", s->to[k]);
    if (worksharing && !parallel && !nowait)
        slip_add(m, "clause", last, last, "%.*s nowait",
                 slip_length(m, last, last), slip_text(m, last));
}
