/* student_page.c - feedback.html: one student's labs, each with what was found
 * inside its code. */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/source.h"
#include "class/html.h"
#include "class/view.h"
#include "show/table.h"

#define MAX_LINES 5000 /* of code that are shown; labs have some hundred */
#define MAX_LINE 400   /* bytes of one */

/* ---- a finding ---------------------------------------------------------- */

static const char *status_words(enum check_status status)
{
    switch (status) {
    case STATUS_PASS:
        return _("passed");
    case STATUS_FAIL:
        return _("failed");
    case STATUS_UNTOLD:
        return _("could not be told");
    case STATUS_SKIPPED:
        return _("left out");
    default:
        return _("never finished");
    }
}

/* with_place: it does not stand at its line. */
static void put_finding(FILE *out, const struct finding *f, bool with_place,
                        bool again)
{
    const struct style utf8 = {.utf8 = true};
    char check[160];

    table_check(f, check, sizeof check);
    html(out,
         "<div class=\"finding %s\"><p class=\"check\"><span role=\"img\" "
         "aria-label=\"%s\">%s</span> %s",
         status_names[f->status], status_words(f->status),
         table_mark(&utf8, f->status), check);
    if (with_place && f->place.file[0]) {
        html(out, " <code class=\"dim\">%s", f->place.file);
        if (f->place.line)
            html(out, ":%d", f->place.line);
        html(out, "</code>");
    }
    html(out, "</p>");
    if (again || f->message[0])
        html(out, "<p class=\"words\">%s</p>",
             again ? _("As above.") : finding_text(f));
    html(out, "</div>\n");
}

/* ---- the code ----------------------------------------------------------- */

static int count_lines(const char *code)
{
    int n = 0;

    for (; *code; code += *code == '\n') {
        code += strcspn(code, "\n");
        n++;
    }
    return n;
}

/* The findings at line `number` of the first `lines` lines, or with 0 those at
 * none of them; with `out` null they are only counted. How many. */
static int put_findings(FILE *out, const struct view_lab *l, int number,
                        int lines)
{
    int n = 0;

    for (int i = 0; i < l->result->n_checks; i++) {
        const struct finding *f = &l->result->check[i];
        int line =
            view_is_own(l, f) && f->place.line <= lines ? f->place.line : 0;
        bool again;

        if (line != number || !table_tells(l->result, i, &again))
            continue;
        if (out)
            put_finding(out, f, number == 0, again);
        n++;
    }
    return n;
}

static void put_line(FILE *out, const struct view_lab *l, const char *line,
                     size_t length, int number, int lines)
{
    const bool told = l->result && put_findings(NULL, l, number, lines) > 0;
    char text[MAX_LINE + 10];
    size_t n = length < MAX_LINE ? length : MAX_LINE;

    memcpy(text, line, n);
    text[n] = '\0';
    n = n && text[n - 1] == '\r' ? n - 1 : n;
    snprintf(text + n, sizeof text - n, "%s", length > MAX_LINE ? " ..." : "");
    if (told)
        html(out, "<li id=\"l%s-%d\" class=\"told\"><code>%s</code>\n",
             l->lab->id, number, text);
    else
        html(out, "<li><code>%s</code>", text);
    if (told)
        put_findings(out, l, number, lines);
    html(out, "</li>\n");
}

/* open: there is something to see in it. */
static void put_code(FILE *out, const struct view_lab *l, const char *code,
                     int all, int lines, bool open)
{
    char text[200];

    html(out, open ? "<details open=\"open\">" : "<details>");
    html(out, "<summary>%s%s: ", l->lab->name, l->lab->ext);
    snprintf(text, sizeof text,
             lines < all ? _("%d lines, of which the first %d are shown")
                         : _("%d lines"),
             all, lines);
    html(out, "%s</summary>\n<ol class=\"code\">\n", text);
    for (int number = 1; number <= lines; number++) {
        size_t length = strcspn(code, "\n");

        put_line(out, l, code, length, number, lines);
        code += length + (code[length] == '\n');
    }
    html(out, "</ol>\n</details>\n");
}

/* The file as it was graded; to be freed. Null if it cannot be read. */
static char *read_code(const struct view_lab *l)
{
    size_t n;
    char *code =
        l->submission ? source_read(l->submission->source, false, &n) : NULL;

    for (size_t i = 0; code && i < n; i++)
        if (!code[i])
            code[i] = '?';
    return code;
}

/* ---- a lab -------------------------------------------------------------- */

static void put_result(FILE *out, const struct view_lab *l, int lines)
{
    char text[4000];

    put_findings(out, l, 0, lines);
    if (table_unearned(l->result))
        html(out, "<p>%s</p>\n", table_unearned(l->result));
    if (table_speed(l->result, text, sizeof text))
        html(out, "<p>%s</p>\n", text);
    view_passed(l->result, text, sizeof text);
    if (text[0])
        html(out, "<p><span class=\"pass\">✓ %s</span> %s</p>\n", _("passed:"),
             text);
}

static void put_attempts(FILE *out, const struct view *v,
                         const struct view_lab *l)
{
    char text[CLASS_PATH + 200];

    if (l->n < 2)
        return;
    html(out, "<details><summary>%s</summary>\n<ul>\n",
         _("All that was handed in for this lab"));
    for (int i = l->first; i < l->first + l->n; i++) {
        const struct attempt *a = &v->attempt[i];

        view_attempt(v, a, text, sizeof text);
        html(out, "<li>%s%s</li>\n", text,
             a->submission == l->submission ? _(" - this one is shown") : "");
    }
    html(out, "</ul>\n</details>\n");
}

static void put_lab(FILE *out, const struct view *v, const struct view_lab *l)
{
    char *code = read_code(l);
    int all = code ? count_lines(code) : 0;
    int lines = all < MAX_LINES ? all : MAX_LINES;
    char text[1200];

    view_points(l->mark, text, sizeof text);
    html(out,
         "<section id=\"lab%s\">\n<h2 class=\"lab\">%s %s <span>%s</span>"
         "</h2>\n",
         l->lab->id, l->lab->id, l->lab->title, text);
    view_facts(v, l, text, sizeof text);
    html(out, "<p class=\"words dim\">%s</p>\n", text);
    if (l->result)
        put_result(out, l, lines);
    if (code) /* open if some findings stand inside */
        put_code(out, l, code, all, lines,
                 l->result && put_findings(NULL, l, 0, lines) <
                                  put_findings(NULL, l, 0, 0));
    put_attempts(out, v, l);
    html(out, "</section>\n");
    free(code);
}

/* ---- the page ----------------------------------------------------------- */

/* What the points alone do not say. */
static const char *aside(const struct mark *m)
{
    switch (m->kind) {
    case MARK_NONE:
        return _(", nothing handed in");
    case MARK_TOO_LATE:
        return _(", too late");
    case MARK_DROPPED:
        return _(", does not count");
    default:
        return m->days_late ? _(", late") : "";
    }
}

static void put_summary(FILE *out, const struct view *v)
{
    char text[100];

    html(out,
         "<div class=\"wide\"><table><thead><tr><th scope=\"col\">%s</th>"
         "<th scope=\"col\" class=\"n\">%s</th></tr></thead><tbody>\n",
         _("Lab"), _("Points"));
    for (int i = 0; i < v->n_labs; i++) {
        const struct view_lab *l = &v->lab[i];

        view_points(l->mark, text, sizeof text);
        html(out,
             "<tr><th scope=\"row\"><a href=\"#lab%s\">%s %s</a></th>"
             "<td class=\"n\">%s%s</td></tr>\n",
             l->lab->id, l->lab->id, l->lab->title, text, aside(l->mark));
    }
    html(out, "</tbody></table></div>\n");
}

void view_page(FILE *out, const struct view *v)
{
    const struct student_marks *m = v->marks;
    char title[400], total[200];

    snprintf(title, sizeof title, "%s: %s", v->title, m->student);
    snprintf(total, sizeof total, _("%s of %s points"), table_points(m->points),
             table_points(m->possible));
    html_begin(out, title, false);
    html(out, "<p class=\"dim\">%s</p>\n<h1>%s</h1>\n<p>%s</p>\n", v->title,
         m->student, total);
    put_summary(out, v);
    for (int i = 0; i < v->n_labs; i++)
        put_lab(out, v, &v->lab[i]);
    html_end(out, false);
}
