/*
 * pattern.c - see pattern.h. First comes where the wrong elements lie, then
 * what is in them (pattern_values.c).
 */
#include "judge/pattern.h"

#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "judge/pattern_parts.h"

/* ---- where they lie ------------------------------------------------------ */

enum { FEW = 8 };

/* What is counted before anything is said. */
struct places {
    size_t wrong, unwritten; /* wrong: those not written as well */
    size_t first, last;
    size_t runs; /* of neighbours */
};

static struct places count_places(const struct pattern *p)
{
    struct places c = {0};

    for (size_t i = 0; i < p->n; i++) {
        if (p->state[i] == ELEMENT_RIGHT)
            continue;
        if (c.wrong++ == 0)
            c.first = i;
        c.runs += i == 0 || p->state[i - 1] == ELEMENT_RIGHT;
        c.unwritten += p->state[i] == ELEMENT_UNWRITTEN;
        c.last = i;
    }
    return c;
}

/* What is wrong at the end is a rest: the groups before it are full. Several
 * sizes of groups may have the same rest. */
static void say_rest(const struct pattern *p, size_t rest, char *text,
                     size_t size)
{
    const size_t groups[] = {p->team, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    enum { GROUPS = sizeof groups / sizeof *groups };
    size_t group = 0, other = 0;

    for (int k = 0; k < GROUPS; k++)
        if (groups[k] > 1 && groups[k] < p->n && p->n % groups[k] == rest &&
            groups[k] != group) {
            if (!group)
                group = groups[k];
            else if (!other)
                other = groups[k];
        }
    if (group && other)
        said_put(text, size, SAY(tail_wrong_remainder_sizes), rest, p->n, group,
                 other);
    else if (group)
        said_put(text, size, SAY(tail_wrong_remainder), rest, p->n, group);
}

/* They go on from one element to the end. */
static void say_end(const struct pattern *p, const struct places *c, char *text,
                    size_t size)
{
    const size_t many = p->n - c->first;
    const bool unwritten = c->unwritten == c->wrong;

    if (unwritten && p->threads == c->first)
        said_put(text, size, SAY(tail_unwritten_few_threads), c->first,
                 p->threads);
    else if (unwritten && c->first > 1 && p->threads_y > 1 &&
             (c->first == p->threads_x || c->first == p->threads_y))
        said_put(text, size, SAY(tail_unwritten_few_threads_axis), c->first,
                 c->first, c->first == p->threads_x ? "x" : "y");
    else if (many == 1 && p->n < FEW)
        return; /* it may be chance */
    else if (many == 1)
        said_put(text, size, SAY(last_element_wrong));
    else if (many < 1024 && many <= c->first)
        say_rest(p, many, text, size);
    if (!*text)
        said_put(text, size, unwritten ? SAY(tail_unwritten) : SAY(tail_wrong),
                 c->first);
}

/* Every k-th element, and no other: k of 2 to 32, and three of them at least.
 */
static bool say_step(const struct pattern *p, const struct places *c,
                     char *text, size_t size)
{
    size_t step = 1;

    if (c->wrong < ENOUGH)
        return false;
    while (c->first + step < p->n && p->state[c->first + step] == ELEMENT_RIGHT)
        step++;
    if (step < 2 || step > 32 || c->first >= step)
        return false;
    for (size_t i = 0; i < p->n; i++)
        if ((i % step == c->first) != (p->state[i] != ELEMENT_RIGHT))
            return false;
    said_put(text, size, SAY(every_nth_element_wrong), step, c->first);
    return true;
}

/* In a table: whether column c, or row r, is wrong as a whole, or right. */
static enum pattern_state line_state(const struct pattern *p, size_t line,
                                     bool column, bool *mixed)
{
    const size_t many = column ? p->rows : p->cols;
    const size_t begin = column ? line : line * p->cols;
    const size_t step = column ? p->cols : 1;
    enum pattern_state s = (enum pattern_state)p->state[begin];

    for (size_t k = 1; k < many && !*mixed; k++) {
        const enum pattern_state next =
            (enum pattern_state)p->state[begin + k * step];

        *mixed = (next == ELEMENT_RIGHT) != (s == ELEMENT_RIGHT);
        if (next == ELEMENT_WRONG)
            s = next;
    }
    return s;
}

/* "Columns 8 to 30 of c", "Row 4 of c". */
static void name_lines(const struct pattern *p, size_t first, size_t last,
                       bool column, char *text, size_t size)
{
    if (first == last)
        said_put(text, size, column ? SAY(part_column) : SAY(part_row), first,
                 p->array);
    else
        said_put(text, size, column ? SAY(part_columns) : SAY(part_rows), first,
                 last, p->array);
}

/* Those from `first` on are wrong as a whole, and those before are right. */
static void say_these_lines(const struct pattern *p, size_t first, bool column,
                            bool unwritten, char *text, size_t size)
{
    const size_t last = (column ? p->cols : p->rows) - 1;
    const bool one = first == last;
    const char *direction = first == p->threads_x ? "x" : "y";
    const size_t other = first == p->threads_x ? p->threads_y : p->threads_x;
    char lines[120];

    name_lines(p, first, last, column, lines, sizeof lines);
    if (unwritten && (first == p->threads_x || first == p->threads_y) &&
        other > last)
        said_put(text, size, SAY(rows_unwritten_axes_exchanged), lines,
                 one ? SAY(part_was) : SAY(part_were), first, direction, other,
                 *direction == 'x' ? "y" : "x");
    else if (unwritten && (first == p->threads_x || first == p->threads_y))
        said_put(text, size,
                 first == 1 ? SAY(rows_unwritten_one_thread)
                            : SAY(rows_unwritten_few_threads),
                 lines, one ? SAY(part_was) : SAY(part_were), first, direction);
    else if (unwritten && p->threads_x > last && p->threads_y > last &&
             p->threads_y > 1)
        said_put(text, size, SAY(rows_unwritten_enough_threads), lines,
                 one ? SAY(part_was) : SAY(part_were));
    else
        said_put(text, size, unwritten ? SAY(rows_unwritten) : SAY(rows_wrong),
                 lines,
                 unwritten ? one ? SAY(part_was) : SAY(part_were)
                 : one ? SAY(part_is)
                           : SAY(part_are));
}

/* From one column, or row, on to the last one. */
static bool say_lines(const struct pattern *p, bool column, char *text,
                      size_t size)
{
    const size_t many = column ? p->cols : p->rows;
    size_t first = many;
    bool mixed = false, unwritten = true;

    for (size_t k = 0; k < many && !mixed; k++) {
        enum pattern_state s = line_state(p, k, column, &mixed);

        if (s == ELEMENT_RIGHT && first < many)
            return false;
        if (s != ELEMENT_RIGHT && first == many)
            first = k;
        unwritten &= s != ELEMENT_WRONG;
    }
    if (mixed || first == 0 || first == many)
        return false;
    say_these_lines(p, first, column, unwritten, text, size);
    return true;
}

static void say_places(const struct pattern *p, const struct places *c,
                       char *text, size_t size)
{
    if (c->unwritten == p->n) {
        if (p->n > 1)
            said_put(text, size, SAY(no_element_written));
        return;
    }
    if (c->wrong == p->n)
        return;
    if (p->rows > 0 && p->rows * p->cols == p->n &&
        (say_lines(p, true, text, size) || say_lines(p, false, text, size)))
        return;
    if (c->runs == 1 && c->last == p->n - 1)
        say_end(p, c, text, size);
    else if (c->wrong == 1 && c->first == 0 && p->n >= FEW)
        said_put(text, size, SAY(first_element_wrong));
    else
        say_step(p, c, text, size);
}

void pattern_say(const struct pattern *p, char *text, size_t size)
{
    const struct places c = count_places(p);
    char values[300] = "";
    size_t used;

    *text = '\0';
    if (!c.wrong)
        return;
    pattern_say_values(p, values, sizeof values);
    if (!*values || c.wrong <= p->n / 2)
        say_places(p, &c, text, size);
    used = strlen(text);
    snprintf(text + used, size - used, "%s", values);
}
