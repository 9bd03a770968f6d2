/* collected.c - collected.txt: what was taken from where, and what was left. */
#define _GNU_SOURCE
#include "class/gather.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"
#include "class/names.h"

static void write_taken(const struct class *c, FILE *to)
{
    size_t width = 7;

    for (int i = 0; i < c->n; i++)
        if (strlen(c->submission[i].student) > width)
            width = strlen(c->submission[i].student);
    fprintf(to, _("%d submissions were taken. Times are UTC.\n"), c->n);
    if (c->n)
        fprintf(to, "\n%-*s  %-20s %3s  %-19s  %s\n", (int)width, _("student"),
                _("lab"), _("no."), _("handed in"), _("from"));
    for (int i = 0; i < c->n; i++) {
        const struct submission *s = &c->submission[i];
        char at[40] = "-";
        struct tm t;

        if (s->at && gmtime_r(&s->at, &t))
            strftime(at, sizeof at, "%Y-%m-%d %H:%M:%S", &t);
        fprintf(to, "%-*s  %-20s %3d  %-19s  %s\n", (int)width, s->student,
                c->labs[s->lab].folder, s->number, at, s->from);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct person *const *)a)->name,
                  (*(struct person *const *)b)->name);
}

static void write_without(const struct gathered *g, FILE *to)
{
    const struct person **p = must(calloc((size_t)g->n_persons + 1, sizeof *p));
    int n = 0;

    for (int i = 0; i < g->n_persons; i++)
        if (!g->person[i].taken)
            p[n++] = &g->person[i];
    qsort(p, (size_t)n, sizeof *p, by_name);
    if (n)
        fprintf(to, _("\nNothing could be taken of %d students:\n"), n);
    for (int i = 0; i < n; i++)
        fprintf(to, "  %s\n", p[i]->name);
    free(p);
}

static int by_label(const void *a, const void *b)
{
    return strcmp((*(struct unit *const *)a)->label,
                  (*(struct unit *const *)b)->label);
}

/* The notes of this kind, under the names of what they are about. How many
 * files that are. */
static int write_notes(const struct gathered *g, struct unit *const *unit,
                       enum left left, const char *title, FILE *to)
{
    int count = 0;

    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = unit[i];
        char label[CLASS_PATH];
        bool first = true;

        for (int k = 0; k < u->n_notes; k++) {
            const struct note *n = &u->note[k];

            if (n->left != left)
                continue;
            if (!count)
                fprintf(to, "\n%s\n", title);
            names_show(u->label, label, sizeof label);
            if (first)
                fprintf(to, "  %s\n", *label ? label : _("(IN itself)"));
            first = false;
            fprintf(to, "    %s", n->why);
            if (n->names[0])
                fprintf(to, ": %s", n->names);
            if (n->count > n->named && n->count > 1)
                fprintf(to, _(", and %d more"), n->count - n->named);
            fputc('\n', to);
            count += n->count;
        }
    }
    return count;
}

int write_collected(struct gathered *g, int *left)
{
    struct unit **unit = must(calloc((size_t)g->n_units + 1, sizeof *unit));
    char path[CLASS_PATH], *text = NULL;
    size_t size = 0;
    FILE *to = must(open_memstream(&text, &size));
    int result;

    for (int i = 0; i < g->n_units; i++)
        unit[i] = &g->unit[i];
    qsort(unit, (size_t)g->n_units, sizeof *unit, by_label);
    write_taken(g->c, to);
    write_without(g, to);
    *left = write_notes(g, unit, LEFT_LOOK,
                        _("Left, and worth a look: this may be what somebody "
                          "wanted to be graded"),
                        to);
    *left += write_notes(g, unit, LEFT_OTHER, _("Left"), to);
    write_notes(g, unit, LEFT_JUNK, _("Not looked at"), to);
    if (fclose(to))
        no_memory();
    result =
        class_path(g->c, path, "collected.txt") || class_write(path, text, size)
            ? -1
            : 0;
    free(text);
    free(unit);
    return result;
}
