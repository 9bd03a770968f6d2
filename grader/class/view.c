/* view.c - see view.h. Reading first, then the words. */
#include "class/view.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"
#include "show/table.h"

/* ---- reading ------------------------------------------------------------ */

/* Take `what` out of text wherever it stands. */
static void take_out(char *text, const char *what)
{
    size_t n = strlen(what);

    for (char *at = text; n && (at = strstr(at, what));)
        memmove(at, at + n, strlen(at + n) + 1);
}

/* Of OUT/submissions/ann/1/03_reduction/reduction.c the last two names stay:
 * the rest is of the instructor's machine. */
static void tidy(struct lab_result *l, const struct submission *s)
{
    char above[CLASS_PATH];
    char *slash;

    snprintf(above, sizeof above, "%s", s->source);
    for (int i = 0; i < 2; i++)
        if ((slash = strrchr(above, '/')))
            *slash = '\0';
    if (!slash)
        return;
    slash[0] = '/';
    slash[1] = '\0';
    take_out(l->source, above);
    for (int i = 0; i < l->n_checks; i++) {
        take_out(l->check[i].place.file, above);
        take_out(l->check[i].message, above);
    }
}

/* The result of c->submission[i], read into v->reading; null if there is none,
 * or a damaged one (which was said). */
static struct lab_result *read_result(struct view *v, int i)
{
    const struct submission *s = &v->c->submission[i];
    char path[CLASS_PATH];

    if (class_result_path(v->c, i, path) || results_read(path, v->reading))
        return NULL;
    return results_get(v->reading, v->c->labs[s->lab].id);
}

/* The attempts of this student, and the results of those that count. */
static void read_attempts(struct view *v)
{
    const struct class *c = v->c;

    for (int i = 0; i < c->n; i++) {
        const struct submission *s = &c->submission[i];
        struct attempt *a;
        struct lab_result *l;

        if (strcmp(s->student, v->marks->student) != 0)
            continue;
        a = &v->attempt[v->n_attempts++];
        l = read_result(v, i);
        *a = (struct attempt){.submission = s};
        if (!l)
            continue;
        a->graded = strcmp(l->status, "error") != 0;
        a->points = l->points;
        a->max_points = l->max_points;
        if (v->marks->lab[s->lab].submission == i) {
            tidy(l, s);
            results_put(v->results, l);
        }
    }
}

static int count_attempts(const struct class *c, const char *student)
{
    int n = 0;

    for (int i = 0; i < c->n; i++)
        n += strcmp(c->submission[i].student, student) == 0;
    return n;
}

static void begin(struct view *v, const struct class *c,
                  const struct student_marks *m)
{
    v->c = c;
    v->marks = m;
    v->n_labs = v->n_attempts = 0;
    if (!v->results) {
        v->results = must(calloc(1, sizeof *v->results));
        v->reading = must(calloc(1, sizeof *v->reading));
        v->lab = must(calloc((size_t)c->n_labs + 1, sizeof *v->lab));
    }
    free(v->attempt);
    v->attempt = must(
        calloc((size_t)count_attempts(c, m->student) + 1, sizeof *v->attempt));
    v->results->n = 0;
    snprintf(v->results->src, sizeof v->results->src, "submissions/%s",
             m->student);
}

void view_read(struct view *v, const struct class *c, const struct rules *r,
               const bool *wanted, const struct student_marks *m)
{
    begin(v, c, m);
    v->rules = r;
    v->title = rules_title(r);
    if (!v->title || !*v->title)
        v->title = _("Class");
    read_attempts(v);
    for (int i = 0; i < c->n_labs; i++) {
        struct view_lab *l = &v->lab[v->n_labs];
        const struct mark *mark = &m->lab[i];

        if (!wanted[i])
            continue;
        v->n_labs++;
        *l =
            (struct view_lab){.lab = &c->labs[i],
                              .mark = mark,
                              .due = rules_due(r, i, m->student),
                              .result = results_get(v->results, c->labs[i].id)};
        if (mark->submission >= 0)
            l->submission = &c->submission[mark->submission];
        while (l->first < v->n_attempts &&
               v->attempt[l->first].submission->lab != i)
            l->first++;
        while (l->first + l->n < v->n_attempts &&
               v->attempt[l->first + l->n].submission->lab == i)
            l->n++;
    }
}

void view_free(struct view *v)
{
    free(v->results);
    free(v->reading);
    free(v->lab);
    free(v->attempt);
}

/* ---- words -------------------------------------------------------------- */

bool view_is_own(const struct view_lab *l, const struct finding *f)
{
    char own[200];

    if (!l->submission || f->place.line <= 0)
        return false;
    snprintf(own, sizeof own, "%s/%s%s", l->lab->folder, l->lab->name,
             l->lab->ext);
    return strcmp(f->place.file, own) == 0;
}

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size,
                                                      const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    if (used && used + 1 < size) {
        text[used++] = '\n';
        text[used] = '\0';
    }
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

static void add_times(const struct rules *r, const struct view_lab *l,
                      char *text, size_t size)
{
    const time_t at = l->submission ? l->submission->at : 0;
    char handed_in[DATE_TEXT], due[DATE_TEXT];

    rules_say_date(r, at, handed_in);
    rules_say_date(r, l->due, due);
    if (at && l->due)
        add(text, size, _("Handed in %s; it was due %s."), handed_in, due);
    else if (at)
        add(text, size, _("Handed in %s."), handed_in);
    else if (l->due)
        add(text, size, _("It was due %s."), due);
}

static void add_late(const struct mark *m, char *text, size_t size)
{
    if (m->days_late == 1)
        add(text, size, _("One day late: %s of %s points are taken off."),
            table_points(m->before - m->points), table_points(m->before));
    else if (m->days_late > 1)
        add(text, size, _("%d days late: %s of %s points are taken off."),
            m->days_late, table_points(m->before - m->points),
            table_points(m->before));
}

void view_facts(const struct view *v, const struct view_lab *l, char *text,
                size_t size)
{
    const struct mark *m = l->mark;

    text[0] = '\0';
    switch (m->kind) {
    case MARK_NONE:
        add(text, size, "%s",
            _("Nothing was handed in, or nothing that was changed."));
        break;
    case MARK_BROKEN:
        add(text, size, "%s",
            _("It could not be graded. That is the kit's fault: it counts "
              "neither for you nor against you. Ask your instructor to grade "
              "it again."));
        break;
    case MARK_TOO_LATE:
        add(text, size, "%s",
            _("Too late: it came after the cut-off and does not count."));
        break;
    case MARK_DROPPED:
        add(text, size, "%s",
            _("One of your weakest labs: it does not count, neither for you "
              "nor against you."));
        break;
    case MARK_COUNTS:
        break;
    }
    add_times(v->rules, l, text, size);
    if (m->kind == MARK_COUNTS || m->kind == MARK_DROPPED)
        add_late(m, text, size);
    if (m->rescaled && l->result && m->kind != MARK_BROKEN)
        add(text, size,
            _("Where it was graded, only %s of the lab's points could be "
              "measured. The share of these that you have (%s) counts for the "
              "whole lab."),
            table_points(l->result->max_points),
            table_points(l->result->points));
    if (m->could_be_more)
        add(text, size, "%s",
            _("Another file that you handed in for it could not be graded; "
              "once it is, it may count instead."));
    if (m->untold > 0 && m->kind != MARK_BROKEN)
        add(text, size,
            _("Could not be told: %s of these points. They count as earned."),
            table_points(m->untold));
}

void view_attempt(const struct view *v, const struct attempt *a, char *text,
                  size_t size)
{
    const struct submission *s = a->submission;
    char at[DATE_TEXT];

    if (s->at)
        rules_say_date(v->rules, s->at, at);
    else
        snprintf(at, sizeof at, "%s", _("time not known"));
    if (a->graded)
        snprintf(text, size, _("%d: %s, %s, %s of %s points"), s->number, at,
                 s->from, table_points(a->points), table_points(a->max_points));
    else
        snprintf(text, size, _("%d: %s, %s, not graded"), s->number, at,
                 s->from);
}

void view_passed(const struct lab_result *l, char *text, size_t size)
{
    int kind = -1;
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < l->n_checks && used < size; i++) {
        const struct finding *f = &l->check[i];
        char check[160];

        if (f->status != STATUS_PASS)
            continue;
        table_check(f, check, sizeof check);
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 kind < 0               ? ""
                                 : (int)f->kind == kind ? ", "
                                                        : "; ",
                                 (int)f->kind == kind ? f->name : check);
        kind = (int)f->kind;
    }
}

void view_points(const struct mark *m, char *text, size_t size)
{
    if (m->kind == MARK_BROKEN)
        snprintf(text, size, "%s", _("not graded"));
    else if (m->possible > 0)
        snprintf(text, size, _("%s of %s points"), table_points(m->points),
                 table_points(m->possible));
    else
        snprintf(text, size, _("%s points, a bonus"), table_points(m->points));
}
