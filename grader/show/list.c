/*
 * list.c - see table.h: the list of labs. First where one is, then the lines of
 * a lab and of a decade of labs, then what to do next.
 */
#include "show/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/say.h"

/* ---- where one is ------------------------------------------------------- */

static int decade(const struct table_item *item)
{
    return atoi(item->lab->id) / 10;
}

/* The lab to go on with: where one was last, or behind it the first one that is
 * not passed, or else before it. Null if all are passed. */
static const struct table_item *next_item(const struct table_item *items, int n)
{
    int last = 0;

    for (int i = 1; i < n; i++)
        if (items[i].touched > items[last].touched)
            last = i;
    for (int i = 0; i < n; i++) {
        const struct table_item *item = &items[(last + i) % n];
        if (item->state != LAB_PASSED)
            return item;
    }
    return NULL;
}

static int count_passed(const struct table_item *items, int n)
{
    int passed = 0;

    for (int i = 0; i < n; i++)
        passed += items[i].state == LAB_PASSED;
    return passed;
}

/* ---- lines -------------------------------------------------------------- */

static void print_bar(const struct style *s, int passed, int n)
{
    const int width = 30;
    int full = n ? width * passed / n : 0;

    putc('[', s->out);
    fputs(table_color(s, GREEN), s->out);
    for (int i = 0; i < width; i++) {
        if (i == full)
            fputs(table_color(s, PLAIN), s->out);
        fputs(i < full ? (s->utf8 ? "█" : "#") : (s->utf8 ? "░" : "."), s->out);
    }
    fprintf(s->out, "%s] ", table_color(s, PLAIN));
}

static void print_line(const struct style *s, const char *number, int width,
                       const char *title, const char *code, const char *text)
{
    table_cell(s, number, width);
    table_cell(s, title, 48 - width);
    fprintf(s->out, "  %s%s%s\n", table_color(s, code), text,
            table_color(s, PLAIN));
}

static void print_item(const struct style *s, const struct table_item *item)
{
    const struct lab_result *l = item->result;
    const char *code = "";
    char text[200] = "";
    char points[80] = "";

    if (l)
        table_points_of(l, points, sizeof points);
    switch (item->state) {
    case LAB_MISSING:
        snprintf(text, sizeof text, _("file is missing"));
        code = RED;
        break;
    case LAB_NOT_STARTED:
        snprintf(text, sizeof text, _("not started"));
        break;
    case LAB_IN_PROGRESS:
        snprintf(text, sizeof text, _("in progress"));
        code = YELLOW;
        break;
    case LAB_CHANGED:
        snprintf(text, sizeof text, _("changed since it was graded"));
        code = YELLOW;
        break;
    case LAB_PASSED:
        snprintf(text, sizeof text, _("passed %s"), points);
        code = GREEN;
        break;
    case LAB_FAILED:
        snprintf(text, sizeof text, _("failed %s"), points);
        code = RED;
        break;
    case LAB_ERROR:
        snprintf(text, sizeof text, _("could not be graded"));
        code = RED;
        break;
    }
    print_line(s, item->lab->id, 4, item->lab->title, code, text);
}

/* The labs of one decade in a line: "21-27  matrix product  3 of 7 passed". */
static void print_folded(const struct style *s, const struct table_item *items,
                         int n)
{
    const int passed = count_passed(items, n);
    char numbers[32], text[80];
    bool begun = false;

    for (int i = 0; i < n; i++)
        begun = begun || items[i].state != LAB_NOT_STARTED;
    snprintf(numbers, sizeof numbers, "%s-%s", items[0].lab->id,
             items[n - 1].lab->id);
    if (begun)
        snprintf(text, sizeof text, _("%d of %d passed"), passed, n);
    else
        snprintf(text, sizeof text, _("not started"));
    print_line(s, numbers, 7,
               *items[0].lab->group ? items[0].lab->group : items[0].lab->title,
               passed == n ? GREEN
               : begun     ? YELLOW
                           : "",
               text);
}

/* What to type next. */
static void print_next(const struct style *s, const struct table_item *item)
{
    const char *id = item->lab->id;
    char text[1600];

    switch (item->state) {
    case LAB_MISSING:
        snprintf(text, sizeof text,
                 _("Next: get the skeleton again\n  make reset LAB=%s%s"), id,
                 s->command_end);
        break;
    case LAB_NOT_STARTED:
        snprintf(text, sizeof text,
                 _("Next: read labs/%s/README.md, edit %s, and run it with\n"
                   "  make lab%s%s"),
                 item->lab->folder, item->source, id, s->command_end);
        break;
    case LAB_FAILED:
        snprintf(text, sizeof text,
                 _("Next: see again what went wrong, or take a hint\n"
                   "  make grade LAB=%s%s\n  make hint LAB=%s%s"),
                 id, s->command_end, id, s->command_end);
        break;
    default:
        snprintf(text, sizeof text,
                 _("Next: have it graded\n  make grade LAB=%s%s"), id,
                 s->command_end);
        break;
    }
    table_wrap(s, 0, text);
}

/* ---- the whole ---------------------------------------------------------- */

void table_list(const struct style *s, const struct table_item *items, int n)
{
    const struct table_item *next = next_item(items, n);
    const int passed = count_passed(items, n);
    double points = 0, max = 0;

    for (int i = 0, of_decade; i < n; i += of_decade) {
        for (of_decade = 1; i + of_decade < n; of_decade++)
            if (decade(&items[i + of_decade]) != decade(&items[i]))
                break;
        if (s->terminal && of_decade > 1 &&
            (!next || decade(next) != decade(&items[i])))
            print_folded(s, items + i, of_decade);
        else
            for (int k = i; k < i + of_decade; k++)
                print_item(s, &items[k]);
    }
    for (int i = 0; i < n; i++) {
        const struct table_item *item = &items[i];
        bool graded = item->state == LAB_PASSED || item->state == LAB_FAILED;

        if (graded)
            points += item->result->points;
        /* What this machine cannot try is not in result->max_points. */
        if (graded)
            max += item->result->max_points;
        else
            for (int k = 0; k < KIND_COUNT; k++)
                max += item->lab->points[k];
    }
    putc('\n', s->out);
    print_bar(s, passed, n);
    fprintf(s->out, _("%d of %d labs, %s of %s points\n"), passed, n,
            table_points(points), table_points(max));
    if (next)
        print_next(s, next);
    else
        fprintf(s->out, _("All labs are passed. Well done!\n"));
}
