/*
 * verify.c - see verify.h. For every lab: are its files there, do the links
 * and commands in its handout lead somewhere, does the skeleton fail, does the
 * solution pass, and is every known wrong answer caught for the right reason,
 * with a first hint that fits (hint_check.h)? And does each sentence of the
 * contract belong to a test that fails when it is broken (promise.h)?
 */
#include "command/verify.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hints.h"
#include "base/say.h"
#include "base/tokens.h"
#include "command/expected.h"
#include "command/grading.h"
#include "command/handout.h"
#include "command/hint_check.h"
#include "command/promise.h"
#include "command/repair.h"
#include "command/turns.h"
#include "machine/race_tools.h"
#include "variants/marks.h"
#include "variants/mutants.h"

struct verify {
    const struct settings *s;
    const struct lab *labs;
    int n_labs;
    const struct lab *lab;    /* whose turn it is */
    struct promises promises; /* of that lab */
    struct hints hints;       /* of that lab */
    const char *name;         /* the wrong answer whose turn it is */
    struct graded *graded;    /* the grading of the file whose turn it is */
    struct turns turns;       /* items that are verified at once */
    unsigned short chance[3]; /* the state of erand48() */
    bool no_names;            /* addr2line knows lines, but no variables */
    int passed, failed, skipped;
    int item_failures;       /* of the item whose turn it is */
    char item_skipped[1200]; /* why this machine cannot tell; "" if it can */
    int trouble;             /* our own: everything stops */
};

/* ---- lines of the report ------------------------------------------------ */

__attribute__((format(printf, 3, 4))) static void
wrong(struct verify *v, const char *item, const char *format, ...)
{
    char reason[1500], line[2000];
    va_list args;

    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    snprintf(line, sizeof line, "%s %s: %s", v->lab->id, item, reason);
    fputs(_("FAIL "), stdout);
    /* It may quote student text. */
    table_clean(line, reason, sizeof reason);
    puts(reason);
    v->item_failures++;
}

/* Ends an item: counts it, and prints its line if nothing was wrong. */
static void end_item(struct verify *v, const char *item, const char *fine)
{
    if (v->item_failures) {
        v->failed++;
    } else if (v->item_skipped[0]) {
        v->skipped++;
        printf(_("skip %s %s: %s\n"), v->lab->id, item, v->item_skipped);
    } else {
        v->passed++;
        printf(_("ok   %s %s: %s\n"), v->lab->id, item, fine);
    }
    v->item_failures = 0;
    v->item_skipped[0] = 0;
    fflush(stdout);
}

/* ---- several items at once ---------------------------------------------- */

/* What a process says by its exit code that has verified an item. */
enum { PASSED = 1, FAILED = 2, SKIPPED = 4, TROUBLE = 8 };

static void turn_ended(void *owner, int code)
{
    struct verify *v = owner;

    if (code == TURN_LOST)
        code = TROUBLE;
    v->passed += (code & PASSED) != 0;
    v->failed += (code & FAILED) != 0;
    v->skipped += (code & SKIPPED) != 0;
    v->trouble = v->trouble || (code & TROUBLE);
}

/* An item in a process of its own. */
struct item {
    struct verify *v;
    void (*verify_it)(struct verify *);
};

static int verify_item(void *arg)
{
    struct item *item = arg;
    struct verify *v = item->v;

    v->passed = v->failed = v->skipped = 0;
    item->verify_it(v);
    return (v->passed ? PASSED : 0) | (v->failed ? FAILED : 0) |
           (v->skipped ? SKIPPED : 0) | (v->trouble ? TROUBLE : 0);
}

/* Verify an item of v->lab: as many at once as there are cores, with a GPU half
 * as many, since they share it. OpenMP labs use all cores and are alone. What a
 * GPU is timed for waits until it is alone (check_main.c). */
static void take_turn(struct verify *v, void (*verify_it)(struct verify *))
{
    struct item item = {v, verify_it};

    if (strcmp(v->lab->ext, ".cu") != 0) {
        turns_end(&v->turns);
        if (!v->trouble)
            verify_it(v);
    } else if (!v->trouble && turns_take(&v->turns, verify_item, &item)) {
        v->trouble = 1;
    }
}

/* ---- the contract's files ----------------------------------------------- */

static int is_program_text(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return entry->d_name[0] != '.' && dot &&
           (!strcmp(dot, ".c") || !strcmp(dot, ".cu"));
}

static void want_file(struct verify *v, const char *path)
{
    if (access(path, R_OK))
        wrong(v, _("files"), "%s: %s", path, strerror(errno));
}

static void verify_files(struct verify *v)
{
    const struct lab *lab = v->lab;
    static const char *const fixed[] = {"README.md", "check.c", "lab.ini"};
    struct dirent **names;
    char path[400];
    int n;

    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "labs/%s/%s", lab->folder, fixed[i]);
        want_file(v, path);
    }
    lab_source(lab, "labs", path, sizeof path);
    want_file(v, path);
    lab_skeleton(lab, path, sizeof path);
    want_file(v, path);
    if (!lab->program) {
        snprintf(path, sizeof path, "labs/%s/%s.h", lab->folder, lab->name);
        want_file(v, path);
    }
    lab_source(lab, "solutions", path, sizeof path);
    want_file(v, path);
    snprintf(path, sizeof path, "solutions/%s/wrong", lab->folder);
    n = scandir(path, &names, is_program_text, alphasort);
    if (n <= 0)
        wrong(v, _("files"), _("%s: there is no wrong answer"), path);
    for (int i = 0; i < n; i++)
        free(names[i]);
    if (n >= 0)
        free(names);
    end_item(v, _("files"), _("all are there"));
}

/* ---- the handout, and promises ------------------------------------------ */

static void say_handout(void *v, const char *sentence)
{
    wrong(v, _("handout"), "%s", sentence);
}

static void say_in_hints(void *v, const char *sentence)
{
    wrong(v, _("handout"), "hints.md: %s", sentence);
}

static void verify_handout(struct verify *v)
{
    char path[160];

    snprintf(path, sizeof path, "labs/%s/README.md", v->lab->folder);
    if (access(path, R_OK))
        return; /* verify_files() has said so */
    handout_read(v->labs, v->n_labs, path, say_handout, v);
    snprintf(path, sizeof path, "labs/%s/hints.md", v->lab->folder);
    handout_read(v->labs, v->n_labs, path, say_in_hints, v);
    end_item(v, _("handout"), _("links, commands and figures are right"));
}

static void say_promise(void *v, const char *sentence)
{
    wrong(v, _("promises"), "%s", sentence);
}

static void verify_promises(struct verify *v)
{
    struct promises p;
    char fine[100];

    promise_read(v->labs, v->n_labs, (int)(v->lab - v->labs), &p, say_promise,
                 v);
    snprintf(fine, sizeof fine, _("all are quoted by tests: %d"), p.n);
    promise_free(&p);
    end_item(v, _("promises"), fine);
}

static void say_hints(void *v, const char *sentence)
{
    wrong(v, _("hints"), "%s", sentence);
}

static void verify_hints(struct verify *v)
{
    char fine[100];
    int n = 0;

    hint_check_file(v->lab, say_hints, v);
    for (int i = 0; i < v->hints.n; i++)
        n += v->hints.section[i].n;
    snprintf(fine, sizeof fine, _("%d in %d sections"), n, v->hints.n);
    end_item(v, _("hints"), fine);
}

/* Marks of `make mutate` are for lines of the solution; edited, it leaves them
 * behind, and only a run over all mutants would show it. */
static void verify_marks(struct verify *v)
{
    struct marks marks;
    struct mutants mutants;
    char path[300], fine[60], *text;

    lab_source(v->lab, "solutions", path, sizeof path);
    text = tokens_file_text(path);
    snprintf(path, sizeof path, "solutions/%s/mutants", v->lab->folder);
    if (!text) /* verify_files() has said so */
        return;
    if (marks_read(path, &marks))
        wrong(v, "mutants", _("%s cannot be read"), path);
    mutants_make(text, &mutants);
    for (int i = 0; i < marks.n; i++)
        if (!mark_fits(&marks.mark[i], &mutants))
            wrong(v, "mutants", _("line %d is for no mutant of the solution"),
                  marks.mark[i].line);
    snprintf(fine, sizeof fine, _("%d marks, all for lines that are there"),
             marks.n);
    if (marks.n || v->item_failures)
        end_item(v, "mutants", fine);
    mutants_free(&mutants);
    marks_free(&marks);
    free(text);
}

/* ---- gradings ----------------------------------------------------------- */

static const struct finding *first_with(const struct verify *v, int kind,
                                        enum check_status status)
{
    const struct lab_result *l = &v->graded->result;

    for (int i = 0; i < l->n_checks; i++)
        if ((int)l->check[i].kind == kind && l->check[i].status == status)
            return &l->check[i];
    return NULL;
}

/* The check of this name; null if there is none. On a GPU it has another one,
 * which speaks only where the first has found nothing. */
static const struct finding *check_named(const struct verify *v,
                                         const char *name)
{
    const struct lab_result *l = &v->graded->result;
    const struct finding *found = NULL;
    size_t n = strlen(name);

    for (int i = 0; i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];

        if (!strncmp(f->name, name, n) &&
            (!f->name[n] || !strcmp(f->name + n, " (GPU)")) &&
            (!found || f->status == STATUS_FAIL))
            found = f;
    }
    return found;
}

/* Grade a file into v->graded; false stops everything. Where a busy machine
 * could not tell, it gets two more chances. */
static bool grade(struct verify *v, const char *path)
{
    char said[400];

    for (int tries = 0; tries < 3; tries++) {
        if (grade_lab(v->lab, path, v->s->seed, &v->s->style, v->graded)) {
            v->trouble = 1;
            return false;
        }
        if (!first_with(v, KIND_SPEED, STATUS_UNTOLD))
            break;
    }
    if (v->s->search > 0 &&
        repair_search(v->lab, path, v->s->seed, v->s->search, &v->s->style,
                      &v->graded->result, said, sizeof said))
        return false;
    return true;
}

/* Say in `text` which kinds have a finding of this status: "race, speed". */
static void list_kinds(const struct verify *v, enum check_status status,
                       char *text, size_t size)
{
    size_t used = 0;

    text[0] = 0;
    for (int k = 0; k < KIND_COUNT; k++)
        if (first_with(v, k, status) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     used ? ", " : "", kind_names[k]);
}

/* If the kit itself broke down during the grading, say that; else false. */
static bool broke_down(struct verify *v, const char *item)
{
    const struct lab_result *l = &v->graded->result;

    if (strcmp(l->status, "error"))
        return false;
    for (int i = 0; i < l->n_checks; i++)
        if (l->check[i].status == STATUS_NONE) {
            wrong(v, item, "%s: %s", l->check[i].name,
                  finding_text(&l->check[i]));
            return true;
        }
    wrong(v, item, _("none of the checks could be run"));
    return true;
}

/* V=1 shows what went wrong and the first hint for it, to those who write
 * hints. */
static void show_hint(const struct verify *v)
{
    if (setting("V"))
        hint_show_first(&v->s->style, &v->hints, &v->graded->result);
}

static void verify_skeleton(struct verify *v)
{
    char path[160], kinds[200], fine[300];

    lab_skeleton(v->lab, path, sizeof path);
    if (access(path, R_OK) || !grade(v, path))
        return;
    list_kinds(v, STATUS_FAIL, kinds, sizeof kinds);
    if (broke_down(v, _("skeleton")))
        ;
    else if (v->graded->result.check[0].status == STATUS_FAIL)
        wrong(v, _("skeleton"), _("does not compile: %s"),
              finding_text(&v->graded->result.check[0]));
    else if (v->graded->compiler[0])
        wrong(v, _("skeleton"), _("compiles with warnings:\n%s"),
              v->graded->compiler);
    else if (!*kinds)
        wrong(v, _("skeleton"), _("no check fails"));
    snprintf(fine, sizeof fine, _("fails (%s)"), kinds);
    end_item(v, _("skeleton"), fine);
    show_hint(v);
}

static void verify_solution(struct verify *v)
{
    const struct lab_result *l = &v->graded->result;
    const struct finding *f;
    char path[200], fine[4000];
    size_t used;

    lab_source(v->lab, "solutions", path, sizeof path);
    if (access(path, R_OK) || !grade(v, path))
        return;
    if (!broke_down(v, _("solution"))) {
        for (int i = 0; i < l->n_checks; i++) {
            f = &l->check[i];
            if (f->status == STATUS_FAIL)
                wrong(v, _("solution"), _("%s fails (%s:%d): %s"), f->name,
                      f->place.file, f->place.line, finding_text(f));
        }
        if (!v->item_failures && l->points < l->max_points - 1e-9)
            wrong(v, _("solution"), _("gets %s of %s points"),
                  table_points(l->points), table_points(l->max_points));
        /* Points that no check gives could never be earned. */
        for (int k = 0; k < KIND_COUNT && l->n_checks > 1; k++) {
            bool checked = false;

            for (int i = 0; i < l->n_checks; i++)
                checked = checked || (int)l->check[i].kind == k;
            if (v->lab->points[k] > 0 && !checked)
                wrong(v, _("solution"),
                      _("lab.ini gives points for %s, which "
                        "no check looks at"),
                      kind_names[k]);
        }
        for (int i = 0; i < v->promises.n && l->n_checks > 1; i++)
            if (!check_named(v, v->promises.list[i].test))
                wrong(v, _("solution"),
                      _("\"%s\" is never run, to which this belongs: %s"),
                      v->promises.list[i].test, v->promises.list[i].text);
    }
    used =
        (size_t)snprintf(fine, sizeof fine, _("passes, %s/%s points"),
                         table_points(l->points), table_points(l->max_points));
    for (int i = 0; i < l->n_checks && used < sizeof fine; i++) {
        f = &l->check[i];
        if (f->status == STATUS_UNTOLD || f->status == STATUS_SKIPPED)
            used += (size_t)snprintf(fine + used, sizeof fine - used,
                                     "\n        %s %s: %s", f->name,
                                     status_names[f->status], finding_text(f));
    }
    end_item(v, _("solution"), fine);
}

/* ---- wrong answers ------------------------------------------------------ */

/* The kinds that failed are those expected? */
static void verify_kinds(struct verify *v, const char *item,
                         const struct expected *e)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        const struct finding *f = first_with(v, k, STATUS_FAIL);
        const struct finding *other = first_with(v, k, STATUS_UNTOLD);

        if (!other)
            other = first_with(v, k, STATUS_SKIPPED);
        if (f && e->kind[k] == MUST_NOT)
            wrong(v, item, _("%s must not fail, but says: %s"), kind_names[k],
                  finding_text(f));
        else if (!f && e->kind[k] == MUST && other)
            snprintf(v->item_skipped, sizeof v->item_skipped,
                     _("%s must fail, but is %s: %s"), kind_names[k],
                     status_names[other->status], finding_text(other));
        else if (!f && e->kind[k] == MUST)
            wrong(v, item, _("%s must fail, but does not"), kind_names[k]);
    }
}

/* Does the finding of the first kind say what it should, and does a finding
 * point at a marked line? Wrong values have no line; a race or a memory error
 * that comes with them does. */
static void verify_reason(struct verify *v, const char *item, const char *path,
                          const struct expected *e)
{
    const struct lab_result *l = &v->graded->result;
    const struct finding *first = first_with(v, e->first, STATUS_FAIL);
    const struct finding *untold = first_with(v, e->first, STATUS_UNTOLD);
    const struct finding *named = first;
    bool right = e->n_here == 0;

    if (!first)
        return; /* verify_kinds() has said so */
    const bool said = strstr(finding_english(first), e->says) ||
                      (v->no_names && strchr(e->says, '`'));
    if (!said &&
        untold) /* which might have said it, where there is more time */
        snprintf(v->item_skipped, sizeof v->item_skipped,
                 _("\"%s\" is untold: %s"), untold->name, finding_text(untold));
    else if (!said)
        wrong(v, item, _("%s must say \"%s\", but says: %s"),
              kind_names[e->first], e->says, finding_text(first));
    for (int c = 0; c < l->n_checks; c++) {
        const struct finding *f = &l->check[c];
        if (f->status != STATUS_FAIL || f->place.line == 0)
            continue;
        named = f;
        for (int i = 0; i < e->n_here; i++)
            right = right || (f->place.line == e->here[i] &&
                              !strcmp(f->place.file, path));
    }
    if (!right)
        wrong(v, item, _("a finding must name line %d, but it is %s:%d (%s)"),
              e->here[0], named->place.file, named->place.line,
              finding_text(named));
}

/* Do the tests fail whose promises this answer is named to break? */
static void verify_broken(struct verify *v, const char *item)
{
    size_t n = strcspn(v->name, ".");

    for (int i = 0; i < v->promises.n; i++) {
        const struct promise *p = &v->promises.list[i];
        const struct finding *f = check_named(v, p->test);

        if (strncmp(p->broken_by, v->name, n) != 0 || p->broken_by[n] || !f ||
            f->status == STATUS_FAIL)
            continue;
        /* The machine cannot tell, or has not what it takes. */
        if (f->status == STATUS_UNTOLD ||
            (f->status == STATUS_SKIPPED && f->max_points == 0))
            snprintf(v->item_skipped, sizeof v->item_skipped,
                     _("\"%s\" must fail, but is %s: %s"), p->test,
                     status_names[f->status], finding_text(f));
        else
            wrong(v, item,
                  _("\"%s\" must fail, to which \"%s\" belongs, but is %s: %s"),
                  p->test, p->text, status_names[f->status], finding_text(f));
    }
}

/* Does what breaks the promises of nits alone fail nothing else, kinds aside
 * that it may fail besides? Without these it has two thirds of the points. */
static void verify_nits(struct verify *v, const char *item,
                        const struct expected *e)
{
    const struct lab_result *l = &v->graded->result;
    const size_t n = strcspn(v->name, ".");
    bool named = false, besides = false;

    for (int i = 0; i < v->promises.n; i++) {
        const struct promise *p = &v->promises.list[i];
        const struct finding *f = check_named(v, p->test);

        if (strncmp(p->broken_by, v->name, n) != 0 || p->broken_by[n])
            continue;
        if (f && !f->nit)
            return;
        named = true;
    }
    for (int i = 0; named && i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];

        if (f->status != STATUS_FAIL || f->nit)
            continue;
        besides = true;
        if (e->kind[f->kind] != MAY)
            wrong(v, item,
                  _("breaks what nits are about, and \"%s\", which is none, "
                    "fails: %s"),
                  f->name, finding_text(f));
    }
    if (named && !besides && l->points < l->max_points * 2 / 3 - 0.05)
        wrong(v, item, _("is a nit, and has %s of %s points"),
              table_points(l->points), table_points(l->max_points));
}

/* Has it the points that are fair for such a mistake? */
static void verify_points(struct verify *v, const char *item,
                          const struct expected *e)
{
    const double points = v->graded->result.points;

    if (e->most >= 0 && (points < e->least - 0.05 || points > e->most + 0.05))
        wrong(v, item, _("has %s points, and should have %s to %s"),
              table_points(points), table_points(e->least),
              table_points(e->most));
}

/* Does a student who hands this in get a hint that fits? */
static void verify_hint(struct verify *v, const char *item,
                        const struct expected *e)
{
    char why[1400];

    if (!v->item_skipped[0] &&
        !hint_fits(v->lab, &v->hints, &v->graded->result, e, why, sizeof why))
        wrong(v, item, "%s", why);
}

/* `make promises V=1`: the same for how it was graded last, in no time. */
static void verify_kept(struct verify *v)
{
    struct expected e;
    char path[500], item[300];

    snprintf(path, sizeof path, "solutions/%s/wrong/%s", v->lab->folder,
             v->name);
    snprintf(item, sizeof item, "wrong/%s", v->name);
    if (!setting("V") || !expected_read(path, &e) ||
        !hint_kept(v->lab, v->name, &v->graded->result))
        return;
    verify_hint(v, item, &e);
    end_item(v, item, _("as it was graded last, the first hint fits"));
    show_hint(v);
}

static void verify_wrong(struct verify *v)
{
    const char *name = v->name;
    struct expected e;
    char path[500], item[300], kinds[200], fine[300];

    snprintf(path, sizeof path, "solutions/%s/wrong/%s", v->lab->folder, name);
    snprintf(item, sizeof item, "wrong/%s", name);
    if (!expected_read(path, &e)) {
        wrong(v, item,
              _("line 1 is not \"// caught by: KIND, ...\", or a mark "
                "of points cannot be read"));
        end_item(v, item, "");
        return;
    }
    /* A GPU is slow to start with, and has nothing new to say about most. The
     * setting is that of this answer's own process; see take_turn(). */
    if (!strcmp(v->lab->ext, ".cu") && e.kind[KIND_SPEED] != MUST &&
        !setting("BACKEND"))
        setenv("BACKEND", "cpu", 1);
    if (!grade(v, path))
        return;
    if (!broke_down(v, item)) {
        verify_kinds(v, item, &e);
        verify_reason(v, item, path, &e);
        verify_broken(v, item);
        verify_nits(v, item, &e);
        verify_points(v, item, &e);
        verify_hint(v, item, &e);
        if (!v->item_skipped[0])
            hint_keep(v->lab, name, &v->graded->result);
    }
    list_kinds(v, STATUS_FAIL, kinds, sizeof kinds);
    snprintf(fine, sizeof fine, _("caught by %s"), kinds);
    end_item(v, item, fine);
    show_hint(v);
}

static void verify_wrong_answers(struct verify *v,
                                 void (*verify_it)(struct verify *))
{
    struct dirent **names;
    char path[160];
    int n, wanted;

    snprintf(path, sizeof path, "solutions/%s/wrong", v->lab->folder);
    n = scandir(path, &names, is_program_text, alphasort);
    if (n < 0)
        return; /* verify_files() has said so */
    wanted = v->s->sample < 0 ? n : v->s->sample;
    for (int i = 0; i < n; i++) {
        /* Each is chosen with the same chance. */
        if (erand48(v->chance) * (n - i) < wanted) {
            wanted--;
            v->name = names[i]->d_name;
            take_turn(v, verify_it);
        }
        free(names[i]);
    }
    free(names);
}

/* ---- kit verify --------------------------------------------------------- */

static void verify_lab(struct verify *v, bool grade_too)
{
    take_turn(v, verify_files);
    take_turn(v, verify_handout);
    promise_read(v->labs, v->n_labs, (int)(v->lab - v->labs), &v->promises,
                 NULL, NULL);
    take_turn(v, verify_promises);
    hints_read(v->lab, &v->hints, NULL, NULL);
    take_turn(v, verify_hints);
    take_turn(v, verify_marks);
    if (grade_too) {
        take_turn(v, verify_skeleton);
        take_turn(v, verify_solution);
    }
    verify_wrong_answers(v, grade_too ? verify_wrong : verify_kept);
    promise_free(&v->promises);
    hints_free(&v->hints);
}

int verify_command(const struct settings *s, bool grade_too)
{
    struct verify v = {.s = s};
    struct grading grading;
    const struct lab *only = NULL;
    struct lab *labs = lab_find_all(&v.n_labs);
    struct race_tools tools;
    int code = KIT_TROUBLE;

    if (!labs)
        return KIT_TROUBLE;
    v.labs = labs;
    memcpy(v.chance, &s->seed, sizeof v.chance);
    v.graded = calloc(1, sizeof *v.graded);
    if (!v.graded) {
        fprintf(stderr, "%s\n", strerror(errno));
        goto done;
    }
    if (s->lab && !(only = lab_by_id(labs, v.n_labs, s->lab))) {
        unknown_lab(labs, v.n_labs, s->lab);
        goto done;
    }
    if (grade_begin(&grading))
        goto done;
    v.turns.ended = turn_ended;
    v.turns.owner = &v;
    v.turns.at_once = turns_at_once();
    race_tools_find(&tools); /* once for all the processes below */
    v.no_names = !strstr(tools.symbolizer, "llvm-symbolizer");
    for (int i = 0; i < v.n_labs && !v.trouble; i++) {
        v.lab = &labs[i];
        if (!only || only == v.lab)
            verify_lab(&v, grade_too);
    }
    turns_end(&v.turns);
    if (!v.trouble) {
        if (grade_too && s->sample >= 0)
            printf(_("Of each lab %d wrong answers were graded; SEED=%llu "
                     "chooses the same ones again.\n"),
                   s->sample, (unsigned long long)s->seed);
        printf(_("%d passed, %d failed, %d skipped\n"), v.passed, v.failed,
               v.skipped);
        code = v.failed ? KIT_FAILED : KIT_OK;
    }
    grade_end(&grading);
done:
    free(v.graded);
    free(labs);
    return code;
}
