/*
 * class_csv.c - class.csv: a line for each student and lab, in nbgrader's
 * columns and two of our own. Quoted as RFC 4180 says. A cell that a
 * spreadsheet would take for a formula gets an apostrophe first: names come
 * from strangers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/finding.h"
#include "base/must.h"
#include "class/view.h"

void view_csv_text(FILE *out, const char *text)
{
    size_t size = strlen(text) + 1;
    char *clean = must(malloc(size));
    bool formula, quoted;

    text_clean(text, clean, size);
    formula = clean[0] && strchr("=+-@\t", clean[0]);
    quoted = formula || strpbrk(clean, ",\"\n");
    fputs(quoted ? "\"" : "", out);
    fputs(formula ? "'" : "", out);
    for (const char *p = clean; *p; p++) {
        if (*p == '"')
            putc('"', out);
        putc(*p, out);
    }
    fputs(quoted ? "\"" : "", out);
    free(clean);
}

/* 10, 9.5, 3.3333: no more digits than say anything. */
static void put_number(FILE *out, double x)
{
    fprintf(out, ",%.10g", round(x * 1e4) / 1e4 + 0.0);
}

static void put_time(FILE *out, time_t at)
{
    char text[32] = "";
    struct tm t;

    if (at && gmtime_r(&at, &t))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &t);
    fprintf(out, ",%s", text);
}

static const char *status_of(const struct mark *m)
{
    switch (m->kind) {
    case MARK_COUNTS:
        return m->days_late ? "late" : "counts";
    case MARK_TOO_LATE:
        return "too_late";
    case MARK_BROKEN:
        return "not_graded";
    case MARK_DROPPED:
        return "dropped";
    default:
        return "missing";
    }
}

void view_csv_head(FILE *out)
{
    fputs("assignment,duedate,timestamp,student_id,last_name,first_name,email,"
          "raw_score,late_submission_penalty,score,max_score,status,untold\r\n",
          out);
}

/* A lab that could not be graded has no points, not 0. */
void view_csv(FILE *out, const struct view *v)
{
    for (int i = 0; i < v->n_labs; i++) {
        const struct view_lab *l = &v->lab[i];
        const struct mark *m = l->mark;

        view_csv_text(out, l->lab->folder);
        put_time(out, l->due);
        put_time(out, l->submission ? l->submission->at : 0);
        putc(',', out);
        view_csv_text(out, v->marks->student);
        fputs(",,,", out); /* names and address: not known here */
        if (m->kind == MARK_BROKEN) {
            fputs(",,,", out);
        } else {
            put_number(out, m->before);
            put_number(out, m->before - m->points);
            put_number(out, m->points);
        }
        put_number(out, m->possible);
        fprintf(out, ",%s", status_of(m));
        put_number(out, m->untold);
        fputs("\r\n", out);
    }
}
