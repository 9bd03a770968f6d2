/* overview.c - see overview.h: the marks, then what the class found hard, then
 * what an instructor has to know about single marks. */
#include "class/overview.h"

#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "class/html.h"
#include "show/table.h"

#define SHOWN 15 /* of checks and mistakes; the others are folded away */
#define MOST 150 /* ... of them at most */

/* A link to a student's page, at a lab, and a line if it is not 0. */
static void begin_link(FILE *out, const char *student, const struct lab *lab,
                       int line)
{
    char address[3 * CLASS_NAME];

    html(out, "<a href=\"students/%s/feedback.html",
         html_address(student, address));
    if (line)
        html(out, "#l%s-%d", lab->id, line);
    else if (lab)
        html(out, "#lab%s", lab->id);
    html(out, "\">");
}

/* ---- the marks ---------------------------------------------------------- */

/* How much of what is possible was reached. */
static const char *shade(const struct mark *m)
{
    double share = m->possible > 0 ? m->points / m->possible : 0;

    if (m->kind == MARK_NONE)
        return "";
    if (m->kind == MARK_BROKEN || m->kind == MARK_DROPPED || m->possible <= 0)
        return "other";
    if (share >= 1 - 1e-9)
        return "q4";
    return share >= 0.75 ? "q3" : share >= 0.5 ? "q2" : share > 0 ? "q1" : "q0";
}

static void put_sign(FILE *out, const char *sign, const char *meaning)
{
    html(out, " <small title=\"%s\">%s</small>", meaning, sign);
}

static void put_mark(FILE *out, const struct student_marks *s,
                     const struct lab *lab, const struct mark *m)
{
    if (m->kind == MARK_NONE) {
        html(out, "<td class=\"n\" data-v=\"-2\">–</td>");
        return;
    }
    html(out, "<td class=\"n %s\" data-v=\"%s\">", shade(m),
         m->kind == MARK_BROKEN ? "-1" : table_points(m->points));
    begin_link(out, s->student, lab, 0);
    if (m->kind == MARK_BROKEN)
        html(out, "!");
    else if (m->kind == MARK_DROPPED)
        html(out, "(%s)", table_points(m->points));
    else
        html(out, "%s", table_points(m->points));
    html(out, "</a>");
    if (m->kind == MARK_TOO_LATE)
        put_sign(out, "×", _("too late"));
    else if (m->days_late)
        put_sign(out, "L", _("late"));
    if (m->untold > 0 && m->kind != MARK_BROKEN)
        put_sign(out, "?", _("some of it could not be told"));
    if (m->rescaled && m->kind != MARK_BROKEN)
        put_sign(out, "~", _("rescaled"));
    if (m->could_be_more)
        put_sign(out, "+", _("another file could not be graded"));
    html(out, "</td>");
}

/* What a lab is worth; 0 for a bonus. */
static double possible(const struct overview *o, int lab)
{
    double most = 0;

    for (int i = 0; i < o->n; i++)
        if (o->student[i]->lab[lab].possible > most)
            most = o->student[i]->lab[lab].possible;
    return most;
}

static void put_head(FILE *out, const struct overview *o)
{
    html(out, "<thead><tr><th scope=\"col\">%s</th>", _("Student"));
    for (int i = 0; i < o->c->n_labs; i++) {
        double most = possible(o, i);

        if (!o->wanted[i])
            continue;
        html(out, "<th scope=\"col\" class=\"n\" title=\"%s\">%s<br/><small>",
             o->c->labs[i].title, o->c->labs[i].id);
        if (most > 0)
            html(out, "/%s", table_points(most));
        else
            html(out, "%s", _("bonus"));
        html(out, "</small></th>");
    }
    html(out,
         "<th scope=\"col\" class=\"n\">%s</th><th scope=\"col\" "
         "class=\"n\">%%</th></tr></thead>\n",
         _("Total"));
}

static void put_share(FILE *out, double points, double most)
{
    if (most > 0)
        html(out, "<td class=\"n\">%d</td>", (int)(100 * points / most + 0.5));
    else
        html(out, "<td class=\"n\">–</td>");
}

static void put_student(FILE *out, const struct overview *o,
                        const struct student_marks *s)
{
    html(out, "<tr><th scope=\"row\">");
    begin_link(out, s->student, NULL, 0);
    html(out, "%s</a></th>", s->student);
    for (int i = 0; i < o->c->n_labs; i++)
        if (o->wanted[i])
            put_mark(out, s, &o->c->labs[i], &s->lab[i]);
    html(out, "<td class=\"n\" data-v=\"%s\">%s<small>/%s</small></td>",
         table_points(s->points), table_points(s->points),
         table_points(s->possible));
    put_share(out, s->points, s->possible);
    html(out, "</tr>\n");
}

/* Nothing was handed in; it may be one of the weakest for that. */
static bool is_missing(const struct mark *m)
{
    return m->kind == MARK_NONE ||
           (m->kind == MARK_DROPPED && m->submission < 0);
}

static bool is_broken(const struct mark *m)
{
    return m->kind == MARK_BROKEN;
}

static bool has_mark(const struct mark *m)
{
    return !is_missing(m) && !is_broken(m);
}

/* The mean of those that have points in a lab. */
static void put_means(FILE *out, const struct overview *o)
{
    double all = 0, most = 0;

    html(out, "<tfoot><tr><th scope=\"row\">%s</th>", _("Mean"));
    for (int i = 0; i < o->c->n_labs; i++) {
        double sum = 0;
        int n = 0;

        for (int k = 0; k < o->n; k++) {
            const struct mark *m = &o->student[k]->lab[i];

            if (!has_mark(m))
                continue;
            sum += m->points;
            n++;
        }
        if (o->wanted[i])
            html(out, "<td class=\"n\">%s</td>",
                 n ? table_points(sum / n) : "–");
    }
    for (int k = 0; k < o->n; k++) {
        all += o->student[k]->points;
        most += o->student[k]->possible;
    }
    html(out, "<td class=\"n\">%s</td>", o->n ? table_points(all / o->n) : "–");
    put_share(out, all, most);
    html(out, "</tr></tfoot>\n");
}

static void put_marks(FILE *out, const struct overview *o)
{
    html(out, "<p class=\"dim\">%s</p>\n",
         _("Points after all rules. – nothing handed in, ! could not be "
           "graded, (7) one of the weakest, does not count, L late, × too "
           "late, ? some of it could not be told, ~ rescaled, + another file, "
           "which may count instead, could not be graded. Mean: of what was "
           "handed in."));
    html(out,
         "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"%s\">"
         "<table class=\"marks sorts\">\n",
         _("Marks"));
    put_head(out, o);
    html(out, "<tbody>\n");
    for (int i = 0; i < o->n; i++)
        put_student(out, o, o->student[i]);
    html(out, "</tbody>\n");
    put_means(out, o);
    html(out, "</table></div>\n");
}

/* ---- what was found hard ------------------------------------------------ */

static void put_lab(FILE *out, const struct lab *lab)
{
    html(out, "%s <span class=\"dim\">%s</span>", lab->id, lab->title);
}

static void put_checks(FILE *out, const struct tally *t, int from, int to)
{
    html(out,
         "<div class=\"wide\"><table class=\"sorts\"><thead><tr>"
         "<th scope=\"col\">%s</th><th scope=\"col\">%s</th>"
         "<th scope=\"col\" class=\"n\">%s</th>"
         "<th scope=\"col\" class=\"n\">%%</th>"
         "<th scope=\"col\" class=\"n\">%s</th></tr></thead><tbody>\n",
         _("Lab"), _("Check"), _("Failed"), _("Not reached"));
    for (int i = from; i < to; i++) {
        const struct tally_check *c = &t->check[i];

        html(out, "<tr><td>");
        put_lab(out, c->lab);
        html(out, "</td><td>%s: %s</td>", table_kind(c->kind), c->name);
        html(out, "<td class=\"n\" data-v=\"%d\">%d", c->failed, c->failed);
        html(out, "<small>/%d</small></td>", c->of);
        put_share(out, c->failed, c->of);
        html(out, "<td class=\"n\">%d</td></tr>\n", c->not_run);
    }
    html(out, "</tbody></table></div>\n");
}

static void put_mistakes(FILE *out, const struct overview *o, int from, int to)
{
    html(out,
         "<div class=\"wide\"><table class=\"sorts\"><thead><tr>"
         "<th scope=\"col\" class=\"n\">%s</th><th scope=\"col\">%s</th>"
         "<th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr></thead>"
         "<tbody>\n",
         _("Students"), _("Labs"), _("Mistake"), _("Example"));
    for (int i = from; i < to; i++) {
        const struct tally_mistake *m = o->tally.mistake[i];

        html(out, "<tr><td class=\"n\">%d</td><td>", m->students);
        for (int k = 0; k < o->c->n_labs; k++)
            if (m->lab[k])
                html(out, "%s ", o->c->labs[k].id);
        html(out, "</td><td><b>%s: %s</b><p class=\"words\">%s</p>",
             table_kind(m->kind), m->name, m->sentence);
        html(out,
             "<details><summary>%s</summary><p class=\"words\">%s</p>"
             "</details></td><td>",
             _("what one of them reads"), m->message);
        begin_link(out, m->student, m->in, m->line);
        html(out, "%s, %s</a></td></tr>\n", m->student, m->in->id);
    }
    html(out, "</tbody></table></div>\n");
}

/* The first ones, and the others where a click shows them. */
static void put_hard(FILE *out, const struct overview *o)
{
    const struct tally *t = &o->tally;
    int n = 0;

    while (n < t->n_checks && n < MOST && t->check[n].failed)
        n++;
    html(out, "<h2 id=\"hard\">%s</h2>\n", _("The hardest checks"));
    html(out, "<p class=\"dim\">%s</p>\n",
         _("Of those whose submission counts and could be tried, how many "
           "failed; not reached: an earlier check had failed."));
    put_checks(out, t, 0, n < SHOWN ? n : SHOWN);
    if (n > SHOWN) {
        html(out, "<details><summary>%s</summary>\n", _("The others"));
        put_checks(out, t, SHOWN, n);
        html(out, "</details>\n");
    }
}

static void put_common(FILE *out, const struct overview *o)
{
    int n = o->tally.n_mistakes < MOST ? o->tally.n_mistakes : MOST;

    html(out, "<h2 id=\"mistakes\">%s</h2>\n", _("The commonest mistakes"));
    html(out, "<p class=\"dim\">%s</p>\n",
         _("N stands for a number, `...` for a name or a piece of code. Of "
           "each student and lab the first finding of each kind counts, "
           "because the next ones mostly come from it."));
    put_mistakes(out, o, 0, n < SHOWN ? n : SHOWN);
    if (n > SHOWN) {
        html(out, "<details><summary>%s</summary>\n", _("The others"));
        put_mistakes(out, o, SHOWN, n);
        html(out, "</details>\n");
    }
}

/* ---- single marks ------------------------------------------------------- */

static void put_who(FILE *out, const char *student, const struct lab *lab,
                    bool *first)
{
    html(out, *first ? "" : ", ");
    *first = false;
    begin_link(out, student, lab, 0);
    html(out, "%s</a>", student);
}

static void put_untold(FILE *out, const struct overview *o)
{
    bool any = false;

    html(out, "<h2 id=\"untold\">%s</h2>\n", _("What could not be told"));
    for (int i = 0; i < o->tally.n_checks; i++) {
        const struct tally_check *c = &o->tally.check[i];
        bool first = true;

        if (!c->n_untold)
            continue;
        html(out, any ? "" : "<ul>\n");
        any = true;
        html(out, "<li>");
        put_lab(out, c->lab);
        html(out, ", %s: %s: ", table_kind(c->kind), c->name);
        for (int k = 0; k < c->n_untold; k++)
            put_who(out, c->untold[k], c->lab, &first);
        html(out, "</li>\n");
    }
    html(out, any ? "</ul>\n<p>%s</p>\n" : "<p>%s</p>\n",
         any ? _("These checks count as passed. A grading on a quiet machine "
                 "may tell.")
             : _("Everything could be told."));
}

static bool is_to_be_graded(const struct mark *m)
{
    return is_broken(m) || m->could_be_more;
}

static bool is_rescaled(const struct mark *m)
{
    return m->rescaled && m->kind != MARK_BROKEN && m->kind != MARK_NONE;
}

/* The students of whom something is true, lab by lab. False if there are
 * none. */
static bool put_list(FILE *out, const struct overview *o,
                     bool (*is_so)(const struct mark *))
{
    bool any = false;

    for (int i = 0; i < o->c->n_labs; i++) {
        bool first = true;

        for (int k = 0; k < o->n; k++) {
            if (!o->wanted[i] || !is_so(&o->student[k]->lab[i]))
                continue;
            if (first) {
                html(out, any ? "<li>" : "<ul>\n<li>");
                put_lab(out, &o->c->labs[i]);
                html(out, ": ");
            }
            any = true;
            put_who(out, o->student[k]->student, &o->c->labs[i], &first);
        }
        html(out, first ? "" : "</li>\n");
    }
    html(out, any ? "</ul>\n" : "");
    return any;
}

static void put_single(FILE *out, const struct overview *o)
{
    put_untold(out, o);
    html(out, "<h2 id=\"rescaled\">%s</h2>\n", _("Rescaled marks"));
    html(out, "<p>%s</p>\n",
         put_list(out, o, is_rescaled)
             ? _("Where these were graded, not all of the lab could be "
                 "measured (speed, without a GPU or with one core); the share "
                 "that was reached of what could be measured counts for the "
                 "whole lab, so that nobody loses or wins points by the "
                 "machine.")
             : _("None: all of every lab could be measured."));
    html(out, "<h2 id=\"broken\">%s</h2>\n", _("Could not be graded"));
    html(out, "<p>%s</p>\n",
         put_list(out, o, is_to_be_graded)
             ? _("That is the kit's fault, or the machine's: these count "
                 "neither for nor against anybody. Started again, make class "
                 "grades them again.")
             : _("None."));
}

/* ---- the page ----------------------------------------------------------- */

static void put_counts(FILE *out, const struct overview *o)
{
    int labs = 0, graded = 0, missing = 0, untold = 0, broken = 0, rescaled = 0;
    char text[400];

    for (int i = 0; i < o->c->n_labs; i++)
        for (int k = 0; o->wanted[i] && k < o->n; k++) {
            const struct mark *m = &o->student[k]->lab[i];

            missing += is_missing(m);
            broken += is_broken(m);
            graded += has_mark(m);
            untold += m->untold > 0 && !is_broken(m);
            rescaled += is_rescaled(m);
        }
    for (int i = 0; i < o->c->n_labs; i++)
        labs += o->wanted[i];
    snprintf(text, sizeof text,
             _("Students: %d. Labs: %d. Marks: %d; nothing handed in: %d."),
             o->n, labs, graded, missing);
    html(out, "<p>%s ", text);
    snprintf(text, sizeof text, _("Not all told: %d."), untold);
    html(out, "<a href=\"#untold\">%s</a> ", text);
    snprintf(text, sizeof text, _("Rescaled: %d."), rescaled);
    html(out, "<a href=\"#rescaled\">%s</a> ", text);
    snprintf(text, sizeof text, _("Could not be graded: %d."), broken);
    html(out, "<a href=\"#broken\">%s</a></p>\n", text);
    html(out,
         "<p><a href=\"#hard\">%s</a> · <a href=\"#mistakes\">%s</a> · "
         "<a href=\"class.csv\">class.csv</a></p>\n",
         _("The hardest checks"), _("The commonest mistakes"));
}

void overview_page(FILE *out, const struct overview *o)
{
    html_begin(out, o->title, true);
    html(out, "<h1>%s</h1>\n", o->title);
    put_counts(out, o);
    put_marks(out, o);
    put_hard(out, o);
    put_common(out, o);
    put_single(out, o);
    html_end(out, true);
}
