/*
 * twins.c - see twins.h. A twin is a file; which ones there are is found out
 * first, then each is graded, as often as asked for.
 */
#include "command/twins.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/random.h"
#include "base/say.h"
#include "command/grading.h"
#include "command/turns.h"
#include "machine/busy.h"
#include "variants/rewrite.h"

#define TOGETHER 6 /* rewritings in a twin that has several */
#define SEVERAL 6  /* such twins of a lab */

struct twin {
    const struct lab *lab;
    char path[400];
    bool made; /* from the reference, by us */
};

/* What became of a grading; the exit code of its process. */
enum { FULL = 0, LOST = 1, UNTOLD = 2, TROUBLE = 4 };

struct twins {
    const struct settings *s;
    const char *answer; /* ANSWER; null: all */
    int repeat;         /* N */
    int loops[3];       /* busy loops to grade it beside; -1: none more */
    uint64_t seed;
    struct twin *twin; /* of the lab whose turn it is */
    int n;
    struct turns turns;
    int gradings, lost, untold; /* of that lab */
    bool trouble;
};

/* ---- which twins there are ---------------------------------------------- */

static void add_twin(struct twins *t, const struct lab *lab, const char *path,
                     bool made)
{
    struct twin *more;

    if (t->answer && !strstr(path, t->answer))
        return;
    more = realloc(t->twin, (size_t)(t->n + 1) * sizeof *more);
    if (!more) {
        fprintf(stderr, "%s\n", strerror(errno));
        t->trouble = true;
        return;
    }
    t->twin = more;
    more[t->n].lab = lab;
    more[t->n].made = made;
    snprintf(more[t->n++].path, sizeof more->path, "%s", path);
}

static void write_twin(struct twins *t, const struct lab *lab, const char *name,
                       const char *text)
{
    char path[300];
    FILE *f;

    mkdir("build/twins", 0777);
    snprintf(path, sizeof path, "build/twins/%s", lab->folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "build/twins/%s/%s%s", lab->folder, name,
             lab->ext);
    if (t->answer && !strstr(path, t->answer))
        return;
    f = fopen(path, "we");
    if (!f || fputs(text, f) < 0 || fclose(f)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        t->trouble = true;
        return;
    }
    add_twin(t, lab, path, true);
}

/* Several rewritings, one after the other; a line says which. */
static void write_several(struct twins *t, const struct lab *lab,
                          const char *name, const char *text,
                          const char *contract, int of)
{
    const struct rewriting *chosen[TOGETHER] = {0};
    char *now = strdup(text), *next, which[400] = "";
    int n = 0;

    for (int i = 0; i < TOGETHER; i++) {
        const struct rewriting *r = rewriting_at(
            (int)(random_next(&t->seed) % (unsigned)rewritings_count()));
        bool again = !(r->of & of);

        for (int k = 0; k < n; k++)
            again = again || chosen[k] == r || (chosen[k]->bytes && r->bytes);
        if (!again)
            chosen[n++] = r;
    }
    /* The halves of a cut name are names to those that come later. */
    for (int i = 0; i + 1 < n; i++)
        if (!strcmp(chosen[i]->name, "cut-names")) {
            const struct rewriting *cut = chosen[i];

            chosen[i] = chosen[n - 1];
            chosen[n - 1] = cut;
        }
    for (int bytes = 0; bytes < 2 && now; bytes++)
        for (int i = 0; i < n && now; i++)
            if ((chosen[i]->bytes != NULL) == bytes) {
                next = rewrite(now, chosen[i], t->seed, contract);
                if (strcmp(now, next))
                    snprintf(which + strlen(which),
                             sizeof which - strlen(which), "-%s",
                             chosen[i]->name);
                free(now);
                now = next;
            }
    if (now && which[0]) {
        char full[500];

        snprintf(full, sizeof full, "%s%s", name, which);
        write_twin(t, lab, full, now);
    }
    free(now);
}

static void write_twins(struct twins *t, const struct lab *lab)
{
    int of = strcmp(lab->ext, ".cu") ? REWRITES_C : REWRITES_CU;
    char path[300], name[20], *text, *contract = NULL;
    const struct rewriting *r;

    lab_source(lab, "solutions", path, sizeof path);
    text = tokens_file_text(path);
    if (!lab->program) {
        snprintf(path, sizeof path, "labs/%s/%s.h", lab->folder, lab->name);
        contract = tokens_file_text(path);
    }
    if (!text || (!lab->program && !contract))
        t->trouble = true;
    for (int i = 0; !t->trouble && (r = rewriting_at(i)); i++) {
        char *twin;

        if (!(r->of & of))
            continue;
        twin = rewrite(text, r, t->seed, contract ? contract : "");
        if (strcmp(twin, text))
            write_twin(t, lab, r->name, twin);
        free(twin);
    }
    for (int i = 0; i < SEVERAL && !t->trouble; i++) {
        snprintf(name, sizeof name, "several-%d", i + 1);
        write_several(t, lab, name, text, contract ? contract : "", of);
    }
    free(text);
    free(contract);
}

static int is_answer(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return entry->d_name[0] != '.' && dot &&
           (!strcmp(dot, ".c") || !strcmp(dot, ".cu"));
}

/* What people wrote. */
static void find_twins(struct twins *t, const struct lab *lab)
{
    struct dirent **names;
    char path[400];
    int n;

    snprintf(path, sizeof path, "grader/tests/right/%s", lab->folder);
    n = scandir(path, &names, is_answer, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "grader/tests/right/%s/%s", lab->folder,
                 names[i]->d_name);
        add_twin(t, lab, path, false);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

/* Only so many of them, in their order. */
static void keep_some(struct twins *t, int keep)
{
    int kept = 0;

    for (int i = 0; i < t->n; i++)
        if (random_next(&t->seed) % (unsigned)(t->n - i) <
            (unsigned)(keep - kept))
            t->twin[kept++] = t->twin[i];
    t->n = kept;
}

/* ---- grading them ------------------------------------------------------- */

/* What a grading beside `loops` busy loops is about. */
struct turn {
    struct twins *t;
    const struct twin *twin;
    int loops;
    bool diff; /* show how it differs from the reference */
};

static void show_diff(const struct twin *twin)
{
    char reference[300], command[900];

    lab_source(twin->lab, "solutions", reference, sizeof reference);
    snprintf(command, sizeof command,
             "diff -U 0 --strip-trailing-cr '%s' '%s' | sed -n '3,15s/^/    "
             "  /p'",
             reference, twin->path);
    fflush(stdout);
    if (system(command) < 0)
        perror("diff");
}

static int grade_twin(void *arg)
{
    const struct turn *turn = arg;
    struct graded *g = calloc(1, sizeof *g);
    const struct lab_result *l = &g->result;
    int result = FULL;

    if (!g || grade_lab(turn->twin->lab, turn->twin->path, turn->t->s->seed,
                        &turn->t->s->style, g)) {
        free(g);
        return TROUBLE;
    }
    for (int i = 0; i < l->n_checks; i++)
        if (l->check[i].status == STATUS_UNTOLD)
            result |= UNTOLD;
    if (strcmp(l->status, "passed") || l->points < l->max_points - 1e-9) {
        result |= LOST;
        printf(_("LOST %s: %s of %s points, seed %llu, %d busy loops\n"),
               turn->twin->path, table_points(l->points),
               table_points(l->max_points), (unsigned long long)l->seed,
               turn->loops);
        for (int i = 0; i < l->n_checks; i++) {
            const struct finding *f = &l->check[i];
            char line[1500];

            if (f->status != STATUS_FAIL && f->status != STATUS_NONE)
                continue;
            table_clean(finding_text(f), line, sizeof line);
            printf("     %s (line %d): %s\n", f->name, f->place.line, line);
        }
        if (turn->diff)
            show_diff(turn->twin);
        fflush(stdout);
    }
    free(g);
    return result;
}

static void turn_ended(void *owner, int code)
{
    struct twins *t = owner;

    t->gradings++;
    t->lost += (code & LOST) != 0;
    t->untold += (code & UNTOLD) != 0;
    t->trouble = t->trouble || (code & TROUBLE);
}

/* CUDA labs several at once; OpenMP labs use all cores and are alone. */
static void grade_often(struct twins *t, const struct twin *twin, int loops)
{
    for (int i = 0; i < t->repeat && !t->trouble; i++) {
        struct turn turn = {t, twin, loops,
                            twin->made && loops == t->loops[0] && i == 0};

        if (strcmp(twin->lab->ext, ".cu") != 0) {
            turns_end(&t->turns);
            turn_ended(t, grade_twin(&turn));
        } else if (turns_take(&t->turns, grade_twin, &turn)) {
            t->trouble = true;
        }
    }
}

static void grade_all(struct twins *t)
{
    for (int k = 0; k < 3 && t->loops[k] >= 0 && !t->trouble; k++) {
        if (busy_start(t->loops[k])) {
            t->trouble = true;
            return;
        }
        for (int i = 0; i < t->n; i++)
            grade_often(t, &t->twin[i], t->loops[k]);
        turns_end(&t->turns);
        busy_stop();
    }
}

/* ---- kit twins ---------------------------------------------------------- */

static bool begin(struct twins *t, const struct settings *s)
{
    int n = 0, loops = -1;

    memset(t, 0, sizeof *t);
    t->s = s;
    t->seed = s->seed;
    t->answer = getenv("ANSWER");
    if (t->answer && !*t->answer)
        t->answer = NULL;
    t->turns.at_once = turns_at_once();
    t->turns.ended = turn_ended;
    t->turns.owner = t;
    if (!number_setting("N", 0, &n) || !number_setting("LOOPS", 0, &loops) ||
        !number_setting("JOBS", 1, &t->turns.at_once))
        return false;
    t->repeat = n > 0 ? n : 1;
    if (n > 0 && loops < 0) /* a series */
        memcpy(t->loops, (int[]){0, 1, 3}, sizeof t->loops);
    else
        memcpy(t->loops, (int[]){loops < 0 ? 0 : loops, -1, -1},
               sizeof t->loops);
    return true;
}

int twins_command(const struct settings *s)
{
    struct twins t;
    struct grading grading;
    const struct lab *only = NULL;
    int n_labs, code = KIT_TROUBLE, twins = 0, gradings = 0, lost = 0;
    int untold = 0;
    bool sample = s->sample > 0;
    struct lab *labs = lab_find_all(&n_labs);

    if (!begin(&t, s) || !labs)
        goto done;
    if (s->lab && !(only = lab_by_id(labs, n_labs, s->lab))) {
        unknown_lab(labs, n_labs, s->lab);
        goto done;
    }
    if (grade_begin(&grading))
        goto done;
    if (sample) { /* of all labs at once */
        for (int i = 0; i < n_labs; i++)
            if (!only || only == &labs[i]) {
                write_twins(&t, &labs[i]);
                find_twins(&t, &labs[i]);
            }
        keep_some(&t, s->sample);
    }
    for (int i = 0; i < n_labs && !t.trouble; i++) {
        if (sample ? i > 0 : only && only != &labs[i])
            continue;
        if (!sample) {
            t.n = 0;
            write_twins(&t, &labs[i]);
            find_twins(&t, &labs[i]);
        }
        t.gradings = t.lost = t.untold = 0;
        grade_all(&t);
        if (!sample)
            printf(_("%s %s: twins %d, gradings %d, points lost in %d, speed "
                     "not told in %d\n"),
                   labs[i].id, labs[i].name, t.n, t.gradings, t.lost, t.untold);
        fflush(stdout);
        twins += t.n;
        gradings += t.gradings;
        lost += t.lost;
        untold += t.untold;
    }
    turns_end(&t.turns);
    if (!t.trouble) {
        printf(_("twins %d, gradings %d, points lost in %d, speed not told in "
                 "%d; SEED=%llu\n"),
               twins, gradings, lost, untold, (unsigned long long)s->seed);
        code = lost ? KIT_FAILED : KIT_OK;
    }
    grade_end(&grading);
done:
    free(t.twin);
    free(labs);
    return code;
}
