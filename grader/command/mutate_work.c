/*
 * mutate_work.c - a worker; see mutate_row.h.
 */
#define _GNU_SOURCE
#include "command/mutate_row.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/code.h"
#include "machine/interrupt.h"
#include "machine/measure.h"

int mutate_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    int result = file && fputs(text, file) >= 0 ? 0 : -1;

    if (file && fclose(file))
        result = -1;
    if (result)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return result;
}

int mutate_place(const struct subject *b, const char *name, char *path,
                 size_t size)
{
    const char *const parts[] = {"build", MUTANTS_FOLDER, name, b->lab->folder};
    size_t used = 0;

    for (int i = 0; i < 4; i++) {
        if (i < 2)
            used = (size_t)snprintf(path, size, "%s", parts[i]);
        else
            used += (size_t)snprintf(path + used, size - used, "/%s", parts[i]);
        if (mkdir(path, 0777) && errno != EEXIST) {
            fprintf(stderr, "%s: %s\n", path, strerror(errno));
            return -1;
        }
    }
    snprintf(path + used, size - used, "/%s%s", b->lab->name, b->lab->ext);
    return 0;
}

/* For grade_mutant(). */
struct comparison {
    struct code solution;
    bool keep; /* it is the solution */
    bool same;
};

static bool differs(const char *work, void *arg)
{
    struct comparison *c = arg;
    struct code code;

    if (c->keep) {
        code_free(&c->solution);
        code_read(work, &c->solution);
        return false;
    }
    code_read(work, &code);
    c->same = code_same(&code, &c->solution);
    code_free(&code);
    return !c->same;
}

enum fate mutate_fate(const struct graded *g, bool same, struct trial *t)
{
    const struct lab_result *l = &g->result;
    bool untold = false;

    if (l->check[0].status == STATUS_FAIL)
        return INVALID;
    if (same)
        return SAME_CODE;
    for (int i = 0; i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];

        if (f->status == STATUS_FAIL || f->status == STATUS_NONE) {
            t->kind = (int)f->kind;
            snprintf(t->check, sizeof t->check, "%s", f->name);
            snprintf(t->message, sizeof t->message, "%s", finding_text(f));
            return f->status == STATUS_FAIL ? CAUGHT : BROKE;
        }
        if (f->status == STATUS_UNTOLD || f->status == STATUS_SKIPPED) {
            untold = true;
            snprintf(t->message, sizeof t->message, "%s", finding_text(f));
        }
    }
    return untold ? UNTOLD : SURVIVED;
}

static int grade_one(const struct mutate *m, const struct lab *lab,
                     const char *path, struct comparison *c, struct graded *g)
{
    const struct trial_grading how = {.checks = CHECKS_TO_A_FAILURE,
                                      .seconds = CHECKS_SECONDS,
                                      .worth_it = differs,
                                      .arg = c};

    return grade_trial(lab, path, m->s->seed, &how, g);
}

static int try_mutant(const struct mutate *m, struct trial *t, const char *path,
                      struct comparison *c, struct graded *g)
{
    const struct subject *b = &m->subject[t->lab];
    double start = measure_now();
    char *text = mutant_text(b->text, &b->mutants.mutant[t->mutant]);
    int result = mutate_write(path, text);

    free(text);
    c->same = false;
    if (result || grade_one(m, b->lab, path, c, g))
        return -1;
    t->seconds = (float)(measure_now() - start);
    atomic_store(&t->verdict, (int)mutate_fate(g, c->same, t));
    return 0;
}

_Noreturn void mutate_work(const struct mutate *m, int worker)
{
    struct comparison c = {.keep = false};
    struct graded *g = calloc(1, sizeof *g);
    char name[32], path[400];
    int lab = -1, i;

    snprintf(name, sizeof name, "worker-%d", worker);
    while (g && (i = atomic_fetch_add(&m->queue->next, 1)) < m->queue->n) {
        struct trial *t = &m->queue->trial[i];
        const struct subject *b = &m->subject[t->lab];

        if (t->lab != lab) {
            lab = t->lab;
            c.keep = true;
            if (mutate_place(b, name, path, sizeof path) ||
                mutate_write(path, b->text) ||
                grade_one(m, b->lab, path, &c, g))
                _exit(1);
            c.keep = false;
        }
        if (try_mutant(m, t, path, &c, g) || interrupt_waits())
            _exit(1);
    }
    _exit(g ? 0 : 1);
}
