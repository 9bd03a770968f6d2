/* grade.c - see grade.h. */
#include "command/grade.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/source.h"
#include "command/grading.h"
#include "command/next_hint.h"
#include "command/repair.h"
#include "show/table.h"

struct choice {
    const struct lab *lab;
    char source[800];
    bool grade; /* or show what is stored */
};

/* Whether the entry stands for a grading (and not only for hints that were
 * shown) whose verdict counts. */
static bool was_graded(const struct lab_result *l)
{
    return l && (!strcmp(l->status, "passed") || !strcmp(l->status, "failed"));
}

/* Whether `kit grade` does anything with this lab, and what. */
static bool choose(const struct settings *s, const struct lab *lab,
                   struct results *r, struct choice *c)
{
    const struct lab_result *old = results_get(r, lab->id);
    char skeleton[160];
    uint64_t digest;

    c->lab = lab;
    lab_source(lab, s->src, c->source, sizeof c->source);
    lab_skeleton(lab, skeleton, sizeof skeleton);
    digest = lab_digest(lab, c->source);
    c->grade = s->lab || s->seeded || !s->own || !was_graded(old) || !digest ||
               old->digest != digest;
    if (s->lab)
        return true;
    if (!s->own)
        return !source_missing(c->source);
    /* What was graded once stays true to the file, even if the file is now
     * the skeleton again, or gone. */
    return was_graded(old) ||
           (!source_missing(c->source) && !lab_same_file(c->source, skeleton));
}

/* Put a new grading into the results file. Reads the file again, because
 * `kit hint` may have written it in the meantime. */
static int store(const struct settings *s, const struct lab *lab,
                 struct results *r, struct lab_result *l)
{
    const struct lab_result *old;

    results_load(s, r);
    old = results_get(r, l->id);
    if (results_keep_speed(old, l))
        grade_count_up(lab, l);
    if (old && strcmp(l->status, "passed")) {
        l->n_hints_shown = old->n_hints_shown;
        memcpy(l->hints_shown, old->hints_shown, sizeof l->hints_shown);
    }
    results_put(r, l);
    return results_write(s->results, r);
}

/* Whether there is something of the student's that can be graded. */
static bool is_begun(const struct settings *s, const struct lab *lab)
{
    char source[800], skeleton[160];

    lab_source(lab, s->src, source, sizeof source);
    lab_skeleton(lab, skeleton, sizeof skeleton);
    return !source_missing(source) &&
           !(s->own && lab_same_file(source, skeleton));
}

bool grade_is_due(const struct settings *s, const struct lab *lab,
                  struct results *r)
{
    const struct lab_result *old = results_get(r, lab->id);
    char source[800];
    uint64_t digest;

    lab_source(lab, s->src, source, sizeof source);
    digest = lab_digest(lab, source);
    return is_begun(s, lab) &&
           (s->seeded || !was_graded(old) || !digest || old->digest != digest);
}

int grade_if_changed(const struct settings *s, const struct lab *lab,
                     struct results *r, const struct lab_result **l)
{
    static struct graded g;
    char source[800];

    *l = NULL;
    if (!is_begun(s, lab))
        return 0;
    if (grade_is_due(s, lab, r)) {
        lab_source(lab, s->src, source, sizeof source);
        if (grade_lab(lab, source, s->seed, &s->style, &g) ||
            store(s, lab, r, &g.result))
            return -1;
    }
    *l = results_get(r, lab->id);
    return 0;
}

static void say_nothing_to_do(const struct settings *s, const struct lab *labs)
{
    char path[800], text[2000];

    lab_source(&labs[0], s->src, path, sizeof path);
    if (!s->own) {
        snprintf(text, sizeof text,
                 _("There is no lab's file in %s. One "
                   "would be %s."),
                 s->src, path);
        fprintf(stderr, "%s\n", text);
        return;
    }
    snprintf(text, sizeof text,
             _("You have not changed any lab yet, so there is nothing to "
               "grade: read labs/%s/README.md, edit %s, and then type make "
               "grade%s."),
             labs[0].folder, path, s->style.command_end);
    table_wrap(&s->style, 0, text);
}

/* After the table: how to get these inputs again. */
static void print_footer(const struct settings *s, const struct lab *first,
                         int graded)
{
    char text[1400];

    putchar('\n');
    if (graded)
        snprintf(text, sizeof text,
                 _("Results are in %s. The inputs were random; repeat with "
                   "SEED=%" PRIu64 "."),
                 s->results, s->seed);
    else
        snprintf(text, sizeof text,
                 _("Nothing has changed since this was graded: edit a lab's "
                   "file first, or have one graded again as it is\n"
                   "  make grade LAB=%s%s"),
                 first->id, s->style.command_end);
    table_wrap(&s->style, 0, text);
}

/* Grade it, or take what is stored, and fill in its row of the table. */
static int do_choice(const struct settings *s, const struct choice *c,
                     struct results *r, struct graded *g, struct table_row *row)
{
    if (c->grade) {
        if (grade_lab(c->lab, c->source, s->seed, &s->style, g) ||
            store(s, c->lab, r, &g->result))
            return -1;
    } else {
        g->result = *results_get(r, c->lab->id);
    }
    row->result = &g->result;
    row->details = c->grade || s->lab;
    if (g->result.check[0].status == STATUS_FAIL) {
        struct hints h;

        hints_read(c->lab, &h, NULL, NULL);
        row->compiler = g->compiler;
        row->no_hint = !next_hint(&h, &g->result).all;
        hints_free(&h);
    }
    return 0;
}

/* Below the table: where the mistake is, if that can be found by trying. */
static int search(const struct settings *s, const struct choice *c,
                  struct results *r, struct lab_result *l)
{
    int seconds = s->search < 0 ? REPAIR_SECONDS : s->search;
    char said[700];

    if (repair_search(c->lab, c->source, s->seed, seconds, &s->style, l, said,
                      sizeof said))
        return -1;
    if (!*said)
        return 0;
    putchar('\n');
    table_wrap(&s->style, 0, said);
    fflush(stdout);
    return store(s, c->lab, r, l);
}

/* Between grade_begin() and grade_end(), with room for the n labs: an exit
 * code. */
static int grade_labs(const struct settings *s, const struct lab *labs, int n,
                      const struct lab *only, struct results *r,
                      struct choice *choice, struct graded *graded,
                      struct table_row *row)
{
    int n_choices = 0, n_graded = 0;
    bool all_passed = true;

    results_load(s, r);
    for (int i = 0; i < n; i++)
        if ((!only || only == &labs[i]) &&
            choose(s, &labs[i], r, &choice[n_choices]))
            n_choices++;
    if (n_choices == 0) {
        say_nothing_to_do(s, labs);
        return s->own ? KIT_OK : KIT_TROUBLE;
    }
    for (int i = 0; i < n_choices; i++) {
        if (do_choice(s, &choice[i], r, &graded[i], &row[i]))
            return KIT_TROUBLE;
        n_graded += choice[i].grade;
        if (row[i].details && strcmp(graded[i].result.status, "passed"))
            all_passed = false;
    }
    table_grades(&s->style, row, n_choices);
    fflush(stdout);
    for (int i = 0; i < n_choices; i++)
        if (choice[i].grade && search(s, &choice[i], r, &graded[i].result))
            return KIT_TROUBLE;
    print_footer(s, choice[0].lab, n_graded);
    return all_passed ? KIT_OK : KIT_FAILED;
}

int grade_needs_command(const struct settings *s)
{
    int n = 0;
    struct lab *labs = lab_find_all(&n);
    const struct lab *only = labs && s->lab ? lab_by_id(labs, n, s->lab) : NULL;
    struct results *r = calloc(1, sizeof *r);
    struct choice choice;

    if (labs && r) {
        results_load(s, r);
        for (int i = 0; i < n; i++)
            if ((!s->lab || only == &labs[i]) &&
                choose(s, &labs[i], r, &choice) && choice.grade)
                printf("build/checks/%s\n", labs[i].folder);
    }
    free(labs);
    free(r);
    return labs && r ? KIT_OK : KIT_TROUBLE;
}

int grade_command(const struct settings *s)
{
    int n = 0, code = KIT_TROUBLE;
    struct lab *labs = lab_find_all(&n);
    const struct lab *only = NULL;
    struct results *r = calloc(1, sizeof *r);
    struct choice *choice = calloc((size_t)n, sizeof *choice);
    struct graded *graded = calloc((size_t)n, sizeof *graded);
    struct table_row *row = calloc((size_t)n, sizeof *row);
    struct grading grading;

    if (!labs)
        goto done;
    if (s->lab && !(only = lab_by_id(labs, n, s->lab))) {
        unknown_lab(labs, n, s->lab);
    } else if (!r || !choice || !graded || !row) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
    } else if (grade_begin(&grading) == 0) {
        code = grade_labs(s, labs, n, only, r, choice, graded, row);
        grade_end(&grading);
    }
done:
    free(labs);
    free(r);
    free(choice);
    free(graded);
    free(row);
    return code;
}
