/* student_text.c - feedback.txt: what feedback.html says, as a terminal shows
 * it, with the line of code at each finding. */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/source.h"
#include "class/view.h"
#include "show/table.h"

/* "11 | sum += a[i];"; "" where there is no such line. */
static void quote(const struct view_lab *l, const struct finding *f, char *text,
                  size_t size)
{
    char line[400];

    text[0] = '\0';
    if (view_is_own(l, f) &&
        source_line(l->submission->source, f->place.line, line, sizeof line))
        snprintf(text, size, "%d | %s", f->place.line,
                 line + strspn(line, " \t"));
}

static void put_result(const struct style *s, const struct view_lab *l)
{
    char text[4000];

    for (int i = 0; i < l->result->n_checks; i++) {
        bool again;

        if (!table_tells(l->result, i, &again))
            continue;
        quote(l, &l->result->check[i], text, sizeof text);
        table_finding(s, &l->result->check[i], text, again);
    }
    if (table_unearned(l->result))
        table_wrap(s, 3, table_unearned(l->result));
    if (table_speed(l->result, text, sizeof text))
        table_wrap(s, 3, text);
    view_passed(l->result, text, sizeof text);
    if (text[0]) {
        fprintf(s->out, "   %s %s\n", table_mark(s, STATUS_PASS), _("passed:"));
        table_wrap(s, 5, text);
    }
}

static void put_lab(const struct style *s, const struct view *v,
                    const struct view_lab *l)
{
    char text[CLASS_PATH + 200], points[100];

    view_points(l->mark, points, sizeof points);
    putc('\n', s->out);
    table_cell(s, l->lab->id, 3);
    table_cell(s, l->lab->title, TABLE_WIDTH - 4 - table_columns(points));
    fprintf(s->out, " %s\n", points);
    view_facts(v, l, text, sizeof text);
    table_wrap(s, 3, text);
    if (l->result)
        put_result(s, l);
    if (l->n < 2)
        return;
    table_wrap(s, 3, _("All that was handed in for this lab:"));
    for (int i = l->first; i < l->first + l->n; i++) {
        view_attempt(v, &v->attempt[i], text, sizeof text);
        if (v->attempt[i].submission == l->submission)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s",
                     _(" - this one is shown"));
        table_wrap(s, 5, text);
    }
}

void view_text(FILE *out, const struct view *v)
{
    const struct style s = {.out = out, .utf8 = true};
    const struct student_marks *m = v->marks;
    char text[400];

    snprintf(text, sizeof text, "%s: %s", v->title, m->student);
    table_wrap(&s, 0, text);
    snprintf(text, sizeof text, _("%s of %s points"), table_points(m->points),
             table_points(m->possible));
    table_wrap(&s, 0, text);
    for (int i = 0; i < v->n_labs; i++)
        put_lab(&s, v, &v->lab[i]);
}
