/*
 * mutate.c - see mutate.h. The mutants of all labs stand in one row. Workers
 * take the next one each: they write it down, have it built, look whether the
 * compiler made anything else of it than of the solution, and if so grade it up
 * to the first check that fails. We wait, and report lab by lab.
 */
#define _GNU_SOURCE
#include "command/mutate.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "base/say.h"
#include "base/tokens.h"
#include "command/code.h"
#include "command/grading.h"
#include "variants/marks.h"
#include "variants/mutants.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"

#define FOLDER "build/mutants"
#define CSV_FILE "build/mutants.csv"
#define COMMON_MARKS "solutions/mutants"
#define MAX_JOBS 256

enum fate {
    NOT_DONE,
    INVALID,   /* does not compile, or breaks the contract */
    SAME_CODE, /* the compiler makes the same of it as of the solution */
    CAUGHT,
    SURVIVED,
    MARKED, /* survived, and a mark says why nothing is wrong */
    SLOW,   /* survived, and a mark says that only its time is wrong */
    UNTOLD, /* survived where this machine cannot try all checks */
    BROKE,  /* the judge stumbled over it */
    VERDICTS
};

static const char *const verdict_names[VERDICTS] = {
    "not done", "invalid", "same code", "caught", "survived",
    "same",     "slow",    "untold",    "broke"};

/* What a worker leaves of one mutant, in memory that all share. */
struct trial {
    int lab, mutant; /* which */
    _Atomic int verdict;
    int kind; /* of the check that caught it */
    float seconds;
    char check[64];     /* its name */
    char message[1024]; /* what it said */
};

struct queue {
    _Atomic int next;
    int n;
    struct trial trial[];
};

struct subject {
    const struct lab *lab;
    char source[160]; /* the solution's file */
    char *text;
    struct mutants mutants;
    struct marks marks;
    int first, n; /* its trials in the queue */
    int count[VERDICTS];
    int caught[KIND_COUNT];
    int stale; /* marks that explain nothing */
};

struct mutate {
    const struct settings *s;
    struct subject *subject;
    int n_subjects;
    struct marks common; /* marks for all labs */
    struct queue *queue;
    int jobs;
    bool sample, speed;
};

/* ---- files -------------------------------------------------------------- */

static int write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    int result = file && fputs(text, file) >= 0 ? 0 : -1;

    if (file && fclose(file))
        result = -1;
    if (result)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return result;
}

/* A file FOLDER/name/NN_lab/lab.ext, so that SRC=FOLDER/name grades it. */
static int place_file(const struct subject *b, const char *name, char *path,
                      size_t size)
{
    const char *const parts[] = {"build", FOLDER, name, b->lab->folder};
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

/* ---- a worker ----------------------------------------------------------- */

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

static enum fate judge_trial(const struct graded *g, bool same,
                             struct trial *t)
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
            snprintf(t->message, sizeof t->message, "%s", f->message);
            return f->status == STATUS_FAIL ? CAUGHT : BROKE;
        }
        if (f->status == STATUS_UNTOLD || f->status == STATUS_SKIPPED) {
            untold = true;
            snprintf(t->message, sizeof t->message, "%s", f->message);
        }
    }
    return untold ? UNTOLD : SURVIVED;
}

static int try_mutant(const struct mutate *m, struct trial *t, const char *path,
                      struct comparison *c, struct graded *g)
{
    const struct subject *b = &m->subject[t->lab];
    double start = measure_now();
    char *text = mutant_text(b->text, &b->mutants.mutant[t->mutant]);
    int result = write_file(path, text);

    free(text);
    c->same = false;
    if (result || grade_mutant(b->lab, path, m->s->seed, differs, c, g))
        return -1;
    t->seconds = (float)(measure_now() - start);
    atomic_store(&t->verdict, (int)judge_trial(g, c->same, t));
    return 0;
}

static _Noreturn void work(const struct mutate *m, int worker)
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
            if (place_file(b, name, path, sizeof path) ||
                write_file(path, b->text) ||
                grade_mutant(b->lab, path, m->s->seed, differs, &c, g))
                _exit(1);
            c.keep = false;
        }
        if (try_mutant(m, t, path, &c, g) || interrupt_waits())
            _exit(1);
    }
    _exit(g ? 0 : 1);
}

/* ---- the row ------------------------------------------------------------ */

static int read_subject(struct subject *b, const struct lab *lab)
{
    char path[160];

    b->lab = lab;
    lab_source(lab, "solutions", b->source, sizeof b->source);
    b->text = tokens_file_text(b->source);
    snprintf(path, sizeof path, "solutions/%s/mutants", lab->folder);
    if (!b->text || marks_read(path, &b->marks))
        return -1;
    mutants_make(b->text, &b->mutants);
    return 0;
}

/* The trials: all mutants, or a sample of them in their order. */
static int make_queue(struct mutate *m, int sample)
{
    uint64_t x = m->s->seed;
    int all = 0, left;
    size_t size;

    for (int i = 0; i < m->n_subjects; i++)
        all += m->subject[i].mutants.n;
    left = sample > 0 && sample < all ? sample : all;
    size = sizeof *m->queue + (size_t)left * sizeof *m->queue->trial;
    m->queue = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (m->queue == MAP_FAILED) {
        fprintf(stderr, "mmap: %s\n", strerror(errno));
        return -1;
    }
    for (int i = 0; i < m->n_subjects; i++) {
        struct subject *b = &m->subject[i];

        b->first = m->queue->n;
        for (int k = 0; k < b->mutants.n; k++, all--)
            if (random_next(&x) % (uint64_t)all < (uint64_t)left) {
                m->queue->trial[m->queue->n++] =
                    (struct trial){.lab = i, .mutant = k};
                left--;
            }
        b->n = m->queue->n - b->first;
    }
    return 0;
}

/* ---- the report --------------------------------------------------------- */

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
    if (place_file(b, name, path, sizeof path) == 0 &&
        write_file(path, text) == 0)
        printf("      make grade LAB=%s SRC=%s/%s\n", b->lab->id, FOLDER, name);
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

    if (place_file(b, "timed", path, sizeof path) == 0 &&
        write_file(path, text) == 0)
        result = grade_lab(b->lab, path, m->s->seed, &m->s->style, &g);
    if (result == 0)
        atomic_store(&t->verdict, (int)judge_trial(&g, false, t));
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

static int report_subject(struct mutate *m, struct subject *b)
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

static void report_all(const struct mutate *m)
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

static void write_csv(const struct mutate *m)
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

/* ---- all of it ---------------------------------------------------------- */

static bool subject_done(const struct mutate *m, const struct subject *b)
{
    for (int i = b->first; i < b->first + b->n; i++)
        if (atomic_load(&m->queue->trial[i].verdict) == NOT_DONE)
            return false;
    return true;
}

static void show_progress(const struct mutate *m, bool clear)
{
    int taken = atomic_load(&m->queue->next);

    if (!isatty(1))
        return;
    printf("\r\033[K");
    if (!clear)
        printf(_("%d of %d mutants"), taken < m->queue->n ? taken : m->queue->n,
               m->queue->n);
    fflush(stdout);
}

/* Start the workers, wait for them, report what is complete. */
static int run(struct mutate *m)
{
    const struct timespec nap = {0, 50000000};
    pid_t worker[MAX_JOBS], self = getpid();
    int running = 0, shown = 0, status, result = 0;

    fflush(NULL);
    for (; running < m->jobs; running++) {
        worker[running] = fork();
        if (worker[running] == 0) {
            keeper_die_with(self);
            work(m, running);
        }
        if (worker[running] < 0) {
            fprintf(stderr, "fork: %s\n", strerror(errno));
            break;
        }
    }
    if (running == 0)
        return -1;
    for (int left = running; left > 0 || shown < m->n_subjects;) {
        pid_t pid = left > 0 ? waitpid(-1, &status, WNOHANG) : 0;

        if (pid > 0) {
            left--;
            result = result || status ? -1 : 0;
        }
        if ((interrupt_waits() || result) && left > 0)
            for (int i = 0; i < running; i++)
                kill(worker[i], SIGTERM); /* blocked: they end by themselves */
        /* Timing is for a quiet machine: when the others have ended. */
        while (!result && shown < m->n_subjects && (!m->speed || left == 0) &&
               subject_done(m, &m->subject[shown])) {
            show_progress(m, true);
            if (m->subject[shown].n && report_subject(m, &m->subject[shown]))
                result = -1;
            shown++;
        }
        if (left == 0 && (result || shown < m->n_subjects))
            return -1; /* a worker has given up, and said why */
        if (left > 0) {
            show_progress(m, false);
            nanosleep(&nap, NULL);
        }
    }
    show_progress(m, true);
    return result;
}

/* All labs, or only this one. */
static int read_subjects(struct mutate *m, const struct lab *labs, int n,
                         const struct lab *only)
{
    m->subject = calloc((size_t)n, sizeof *m->subject);
    if (!m->subject || marks_read(COMMON_MARKS, &m->common))
        return -1;
    for (int i = 0; i < n; i++)
        if ((!only || only == &labs[i]) &&
            read_subject(&m->subject[m->n_subjects++], &labs[i]))
            return -1;
    return 0;
}

static void free_subjects(struct mutate *m)
{
    for (int i = 0; i < m->n_subjects; i++) {
        mutants_free(&m->subject[i].mutants);
        marks_free(&m->subject[i].marks);
        free(m->subject[i].text);
    }
    marks_free(&m->common);
    free(m->subject);
}

/* The last sentence, and what it means as an exit code. */
static int say_result(const struct mutate *m)
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

int mutate_command(const struct settings *s)
{
    struct mutate m = {.s = s};
    struct grading grading;
    const struct lab *only = NULL;
    int n_labs, speed = 0, code = KIT_TROUBLE;
    struct lab *labs = lab_find_all(&n_labs);

    m.jobs = measure_cores(NULL, NULL);
    if (!labs || !number_setting("SPEED", 0, &speed) ||
        !number_setting("JOBS", 1, &m.jobs))
        goto done;
    m.jobs = m.jobs < MAX_JOBS ? m.jobs : MAX_JOBS;
    m.sample = s->sample > 0;
    m.speed = speed > 0;
    if (s->lab && !(only = lab_by_id(labs, n_labs, s->lab))) {
        unknown_lab(labs, n_labs, s->lab);
        goto done;
    }
    if (!setting("BACKEND"))
        setenv("BACKEND", "cpu", 1);
    if (read_subjects(&m, labs, n_labs, only) || make_queue(&m, s->sample))
        goto done;
    printf(_("%d mutants, %d at a time, SEED=%" PRIu64 "\n"), m.queue->n,
           m.jobs, s->seed);
    if (grade_begin(&grading))
        goto done;
    if (run(&m) == 0) {
        report_all(&m);
        write_csv(&m);
        code = say_result(&m);
    }
    grade_end(&grading);
done:
    free_subjects(&m);
    free(labs);
    return code;
}
