/*
 * student_marks.c - what gradings are worth, see rules.h. First one grading,
 * then a student's submissions of one lab, then all labs of a student, then the
 * class.
 */
#include "class/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"

#define DAY 86400

/* ---- one grading --------------------------------------------------------- */

/* Points are sums of thirds and the like, and files have nine digits. */
static const double hair = 1e-6;

/* Whether there is a verdict, and figures to go by. */
static bool is_graded(const struct lab_result *l)
{
    if (!l || (strcmp(l->status, "passed") && strcmp(l->status, "failed")))
        return false;
    return l->max_points > 0 && isfinite(l->max_points) && l->points >= 0 &&
           l->points <= l->max_points + hair;
}

/* Begun, of 24 hours each, after grace. */
static int days_late(const struct terms *t, time_t at)
{
    time_t end = t->due + t->grace, days;

    if (!t->due || !at || at <= end)
        return 0;
    days = (at - end - 1) / DAY + 1;
    return days < 9999 ? (int)days : 9999;
}

static struct mark mark_by(const struct terms *t, time_t at,
                           const struct lab_result *l)
{
    struct mark m = {.submission = -1, .possible = t->bonus ? 0 : t->points};

    m.days_late = days_late(t, at);
    if (is_graded(l)) {
        m.kind = MARK_COUNTS;
        m.before = t->points * fmin(l->points / l->max_points, 1);
        m.rescaled = l->max_points < t->whole - hair;
        if (l->untold > 0)
            m.untold = fmin(t->points * (l->untold / l->max_points), m.before);
        m.points = fmax(m.before - m.days_late * t->late / 100 * t->points, 0);
    } else {
        m.kind = MARK_BROKEN;
    }
    if (t->cut_off && at > t->cut_off) {
        m.kind = MARK_TOO_LATE;
        m.points = 0;
    }
    return m;
}

struct mark rules_mark(const struct rules *r, int lab, const char *student,
                       time_t at, const struct lab_result *l)
{
    struct terms t = rules_terms(r, lab, student);

    return mark_by(&t, at, l);
}

/* ---- a student's submissions of one lab ---------------------------------- */

/* Whether a newer submission stands for the lab. One that counts goes before
 * one that could not be graded, and that before one that came too late. */
static bool is_instead(const struct mark *old, const struct mark *new,
                       bool best)
{
    static const int rank[] = {[MARK_NONE] = 0,
                               [MARK_TOO_LATE] = 1,
                               [MARK_BROKEN] = 2,
                               [MARK_COUNTS] = 3};

    if (rank[old->kind] != rank[new->kind])
        return rank[new->kind] > rank[old->kind];
    return !best || new->points > old->points;
}

/* One more submission's mark goes into that of the lab. */
static void add_submission(struct mark *m, const struct mark *new,
                           const struct terms *t)
{
    bool instead = is_instead(m, new, t->best);
    bool more =
        m->could_be_more || m->kind == MARK_BROKEN || new->kind == MARK_BROKEN;

    if (instead)
        *m = *new;
    m->could_be_more = more && (t->best || !instead) &&
                       m->kind == MARK_COUNTS && m->points < t->points - hair;
}

/* ---- all labs of a student ----------------------------------------------- */

static bool is_weaker(const struct mark *a, const struct mark *b)
{
    double part_a = a->points / a->possible, part_b = b->points / b->possible;

    return part_a != part_b ? part_a < part_b : a->possible > b->possible;
}

/* The weakest of those that may be dropped; null if that would be the last. */
static struct mark *weakest(struct mark *lab, int n_labs)
{
    struct mark *found = NULL;
    int n = 0;

    for (int i = 0; i < n_labs; i++) {
        struct mark *m = &lab[i];

        if (!(m->possible > 0) || m->kind == MARK_BROKEN ||
            m->kind == MARK_DROPPED)
            continue;
        n++;
        if (!found || is_weaker(m, found))
            found = m;
    }
    return n > 1 ? found : NULL;
}

static void add_up(struct student_marks *s, int n_labs, int drop)
{
    struct mark *dropped;

    while (drop-- > 0 && (dropped = weakest(s->lab, n_labs)))
        dropped->kind = MARK_DROPPED;
    for (int i = 0; i < n_labs; i++) {
        const struct mark *m = &s->lab[i];

        if (m->kind == MARK_BROKEN || m->kind == MARK_DROPPED)
            continue;
        s->points += m->points;
        s->possible += m->possible;
    }
}

/* ---- the class ----------------------------------------------------------- */

static struct student_marks *find(struct student_marks *m, int n,
                                  const char *student)
{
    while (n--) /* mostly the last one: submissions lie by student */
        if (!strcmp(m[n].student, student))
            return &m[n];
    return NULL;
}

/* Also those of whom nothing could be taken. */
static struct student_marks *list_students(const struct class *c, int *n)
{
    struct student_marks *m =
        must(calloc((size_t)c->n_students + 1, sizeof *m));

    *n = c->n_students;
    for (int i = 0; i < *n; i++)
        snprintf(m[i].student, CLASS_NAME, "%s", c->student[i]);
    return m;
}

static void hand_in_nothing(struct student_marks *s, const struct class *c,
                            const struct rules *r)
{
    s->lab = must(calloc((size_t)c->n_labs + 1, sizeof *s->lab));
    for (int i = 0; i < c->n_labs; i++) {
        struct terms t = rules_terms(r, i, s->student);

        s->lab[i].submission = -1;
        if (rules_wanted(r, i) && !t.bonus)
            s->lab[i].possible = t.points;
    }
}

/* What the results file of one submission says; null if there is none, or none
 * that can be read. */
static const struct lab_result *read_result(const struct class *c, int i,
                                            const char *path,
                                            struct results *space)
{
    if (results_read(path, space) < 0)
        fprintf(stderr,
                _("Remove %s, and start make class again: it will be graded "
                  "once more.\n"),
                path);
    return results_get(space, c->labs[c->submission[i].lab].id);
}

struct student_marks *marks_of_class(const struct class *c,
                                     const struct rules *r, int *n)
{
    struct results *space = must(malloc(sizeof *space));
    struct student_marks *m = list_students(c, n);

    for (int i = 0; i < *n; i++)
        hand_in_nothing(&m[i], c, r);
    for (int i = 0; i < c->n; i++) {
        const struct submission *s = &c->submission[i];
        struct terms t = rules_terms(r, s->lab, s->student);
        char path[CLASS_PATH];
        struct mark new;

        if (!rules_wanted(r, s->lab))
            continue;
        if (class_result_path(c, i, path)) {
            student_marks_free(m, *n);
            m = NULL;
            goto done;
        }
        new = mark_by(&t, s->at, read_result(c, i, path, space));
        new.submission = i;
        add_submission(&find(m, *n, s->student)->lab[s->lab], &new, &t);
    }
    for (int i = 0; i < *n; i++)
        add_up(&m[i], c->n_labs, rules_drop(r));
done:
    free(space);
    return m;
}

void student_marks_free(struct student_marks *m, int n)
{
    for (int i = 0; m && i < n; i++)
        free(m[i].lab);
    free(m);
}
