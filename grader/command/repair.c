/*
 * repair.c - see repair.h. Workers take the next change each, write it down,
 * and grade it: first by the check that failed, which is quick, if that passes
 * by the others of its kind, and at last by all of them, with other inputs. The
 * file as it is comes first; if that passes now, it depends on chance, and
 * nothing can be said.
 *
 * The first change that helps may hide the mistake. So the others are tried for
 * some seconds more, and if one at another line helps as well, both are named.
 *
 * Where two things are wrong, no change makes all of it right. Those that make
 * most calls of the failed check right are made, and the search goes on from
 * each, with changes of the same kind: who errs twice errs alike, and of all
 * the others too many pairs help by luck. So do those that leave something out.
 */
#define _GNU_SOURCE
#include "command/repair.h"

#include <errno.h>
#include <limits.h>
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

#include "base/said.h"
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
#define FROM 4   /* changes that help with a part, from which it goes on */

#define TRIED 5000 /* no machine tries more in its time */

/* What comes of a change: nothing; more calls of the check that failed are
 * right, and what fails now failed before; everything is right now. */
enum outcome { NO_HELP, HELPS_SOME, HELPS };

/* What the workers share. */
struct shared {
    _Atomic int next;        /* repair to be tried */
    _Atomic double until;    /* time */
    _Atomic bool over, some; /* some: one helps with a part */
    struct {
        _Atomic enum outcome outcome;
        _Atomic int calls; /* of HELPS_SOME: calls_right() */
    } tried[TRIED];
};

struct search {
    const struct lab *lab;
    const char *source;
    char *text, *given; /* the skeleton's */
    uint64_t seed;
    enum checks checks; /* those that have to pass first, and of these ... */
    const char *one;    /* ... this one */
    const char *only;   /* changes of this kind; null: all */
    bool shares;        /* it is about who gets how much */
    const struct lab_result *before; /* of the file as it is */
    int calls;                       /* up to the wrong one, likewise */
    double reserve; /* seconds, for the search after a change */
    double limit;   /* seconds for the checks of one change */
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

static bool failed_before(const struct search *s, const char *name)
{
    for (int i = 0; i < s->before->n_checks; i++)
        if (s->before->check[i].status == STATUS_FAIL &&
            !strcmp(s->before->check[i].name, name))
            return true;
    return false;
}

/* The first check that failed; null: none. There they end. */
static const struct finding *first_failed(const struct lab_result *l)
{
    for (int i = 1; i < l->n_checks; i++)
        if (l->check[i].status == STATUS_FAIL)
            return &l->check[i];
    return NULL;
}

static enum outcome outcome_of(const struct search *s,
                               const struct lab_result *l)
{
    const struct finding *f = first_failed(l);

    if (l->check[0].status != STATUS_PASS)
        return NO_HELP;
    if (all_right(l))
        return HELPS;
    if (!f || !s->one || !failed_before(s, f->name))
        return NO_HELP;
    return strcmp(f->name, s->one) || f->calls > s->calls ? HELPS_SOME
                                                          : NO_HELP;
}

/* An outcome, with g filled in; -1 for trouble. */
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
    return outcome_of(s, &g->result);
}

/* Calls of the check that are right, over some seeds: by luck they are with one
 * of them, seldom with others. */
static int calls_right(const struct search *s, const char *text,
                       struct graded *g)
{
    enum { SEEDS = 4, MANY = 1000 };
    int calls = 0;

    for (unsigned k = 1; k <= SEEDS; k++) {
        int outcome = try_text(s, text, s->seed + k, s->checks, s->one, g);
        const struct finding *f = first_failed(&g->result);

        calls += outcome == HELPS ? MANY : outcome >= 0 && f ? f->calls : 0;
    }
    return calls;
}

/* As try_text(). */
static int try_repair(const struct search *s, int i, struct graded *g)
{
    char *text = mutant_text(s->text, &s->repairs.mutant[i]);
    int outcome = try_text(s, text, s->seed, s->checks, s->one, g);

    if (outcome == HELPS)
        outcome = try_text(s, text, s->seed, s->checks, NULL, g);
    if (outcome == HELPS)
        outcome = try_text(s, text, s->seed + 1, CHECKS_TO_A_FAILURE, NULL, g);
    if (outcome == HELPS_SOME)
        s->shared->tried[i].calls = calls_right(s, text, g);
    free(text);
    return outcome;
}

/* The first change that helps and is not at line `line`; -1: none. */
static int helps(const struct search *s, int line)
{
    for (int i = 0; i < s->repairs.n && i < TRIED; i++)
        if (s->shared->tried[i].outcome == HELPS &&
            s->repairs.mutant[i].line != line)
            return i;
    return -1;
}

/* The changes that help with a part, those that do with most first; how many.
 */
static int helps_some(const struct search *s, int *change)
{
    int n = 0;

    for (int i = 0; i < s->repairs.n && i < TRIED; i++) {
        const int calls = s->shared->tried[i].calls;
        int at = n;

        if (s->shared->tried[i].outcome != HELPS_SOME ||
            strstr(s->repairs.mutant[i].slip, "left out"))
            continue;
        while (at > 0 && s->shared->tried[change[at - 1]].calls < calls)
            at--;
        if (at == FROM)
            continue;
        n = n < FROM ? n + 1 : n;
        memmove(change + at + 1, change + at,
                (size_t)(n - 1 - at) * sizeof *change);
        change[at] = i;
    }
    return n;
}

/* What came of a change. The first one of all that helps leaves the others some
 * time. */
static void note(const struct search *s, int i, enum outcome outcome)
{
    struct shared *h = s->shared;
    double more = measure_now() + MORE;

    h->tried[i].outcome = outcome;
    if (outcome == HELPS_SOME && !atomic_exchange(&h->some, true))
        h->until = h->until - s->reserve;
    if (outcome != HELPS)
        return;
    if (more < h->until)
        h->until = more;
    if (helps(s, s->repairs.mutant[helps(s, 0)].line) >= 0)
        h->over = true;
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
        int i = atomic_fetch_add(&h->next, 1), outcome;

        if (i >= s->repairs.n || i >= TRIED)
            break;
        if (s->checks == CHECKS_OF_TRAFFIC && !s->shares &&
            repair_is_of_values(&s->repairs.mutant[i]))
            continue;
        if (s->only && strcmp(s->repairs.mutant[i].slip, s->only) != 0)
            continue;
        outcome = try_repair(s, i, g);
        if (outcome < 0)
            _exit(1);
        note(s, i, (enum outcome)outcome);
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

/* A change can bring a barrier along, as one more turn of a loop does. */
static bool lacks_barrier(const struct finding *f)
{
    return said_find(f->message, SAY(needs_syncthreads_between_lines)) ||
           said_find(f->message, SAY(needs_syncthreads_between_and_after));
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
            (!strcmp(lab->ext, ".c") || lacks_barrier(f)))
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
        const struct finding *f = &l->check[i];
        long said[LINES];
        int n_said;

        if (f->status != STATUS_FAIL)
            continue;
        if (f->place.line && n < LINES)
            line[n++] = f->place.line;
        n_said = said_numbers(f->message, "line", said, LINES);
        for (int k = 0; k < n_said && k < LINES && n < LINES; k++)
            line[n++] = (int)said[k];
    }
    return n;
}

/* The changes of s->text that could make f go away, which is a finding of l. */
static void make_repairs(struct search *s, const struct finding *f,
                         const struct lab_result *l)
{
    int line[LINES];

    s->one = strstr(f->name, "(GPU)") ? NULL : f->name;
    s->shares = said_find(f->message, SAY(devices_unevenly_loaded));
    repairs_make(s->text, s->given ? s->given : "", f->message, line,
                 lines_of(l, line), &s->repairs);
}

/* Folders for what is tried, this process's among them. */
static int make_folders(void)
{
    char folder[100];

    snprintf(folder, sizeof folder, TRIES "/%ld", (long)getpid());
    return mkdir(TRIES, 0700) || mkdir(folder, 0700) ? -1 : 0;
}

/* The file as it is, then its changes. */
static void search(struct search *s, double seconds)
{
    double start = measure_now();
    struct graded *g = calloc(1, sizeof *g);
    const struct finding *f;

    s->limit = seconds;
    s->calls = INT_MAX;
    s->shared->until = start + seconds;
    if (!g || try_text(s, s->text, s->seed, s->checks, s->one, g) < 0 ||
        g->result.check[0].status != STATUS_PASS || /* it has files beside it */
        !(f = first_failed(&g->result)))            /* chance */
        goto done;
    s->calls = f->calls;
    s->limit = LIMIT_TIMES * (measure_now() - start);
    if (s->limit > LIMIT_MOST)
        goto done; /* calls that do not come back */
    if (s->limit < LIMIT_LEAST)
        s->limit = LIMIT_LEAST;
    run(s);
done:
    free(g);
}

/* The same for so long from a change on that does not help with all of it, in
 * `on`: what fails then is to go away. */
static void search_on(const struct search *s, const struct mutant *m,
                      double seconds, struct search *on)
{
    struct graded *g = calloc(1, sizeof *g);
    struct finding *f;

    *on = *s;
    on->reserve = 0;
    on->only = m->slip;
    memset(&on->repairs, 0, sizeof on->repairs);
    memset(on->shared, 0, sizeof *on->shared);
    on->text = mutant_text(s->text, m);
    if (g &&
        try_text(on, on->text, on->seed, CHECKS_TO_A_FAILURE, NULL, g) >= 0 &&
        (f = wanted(on->lab, &g->result, &on->checks))) {
        make_repairs(on, f, &g->result);
        search(on, seconds);
    }
    on->one = NULL; /* it was g's */
    free(g);
}

/* ---- what is said ------------------------------------------------------- */

static void say(const struct search *s, const struct mutant *m, char *said,
                size_t size)
{
    int another = helps(s, m->line);
    const struct mutant *other;
    char what[200], else_what[200];

    repair_name(s->text, m, what, sizeof what);
    if (another < 0) {
        said_put(said, size, SAY(tried_one_change), m->line, s->lab->name,
                 s->lab->ext, what);
        return;
    }
    other = &s->repairs.mutant[another];
    repair_name(s->text, other, else_what, sizeof else_what);
    said_put(said, size, SAY(tried_either_change), m->line, s->lab->name,
             s->lab->ext, what, other->line, else_what);
}

/* `on` was the search after that change. Where it has found nothing, the change
 * is not said: it can have been right by luck. */
static void say_two(const struct search *s, const struct mutant *m,
                    const struct search *on, char *said, size_t size)
{
    const int next = helps(on, 0);
    const struct mutant *second;
    char what[200], next_what[200];

    if (next < 0)
        return;
    second = &on->repairs.mutant[next];
    repair_name(s->text, m, what, sizeof what);
    repair_name(on->text, second, next_what, sizeof next_what);
    if (second->at < m->at + strlen(m->instead) &&
        second->at + second->length > m->at) {
        said_put(said, size, SAY(tried_two_changes_in_one), m->line,
                 s->lab->name, s->lab->ext, what);
        return;
    }
    if (m->line == second->line) {
        said_put(said, size, SAY(tried_two_changes_in_line), m->line,
                 s->lab->name, s->lab->ext, what, next_what);
        return;
    }
    said_put(said, size, SAY(tried_two_changes), m->line, s->lab->name,
             s->lab->ext, what, second->line, next_what);
}

/* What is found is in `said`, and its line is returned, or 0. */
static int find(struct search *s, int seconds, char *said, size_t size)
{
    struct search on;
    int i, n, from[FROM], line = 0;
    double end;

    s->reserve = seconds / 3.0;
    search(s, seconds);
    if ((i = helps(s, 0)) >= 0) {
        say(s, &s->repairs.mutant[i], said, size);
        return s->repairs.mutant[i].line;
    }
    n = helps_some(s, from);
    end = measure_now() + s->reserve;
    for (i = 0; i < n && !*said && !interrupt_waits() && measure_now() < end;
         i++) {
        search_on(s, &s->repairs.mutant[from[i]],
                  (end - measure_now()) / (n - i), &on);
        say_two(s, &s->repairs.mutant[from[i]], &on, said, size);
        line = s->repairs.mutant[from[i]].line;
        mutants_free(&on.repairs);
        free(on.text);
    }
    return *said ? line : 0;
}

int repair_search(const struct lab *lab, const char *source, uint64_t seed,
                  int seconds, const struct style *progress,
                  struct lab_result *l, char *said, size_t size)
{
    struct search s = {.lab = lab, .source = source, .seed = seed, .before = l};
    struct finding *f = wanted(lab, l, &s.checks);
    const char *backend = setting("BACKEND");
    char skeleton[160];
    int line;

    *said = 0;
    lab_skeleton(lab, skeleton, sizeof skeleton);
    if (!f || !seconds || setting("KEEP") || lab_same_file(source, skeleton))
        return 0;
    progress_show(progress, lab,
                  _("looking for the line, by trying; Ctrl-C ends it"));
    s.text = source_read(source, false, NULL);
    s.given = source_read(skeleton, false, NULL);
    s.shared = mmap(NULL, sizeof *s.shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s.text && s.shared != MAP_FAILED) {
        make_repairs(&s, f, l);
        setenv("BACKEND", "cpu", 1);
        if (make_folders() == 0 && (line = find(&s, seconds, said, size))) {
            finding_add(f, "%s", said);
            said_text(said, said, size);
            f->place.line = line;
            snprintf(f->place.file, sizeof f->place.file, "%s", source);
        }
        grade_remove(TRIES);
        setenv("BACKEND", backend ? backend : "", 1);
        mutants_free(&s.repairs);
    }
    if (s.shared != MAP_FAILED)
        munmap(s.shared, sizeof *s.shared);
    free(s.text);
    free(s.given);
    progress_clear(progress);
    return interrupt_waits() ? -1 : 0;
}
