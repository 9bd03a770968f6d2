/*
 * mutate_report.c - what has become of the mutants; see mutate_row.h.
 */
#define _GNU_SOURCE
#include "command/mutate_row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"

#define CSV_FILE "build/mutants.csv"

static const char *const verdict_names[VERDICTS] = {
    "not done", "invalid", "same code", "caught", "survived",
    "same",     "slow",    "untold",    "broke"};

static struct mark *find_mark(struct mutate *m, const struct subject *b,
                              const struct mutant *x)
{
    struct mark *k = marks_find(&b->marks, x);

    return k ? k : marks_find(&m->common, x);
}

static void print_change(const struct mutant *x)
{
    printf("      - %s\n      + %s\n", x->before,
           *x->after ? x->after : _("(left out)"));
}

/* Keep a survivor where it can be graded by hand. */
static void keep_survivor(const struct subject *b, const struct trial *t)
{
    char name[32], path[400];
    char *text = mutant_text(b->text, &b->mutants.mutant[t->mutant]);

    snprintf(name, sizeof name, "%s.%d", b->lab->id, t->mutant);
    if (mutate_place(b, name, path, sizeof path) == 0 &&
        mutate_write(path, text) == 0)
        printf("      make grade LAB=%s SRC=%s/%s\n", b->lab->id,
               MUTANTS_FOLDER, name);
    free(text);
}

/* One that nothing has caught, but the time: graded in full, by itself. */
static int time_survivor(struct mutate *m, const struct subject *b,
                         struct trial *t)
{
    static struct graded g;
    char path[400];
    char *text = mutant_text(b->text, &b->mutants.mutant[t->mutant]);
    int result = -1;

    if (mutate_place(b, "timed", path, sizeof path) == 0 &&
        mutate_write(path, text) == 0)
        result = grade_lab(b->lab, path, m->s->seed, &m->s->style, &g);
    if (result == 0)
        atomic_store(&t->verdict, (int)mutate_fate(&g, false, t));
    free(text);
    return result;
}

static int end_trial(struct mutate *m, struct subject *b, struct trial *t)
{
    const struct mutant *x = &b->mutants.mutant[t->mutant];
    struct mark *k = find_mark(m, b, x);
    int verdict = t->verdict;

    if (verdict == SURVIVED || verdict == UNTOLD) {
        if (k)
            k->used++;
        if (m->speed && b->lab->points[KIND_SPEED] > 0 && (!k || k->slow)) {
            if (time_survivor(m, b, t))
                return -1;
            verdict = t->verdict;
        } else if (k) {
            verdict = k->slow ? SLOW : MARKED;
        }
        t->verdict = verdict;
    }
    b->count[verdict]++;
    if (verdict == CAUGHT)
        b->caught[t->kind]++;
    if (verdict == SURVIVED || verdict == BROKE) {
        printf("  %s:%d: %s%s\n", b->source, x->line, x->slip,
               verdict == BROKE ? _(" (the judge stumbled over it)") : "");
        print_change(x);
        if (verdict == BROKE)
            printf("      %s: %s\n", t->check, t->message);
        keep_survivor(b, t);
    }
    return 0;
}

static int graded_trials(const struct subject *b)
{
    return b->n - b->count[INVALID] - b->count[SAME_CODE];
}

/* What should be caught: not what is marked as being no mistake. */
static int mistakes(const struct subject *b)
{
    return graded_trials(b) - b->count[MARKED] - b->count[UNTOLD];
}

/* Marks that have explained nothing. Of a sample, or where this machine cannot
 * try all checks, only those are sure that fit no mutant there is. */
static void report_stale(const struct mutate *m, struct subject *b)
{
    bool all = !m->sample && !b->count[UNTOLD];

    for (int i = 0; i < b->marks.n; i++)
        if (!b->marks.mark[i].used &&
            (all || !mark_fits(&b->marks.mark[i], &b->mutants))) {
            printf(_("  solutions/%s/mutants:%d: this mark explains no "
                     "survivor; remove it\n"),
                   b->lab->folder, b->marks.mark[i].line);
            b->stale++;
        }
}

int mutate_report_lab(struct mutate *m, struct subject *b)
{
    bool first = true;

    printf("%s %s\n", b->lab->id, b->lab->name);
    for (int i = b->first; i < b->first + b->n; i++)
        if (end_trial(m, b, &m->queue->trial[i]))
            return -1;
    report_stale(m, b);
    printf(_("  %d mutants: %d do not compile, %d are the same code, %d were "
             "graded:\n  %d caught"),
           b->n, b->count[INVALID], b->count[SAME_CODE], graded_trials(b),
           b->count[CAUGHT]);
    for (int k = 0; k < KIND_COUNT; k++)
        if (b->caught[k]) {
            printf("%s%s %d", first ? " (" : ", ", kind_names[k], b->caught[k]);
            first = false;
        }
    printf(_("%s, %d mean the same, %d only slow, %d not told, %d not "
             "caught\n"),
           first ? "" : ")", b->count[MARKED], b->count[SLOW], b->count[UNTOLD],
           b->count[SURVIVED] + b->count[BROKE]);
    fflush(stdout);
    return 0;
}

void mutate_report_all(const struct mutate *m)
{
    printf(_("\n%-24s %7s %7s %7s %7s %7s %7s %7s\n"), _("lab"), _("graded"),
           _("caught"), _("of 100"), _("same"), _("slow"), _("untold"),
           _("open"));
    for (int i = 0; i < m->n_subjects; i++) {
        const struct subject *b = &m->subject[i];

        if (b->n)
            printf("%-24s %7d %7d %7.1f %7d %7d %7d %7d\n", b->lab->folder,
                   graded_trials(b), b->count[CAUGHT],
                   mistakes(b) ? 100.0 * b->count[CAUGHT] / mistakes(b) : 100.0,
                   b->count[MARKED], b->count[SLOW], b->count[UNTOLD],
                   b->count[SURVIVED] + b->count[BROKE]);
    }
}

static void csv_text(FILE *file, const char *text)
{
    putc(',', file);
    putc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text == '\n' ? ' ' : *text, file);
    }
    putc('"', file);
}

void mutate_write_csv(const struct mutate *m)
{
    FILE *file = fopen(CSV_FILE, "w");

    if (!file) {
        fprintf(stderr, "%s: %s\n", CSV_FILE, strerror(errno));
        return;
    }
    fprintf(file, "lab,line,verdict,seconds,slip,before,after,check,message\n");
    for (int i = 0; i < m->queue->n; i++) {
        const struct trial *t = &m->queue->trial[i];
        const struct mutant *x = &m->subject[t->lab].mutants.mutant[t->mutant];

        fprintf(file, "%s,%d,%s,%.1f", m->subject[t->lab].lab->id, x->line,
                verdict_names[t->verdict], (double)t->seconds);
        csv_text(file, x->slip);
        csv_text(file, x->before);
        csv_text(file, x->after);
        csv_text(file, t->check);
        csv_text(file, t->message);
        putc('\n', file);
    }
    fclose(file);
}

int mutate_say_result(const struct mutate *m)
{
    int open = 0, trials = 0;

    for (int i = 0; i < m->n_subjects; i++) {
        open += m->subject[i].count[SURVIVED] + m->subject[i].count[BROKE] +
                m->subject[i].stale;
        trials += graded_trials(&m->subject[i]);
    }
    if (open)
        printf(_("\nOpen: %d. Either the checks should catch it, or it is no "
                 "mistake: then\nsay why in solutions/NN_name/mutants "
                 "(docs/adding-a-lab.md). SEED=%" PRIu64 " repeats this.\n"),
               open, m->s->seed);
    else
        printf(_("\nAll %d are caught or explained.\n"), trials);
    return open ? KIT_FAILED : KIT_OK;
}
