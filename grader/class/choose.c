/*
 * choose.c - of what was found, what is taken: one file per hand-in and lab;
 * under which names of students, and in which order.
 */
#define _GNU_SOURCE
#include "class/gather.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/must.h"
#include "base/say.h"
#include "base/source.h"
#include "class/names.h"

/* ---- names --------------------------------------------------------------- */

static int by_student_name(const void *a, const void *b)
{
    const struct person *p = *(struct person *const *)a,
                        *q = *(struct person *const *)b;
    int order = strcmp(p->name, q->name);

    return order ? order : strcmp(p->key, q->key);
}

/* A name for each that no other has. Who has it as it is keeps it, whoever else
 * comes to the class. */
static void name_students(struct gathered *g)
{
    struct person **p = must(calloc((size_t)g->n_persons + 1, sizeof *p));
    bool again = true;

    for (int i = 0; i < g->n_persons; i++) {
        p[i] = &g->person[i];
        names_make_safe(p[i]->who, p[i]->name);
        if (!p[i]->name[0])
            names_make_unlike(p[i]->who, p[i]->name);
    }
    for (int round = 0; again; round++) {
        again = false;
        qsort(p, (size_t)g->n_persons, sizeof *p, by_student_name);
        for (int i = 0, end; i < g->n_persons; i = end) {
            for (end = i + 1;
                 end < g->n_persons && !strcmp(p[end]->name, p[i]->name);)
                end++;
            for (int k = i; end - i > 1 && k < end; k++) {
                char text[CLASS_PATH + 40];

                if (!strcmp(p[k]->who, p[k]->name) && !round)
                    continue;
                again = true;
                snprintf(text, sizeof text, "%s%.*d", p[k]->key, round, k);
                names_make_unlike(round ? text : p[k]->who, p[k]->name);
            }
        }
    }
    free(p);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void list_students(const struct gathered *g)
{
    struct class *c = g->c;

    c->student = must(calloc((size_t)g->n_persons + 1, sizeof *c->student));
    c->n_students = g->n_persons;
    for (int i = 0; i < g->n_persons; i++)
        memcpy(c->student[i], g->person[i].name, CLASS_NAME);
    qsort(c->student, (size_t)c->n_students, sizeof *c->student, by_text);
}

/* ---- one of several files ------------------------------------------------ */

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* Of one hand-in and lab the best first. */
static int by_hand_in(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    int order = COMPARE(x->unit, y->unit);

    if (!order)
        order = COMPARE(x->lab, y->lab);
    if (!order)
        order = COMPARE(x->version, y->version);
    if (!order)
        order = COMPARE(x->out, y->out);
    if (!order)
        order = COMPARE(y->homed, x->homed);
    if (!order)
        order = COMPARE(y->exact, x->exact);
    if (!order)
        order = COMPARE(x->depth, y->depth);
    if (!order)
        order = COMPARE(y->at, x->at);
    if (!order)
        order = strcmp(x->path, y->path);
    /* Twice in one archive: the second, as with any that unpacks it. */
    return order ? order : COMPARE(y->where, x->where);
}

static bool same_hand_in(const struct found *x, const struct found *y)
{
    return x->unit == y->unit && x->lab == y->lab && x->version == y->version;
}

static bool same_bytes(const struct found *x, const struct found *y)
{
    return x->size == y->size && x->digest == y->digest;
}

/* By lab, what the text of its skeleton comes to. */
static uint64_t *read_skeletons(const struct class *c)
{
    uint64_t *skeleton = must(calloc((size_t)c->n_labs + 1, sizeof *skeleton));

    for (int i = 0; i < c->n_labs; i++) {
        char path[CLASS_PATH], *bytes;
        size_t n;

        lab_skeleton(&c->labs[i], path, sizeof path);
        bytes = source_read(path, false, &n);
        skeleton[i] = bytes ? gather_text_digest(bytes, n) : 0;
        free(bytes);
    }
    return skeleton;
}

/* Files as they were handed out, where the hand-in has anything else. */
static void leave_skeletons(struct gathered *g)
{
    uint64_t *skeleton = read_skeletons(g->c);
    bool *other = must(calloc((size_t)g->n_units + 1, sizeof *other));

    for (int i = 0; i < g->n_found; i++) {
        const struct found *f = &g->found[i];

        if (f->text != skeleton[f->lab] ||
            (i && f[-1].unit == f->unit && f[-1].lab != f->lab))
            other[f->unit] = true;
    }
    for (int i = 0; i < g->n_found; i++) {
        struct found *f = &g->found[i];

        f->out = other[f->unit] && f->text == skeleton[f->lab];
        if (f->out)
            gather_left(g, f->unit, LEFT_OTHER, f->path, "%s",
                        _("it is as it was handed out"));
    }
    free(skeleton);
    free(other);
}

/* Of each hand-in and lab all but the best are out. */
static void leave_others(struct gathered *g)
{
    const struct found *best = NULL;

    for (int i = 0; i < g->n_found; i++) {
        struct found *f = &g->found[i];
        bool tie;

        if (f->out)
            continue;
        if (!best || !same_hand_in(best, f)) {
            best = f;
            continue;
        }
        f->out = true;
        tie = best->homed == f->homed && best->exact == f->exact &&
              best->depth == f->depth;
        if (same_bytes(best, f))
            gather_left(g, f->unit, LEFT_OTHER, f->path, "%s",
                        _("it is the same file once more"));
        else
            gather_left(g, f->unit, tie ? LEFT_LOOK : LEFT_OTHER, f->path,
                        tie ? _("it could be meant as well as %s, which is %s "
                                "and was taken")
                            : _("another was taken: %s%s"),
                        best->path,
                        !tie               ? ""
                        : best->at > f->at ? _("newer")
                                           : _("first by name"));
    }
}

/* ---- the submissions ------------------------------------------------------
 */

/* A file, and whose it is. */
struct taken {
    const struct found *f;
    const struct person *p;
};

static int by_submission(const void *a, const void *b)
{
    const struct taken *x = a, *y = b;
    int order = strcmp(x->p->name, y->p->name);

    if (!order)
        order = COMPARE(x->f->lab, y->f->lab);
    if (!order)
        order = COMPARE(x->f->at, y->f->at);
    if (!order)
        order = COMPARE(x->f->version, y->f->version);
    return order ? order : COMPARE(x->f->unit, y->f->unit);
}

static struct taken *list_taken(struct gathered *g, int *n)
{
    struct taken *t;

    *n = 0;
    for (int i = 0; i < g->n_found; i++)
        *n += g->found[i].out ? 0 : g->unit[g->found[i].unit].n_persons;
    t = must(calloc((size_t)*n + 1, sizeof *t));
    *n = 0;
    for (int i = 0; i < g->n_found; i++) {
        const struct unit *u = &g->unit[g->found[i].unit];

        for (int k = 0; !g->found[i].out && k < u->n_persons; k++) {
            struct person *p = &g->person[u->person[k]];

            p->taken = true;
            t[(*n)++] = (struct taken){&g->found[i], p};
        }
    }
    qsort(t, (size_t)*n, sizeof *t, by_submission);
    return t;
}

/* "ann.zip: hw/reduction.c" */
static void say_from(const struct unit *u, const char *path,
                     char from[CLASS_PATH])
{
    char text[3 * CLASS_PATH];

    snprintf(text, sizeof text, "%s%s%s", u->label,
             !*path                     ? ""
             : u->is == HAND_IN_ARCHIVE ? ": "
                                        : "/",
             path);
    names_show(text, from, CLASS_PATH);
}

static int copy_bytes(const struct gathered *g, const struct found *f,
                      const char *to)
{
    char *bytes = must(malloc(f->size + 1));
    size_t used = 0;
    int result;

    while (used < f->size) {
        ssize_t n = pread(g->spool, bytes + used, f->size - used,
                          f->where + (off_t)used);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            fprintf(stderr, "%s: %s\n", g->c->out, strerror(errno));
            free(bytes);
            return -1;
        }
        used += (size_t)n;
    }
    result = class_write(to, bytes, f->size);
    free(bytes);
    return result;
}

static int take_all(struct gathered *g, const struct taken *t, int n)
{
    struct class *c = g->c;
    const struct taken *before = NULL;
    int number = 0;

    c->submission = must(calloc((size_t)n + 1, sizeof *c->submission));
    c->n = 0;
    for (int i = 0; i < n; before = &t[i++]) {
        const struct lab *lab = &c->labs[t[i].f->lab];
        struct submission *s = &c->submission[c->n];
        bool next =
            before && before->p == t[i].p && before->f->lab == t[i].f->lab;

        /* Downloaded twice, or handed in again as it was. */
        if (next && same_bytes(before->f, t[i].f)) {
            gather_left(g, t[i].f->unit, LEFT_OTHER, t[i].f->path,
                        _("%s has handed in the same before"), t[i].p->name);
            continue;
        }
        memcpy(s->student, t[i].p->name, CLASS_NAME);
        s->lab = t[i].f->lab;
        number = next ? number + 1 : 1;
        s->number = number;
        s->at = g->unit[t[i].f->unit].undated ? 0 : t[i].f->at;
        say_from(&g->unit[t[i].f->unit], t[i].f->path, s->from);
        if (class_path(c, s->source, "submissions/%s/%d/%s/%s%s", s->student,
                       s->number, lab->folder, lab->name, lab->ext) ||
            copy_bytes(g, t[i].f, s->source))
            return -1;
        c->n++;
    }
    return 0;
}

int choose(struct gathered *g)
{
    struct taken *t;
    int n, result;

    name_students(g);
    list_students(g);
    if (g->n_found)
        qsort(g->found, (size_t)g->n_found, sizeof *g->found, by_hand_in);
    leave_skeletons(g);
    if (g->n_found)
        qsort(g->found, (size_t)g->n_found, sizeof *g->found, by_hand_in);
    leave_others(g);
    t = list_taken(g, &n);
    result = take_all(g, t, n);
    free(t);
    return result;
}
