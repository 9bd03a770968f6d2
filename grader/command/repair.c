/*
 * repair.c - see repair.h. Workers take the next change each, write it down,
 * and grade it: first by the check that failed, which is quick, if that passes
 * by the others of its kind, and at last by all of them, with other inputs. The
 * file as it is comes first; if that passes now, it depends on chance, and
 * nothing can be said.
 *
 * The first change that helps may hide the mistake. So the others are tried for
 * some seconds more, and if one at another line helps as well, both are named.
 */
#define _GNU_SOURCE
#include "command/repair.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "base/source.h"
#include "base/tokens.h"
#include "command/progress.h"
#include "command/settings.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"
#include "variants/repairs.h"

#define TRIES "build/work/tries"
#define LIMIT_LEAST 10 /* seconds for one change's checks */
#define LIMIT_TIMES 3  /* the same, in times of the file as it is */
#define LIMIT_MOST 12  /* seconds */
#define MORE 6         /* seconds, for another one that helps */
#define EXTRA 20       /* seconds for the last ones to end */
#define MAX_JOBS 64
#define LINES 40 /* that findings name */

#define TRIED 5000 /* no machine tries more in its time */

/* What the workers share. */
struct shared {
    _Atomic int next;     /* repair to be tried */
    _Atomic double until; /* time */
    _Atomic bool over;
    _Atomic bool right[TRIED]; /* that make everything right */
};

struct search {
    const struct lab *lab;
    const char *source;
    char *text;
    uint64_t seed;
    enum checks checks; /* those that have to pass first, and of these ... */
    const char *one;    /* ... this one */
    double limit;       /* seconds for the checks of one change */
    struct mutants repairs;
    struct shared *shared;
};

/* ---- one change --------------------------------------------------------- */

/* Whether nothing is wrong with it. What makes the results right and the memory
 * work too much is seldom what was meant. */
static bool all_right(const struct lab_result *l)
{
    bool some = false;

    for (int i = 0; i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];

        if (f->status == STATUS_FAIL || f->status == STATUS_NONE)
            return false;
        some = some || (f->kind != KIND_BUILD && f->status == STATUS_PASS);
    }
    return some;
}

/* 1 if everything is right with this text, 0 if not, -1 for trouble. */
static int try_text(const struct search *s, const char *text, uint64_t seed,
                    enum checks checks, const char *one, struct graded *g)
{
    struct trial_grading how = {
        .checks = checks, .one = one, .seconds = one ? s->limit : EXTRA};
    char path[200];
    FILE *file;
    int result;

    snprintf(path, sizeof path, TRIES "/%ld/%s%s", (long)getpid(), s->lab->name,
             s->lab->ext);
    file = fopen(path, "w");
    if (!file)
        return -1;
    result = fputs(text, file) < 0 ? -1 : 0;
    if (fclose(file) || result || grade_trial(s->lab, path, seed, &how, g))
        return -1;
    return g->result.check[0].status == STATUS_PASS && all_right(&g->result);
}

static int try_repair(const struct search *s, int i, struct graded *g)
{
    char *text = mutant_text(s->text, &s->repairs.mutant[i]);
    int right = try_text(s, text, s->seed, s->checks, s->one, g);

    if (right == 1)
        right = try_text(s, text, s->seed, s->checks, NULL, g);
    if (right == 1)
        right = try_text(s, text, s->seed + 1, CHECKS_TO_A_FAILURE, NULL, g);
    free(text);
    return right;
}

/* The first change that helps, and the first at another line than `line`; -1:
 * none. */
static int helps(const struct search *s, int line)
{
    for (int i = 0; i < s->repairs.n && i < TRIED; i++)
        if (s->shared->right[i] && s->repairs.mutant[i].line != line)
            return i;
    return -1;
}

/* The first one of all that helps leaves the others some time. */
static void note(const struct search *s, int i)
{
    double more = measure_now() + MORE;
    int first;

    s->shared->right[i] = true;
    if (more < s->shared->until)
        s->shared->until = more;
    first = helps(s, 0);
    if (helps(s, s->repairs.mutant[first].line) >= 0)
        s->shared->over = true;
}

static _Noreturn void work(const struct search *s)
{
    struct shared *h = s->shared;
    struct graded *g = calloc(1, sizeof *g);
    char folder[100];

    snprintf(folder, sizeof folder, TRIES "/%ld", (long)getpid());
    if (!g || (mkdir(folder, 0700) && errno != EEXIST))
        _exit(1);
    while (!h->over && measure_now() < h->until) {
        int i = atomic_fetch_add(&h->next, 1), right;

        if (i >= s->repairs.n || i >= TRIED)
            break;
        if (s->checks == CHECKS_OF_TRAFFIC &&
            repair_is_of_values(&s->repairs.mutant[i]))
            continue;
        right = try_repair(s, i, g);
        if (right < 0)
            _exit(1);
        if (right)
            note(s, i);
    }
    _exit(0);
}

/* ---- all of them -------------------------------------------------------- */

/* The workers, until they have ended or may not go on. */
static void run(struct search *s)
{
    const struct timespec nap = {0, 20000000};
    pid_t worker[MAX_JOBS], self = getpid();
    /* Most of the time each waits for a call to end. */
    int jobs = 3 * measure_cores(NULL, NULL), running = 0, ended = 0;
    bool stop = false;

    fflush(NULL);
    for (; running < jobs && running < MAX_JOBS; running++) {
        worker[running] = fork();
        if (worker[running] == 0) {
            keeper_die_with(self);
            work(s);
        }
        if (worker[running] < 0)
            break;
    }
    while (ended < running) {
        pid_t pid = waitpid(-1, NULL, WNOHANG);

        ended += pid > 0;
        if (!stop && (interrupt_waits() || s->shared->over ||
                      measure_now() >
                          s->shared->until + (helps(s, 0) < 0 ? EXTRA : 0))) {
            stop = true;
            for (int i = 0; i < running; i++)
                kill(worker[i], SIGTERM); /* blocked: they end by themselves */
        }
        if (pid == 0)
            nanosleep(&nap, NULL);
    }
}

/* The finding that is to go away, and which checks that needs; null if there is
 * none. Speed has no single line. With a race between threads what comes out is
 * chance; on the CPU device it is not. */
static struct finding *wanted(const struct lab *lab, struct lab_result *l,
                              enum checks *checks)
{
    static const enum checks of[KIND_COUNT] = {
        [KIND_OUTPUT] = CHECKS_OF_RESULTS,
        [KIND_CORRECTNESS] = CHECKS_OF_RESULTS,
        [KIND_MEMORY] = CHECKS_OF_MEMORY,
        [KIND_TRAFFIC] = CHECKS_OF_TRAFFIC};
    struct finding *first = NULL;

    for (int i = 1; i < l->n_checks; i++) {
        struct finding *f = &l->check[i];

        if (f->status == STATUS_FAIL && f->kind == KIND_RACE &&
            !strcmp(lab->ext, ".c"))
            return NULL;
        if (f->status == STATUS_FAIL && of[f->kind] &&
            (!first || of[f->kind] < *checks)) {
            first = f;
            *checks = of[f->kind];
        }
    }
    return first;
}

/* The lines that findings name; how many. */
static int lines_of(const struct lab_result *l, int *line)
{
    int n = 0;

    for (int i = 1; i < l->n_checks; i++) {
        const char *p = l->check[i].message;

        if (l->check[i].status != STATUS_FAIL)
            continue;
        if (l->check[i].place.line && n < LINES)
            line[n++] = l->check[i].place.line;
        while ((p = strstr(p, "line ")) && n < LINES) {
            p += strlen("line ");
            line[n] = atoi(p);
            n += line[n] > 0;
        }
    }
    return n;
}

/* With all that is needed made: the file as it is, then its changes. */
static void search(struct search *s, int seconds)
{
    double start = measure_now();
    struct graded *g = calloc(1, sizeof *g);
    char folder[100];

    s->limit = seconds;
    s->shared->until = start + seconds;
    snprintf(folder, sizeof folder, TRIES "/%ld", (long)getpid());
    if (!g || mkdir(TRIES, 0700) || mkdir(folder, 0700) ||
        try_text(s, s->text, s->seed, s->checks, s->one, g) ||
        g->result.check[0].status != STATUS_PASS) /* it has files beside it */
        goto done;
    s->limit = LIMIT_TIMES * (measure_now() - start);
    if (s->limit > LIMIT_MOST)
        goto done; /* calls that do not come back */
    if (s->limit < LIMIT_LEAST)
        s->limit = LIMIT_LEAST;
    run(s);
done:
    grade_remove(TRIES);
    free(g);
}

static void say(const struct search *s, struct finding *f, char *said,
                size_t size)
{
    const struct mutant *m = &s->repairs.mutant[helps(s, 0)], *other;
    int another = helps(s, m->line);
    char what[200], else_what[200];

    repair_name(s->text, m, what, sizeof what);
    if (another < 0) {
        snprintf(said, size,
                 _("Found by trying: look at line %d of %s%s, %s. With "
                   "that alone changed, everything is right."),
                 m->line, s->lab->name, s->lab->ext, what);
    } else {
        other = &s->repairs.mutant[another];
        repair_name(s->text, other, else_what, sizeof else_what);
        snprintf(said, size,
                 _("Found by trying: look at line %d of %s%s, %s; or at line "
                   "%d, %s. With one of the two changed, everything is "
                   "right."),
                 m->line, s->lab->name, s->lab->ext, what, other->line,
                 else_what);
    }
    finding_add(f, "%s", said);
    f->place.line = m->line;
    snprintf(f->place.file, sizeof f->place.file, "%s", s->source);
}

int repair_search(const struct lab *lab, const char *source, uint64_t seed,
                  int seconds, const struct style *progress,
                  struct lab_result *l, char *said, size_t size)
{
    struct search s = {.lab = lab, .source = source, .seed = seed};
    struct finding *f = wanted(lab, l, &s.checks);
    const char *backend = setting("BACKEND");
    char skeleton[160], *given = NULL;
    int line[LINES];

    *said = 0;
    lab_skeleton(lab, skeleton, sizeof skeleton);
    if (!f || !seconds || setting("KEEP") || lab_same_file(source, skeleton))
        return 0;
    progress_show(progress, lab,
                  _("looking for the line, by trying; Ctrl-C ends it"));
    s.text = source_read(source, false, NULL);
    given = source_read(skeleton, false, NULL);
    s.shared = mmap(NULL, sizeof *s.shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s.text && s.shared != MAP_FAILED) {
        s.one = strstr(f->name, "(GPU)") ? NULL : f->name;
        repairs_make(s.text, given ? given : "", f->message, line,
                     lines_of(l, line), &s.repairs);
        setenv("BACKEND", "cpu", 1);
        search(&s, seconds);
        setenv("BACKEND", backend ? backend : "", 1);
        if (helps(&s, 0) >= 0)
            say(&s, f, said, size);
        mutants_free(&s.repairs);
    }
    if (s.shared != MAP_FAILED)
        munmap(s.shared, sizeof *s.shared);
    free(s.text);
    free(given);
    progress_clear(progress);
    return interrupt_waits() ? -1 : 0;
}
