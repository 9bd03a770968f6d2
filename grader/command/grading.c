/* grading.c - see grading.h. */
#define _GNU_SOURCE /* nftw() */
#include "command/grading.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "command/checks.h"
#include "command/progress.h"
#include "command/settings.h"
#include "machine/interrupt.h"
#include "machine/measure.h"
#include "machine/ulimits.h"
#include "sandbox/build.h"

#define COMPILER_LINES 20 /* shown of what the compiler said */

/* ---- one grading at a time ---------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st;
    (void)type;
    /* build/work itself stays */
    return where->level > 0 || strcmp(path, "build/work") ? remove(path) : 0;
}

void grade_remove(const char *path)
{
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) && errno != ENOENT)
        fprintf(stderr, _("%s cannot be removed: %s\n"), path, strerror(errno));
}

static void say_read_only(const char *path)
{
    int why = errno;

    fprintf(stderr, _("%s: cannot be made: %s\n"), path, strerror(why));
    if (why == EACCES || why == EPERM || why == EROFS)
        fprintf(stderr,
                _("What is built and found is kept in build/. Copy the kit to "
                  "a folder that you may write to,\nand grade there; SRC= "
                  "names a folder that is only read.\n"));
}

static int make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return 0;
    say_read_only(path);
    return -1;
}

/* Take the lock: at once, or else with a word on what it waits for. */
static int take_lock(int lock, int how)
{
    if (flock(lock, how | LOCK_NB) == 0)
        return 0;
    if (errno != EWOULDBLOCK)
        return -1;
    fprintf(stderr, _("Another grading is running in this folder; "
                      "waiting for it to end.\n"));
    return flock(lock, how);
}

static int begin(struct grading *g, int how)
{
    char why[800];

    g->lock = -1;
    if (!ulimits_suffice(why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return -1;
    }
    if (make_folder("build") || make_folder("build/work") ||
        make_folder("build/tap"))
        return -1;
    g->lock = open("build/grade.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (g->lock < 0 || take_lock(g->lock, how))
        goto fail;
    interrupt_hold(&g->old_mask);
    /* Where we are alone, what lies there belongs to nobody any more. */
    if (how == LOCK_EX && !setting("KEEP"))
        grade_remove("build/work");
    return 0;
fail:
    say_read_only("build/grade.lock");
    if (g->lock >= 0)
        close(g->lock);
    return -1;
}

int grade_begin(struct grading *g)
{
    return begin(g, LOCK_EX);
}

int grade_begin_shared(struct grading *g)
{
    return begin(g, LOCK_SH);
}

void grade_end(struct grading *g)
{
    close(g->lock);
    fflush(NULL);
    sigprocmask(SIG_SETMASK, &g->old_mask, NULL); /* may end us */
}

/* ---- from findings to a result ------------------------------------------ */

/* The judge's own fault is a finding of its own; it is never a pass. */
static void add_error(struct lab_result *l, const char *why)
{
    struct finding *f;

    if (l->n_checks == RESULTS_MAX_CHECKS)
        l->n_checks--;
    f = &l->check[l->n_checks++];
    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "grading");
    f->kind = KIND_BUILD;
    f->status = STATUS_NONE;
    finding_say(f,
                _("%s This is the kit's own fault, not yours. Please "
                  "report it."),
                why);
}

/* Whether more than half of the checks of results say that they are wrong. */
static bool mostly_wrong(const struct lab_result *l)
{
    int wrong = 0, right = 0;

    for (int i = 0; i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];

        if ((f->kind != KIND_CORRECTNESS && f->kind != KIND_OUTPUT) || f->nit)
            continue;
        wrong += f->status == STATUS_FAIL;
        right += f->status == STATUS_PASS || f->status == STATUS_UNTOLD;
    }
    return wrong > right;
}

/* A check that was not run because of an earlier failure costs its points;
 * whatever else was skipped is the machine's doing, or would say the same once
 * more, and costs nothing. */
static bool costs_points(const struct finding *f)
{
    return f->status != STATUS_SKIPPED || f->max_points != 0;
}

/* The points of a kind are split equally over the checks of that kind that cost
 * points: so a slip costs the same with and without a GPU. But nits have a
 * third at most, all together. */
static double points_of_each(double points, const int checks[2], bool nit)
{
    const int of_both = checks[false] + checks[true];

    if (checks[false] && 3 * checks[true] > of_both)
        return points * (nit ? 1 : 2) / 3 / checks[nit];
    return points / of_both;
}

/* Code that does nothing has no race and no memory error either: those earn
 * only where half of the results are right. */
void grade_count_up(const struct lab *lab, struct lab_result *l)
{
    int of_kind[KIND_COUNT][2] = {0}, passed = 0, failed = 0, broken = 0;
    bool wrong = mostly_wrong(l);

    for (int i = 0; i < l->n_checks; i++)
        of_kind[l->check[i].kind][l->check[i].nit] +=
            costs_points(&l->check[i]);
    l->points = l->max_points = l->untold = 0;
    for (int i = 0; i < l->n_checks; i++) {
        struct finding *f = &l->check[i];
        bool costs = costs_points(f);
        bool lost = costs && f->status == STATUS_SKIPPED;

        f->points = 0;
        f->max_points = costs ? points_of_each(lab->points[f->kind],
                                               of_kind[f->kind], f->nit)
                              : 0;
        if ((f->status == STATUS_PASS || f->status == STATUS_UNTOLD) &&
            !(wrong && (f->kind == KIND_RACE || f->kind == KIND_MEMORY)))
            f->points = f->max_points;
        l->points += f->points;
        if (f->status == STATUS_UNTOLD)
            l->untold += f->points;
        l->max_points += f->max_points;
        passed += f->status == STATUS_PASS && f->kind != KIND_BUILD;
        failed += f->status == STATUS_FAIL || lost;
        broken += f->status == STATUS_NONE;
    }
    if (l->n_checks == 1 || broken) { /* not all checks have spoken */
        l->max_points = 0;
        for (int k = 0; k < KIND_COUNT; k++)
            l->max_points += lab->points[k];
    }
    if (broken || (!failed && !passed))
        snprintf(l->status, sizeof l->status, "error");
    else
        snprintf(l->status, sizeof l->status, failed ? "failed" : "passed");
}

/* The first lines of WORK/compiler.txt. */
static void read_compiler(const char *work, char *text, size_t size)
{
    char path[600];
    size_t used = 0;
    int c, lines = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/compiler.txt", work);
    file = fopen(path, "r");
    while (file && lines < COMPILER_LINES && used < size - 1 &&
           (c = getc(file)) != EOF) {
        text[used++] = (char)c;
        lines += c == '\n';
    }
    if (used && text[used - 1] != '\n')
        text[used - 1] = '\n';
    text[used] = 0;
    if (file)
        fclose(file);
}

/* ---- one file ----------------------------------------------------------- */

/* A folder of this grading's own. A process number alone would not do: machines
 * that share the tree have the same ones. */
static int make_work(const struct lab *lab, char *work, size_t size)
{
    snprintf(work, size, "build/work/%s.XXXXXX", lab->folder);
    if (!setting("KEEP"))
        return mkdtemp(work) ? 0 : -1;
    /* verify grades one lab many times: the last one stays */
    snprintf(work, size, "build/work/%s.%ld", lab->folder, (long)getpid());
    grade_remove(work);
    return mkdir(work, 0700);
}

static int grade_file(const struct lab *lab, const char *source, uint64_t seed,
                      const struct style *progress,
                      const struct trial_grading *how, struct graded *g)
{
    static const enum check_kind kind_of[] = {
        [CHECKS_OF_RESULTS] = KIND_CORRECTNESS,
        [CHECKS_OF_MEMORY] = KIND_MEMORY,
        [CHECKS_OF_TRAFFIC] = KIND_TRAFFIC};
    struct lab_result *l = &g->result;
    char work[128], why[800] = "";
    double start = measure_now();
    time_t now = time(NULL);
    struct tm utc;
    int result = -1, ran;

    memset(g, 0, sizeof *g);
    snprintf(l->id, sizeof l->id, "%s", lab->id);
    snprintf(l->title, sizeof l->title, "%s", lab->title);
    snprintf(l->source, sizeof l->source, "%s", source);
    l->digest = lab_digest(lab, source);
    l->seed = seed;
    gmtime_r(&now, &utc);
    strftime(l->graded_at, sizeof l->graded_at, "%Y-%m-%dT%H:%M:%SZ", &utc);

    if (make_work(lab, work, sizeof work)) {
        fprintf(stderr, _("%s: cannot be made: %s\n"), work, strerror(errno));
        return -1;
    }
    progress_show(progress, lab, _("compiling"));
    l->n_checks = 1;
    if (how->checks <= CHECKS_TO_A_FAILURE
            ? build_student(lab, source, work, &l->check[0])
            : build_for(kind_of[how->checks], lab, source, work, &l->check[0]))
        goto done;
    read_compiler(work, g->compiler, sizeof g->compiler);
    if (l->check[0].status == STATUS_PASS &&
        (!how->worth_it || how->worth_it(work, how->arg))) {
        ran = checks_run(lab, work, source, seed, how->checks, how->one,
                         how->seconds, progress, why, sizeof why);
        if (ran < 0)
            goto done;
        if (ran > 0 || !checks_read(work, l, why, sizeof why))
            add_error(l, why);
    }
    grade_count_up(lab, l);
    l->seconds = measure_now() - start;
    result = 0;
done:
    progress_clear(progress);
    if (setting("KEEP"))
        fprintf(stderr, _("Kept: %s\n"), work);
    else
        grade_remove(work);
    return result;
}

int grade_lab(const struct lab *lab, const char *source, uint64_t seed,
              const struct style *progress, struct graded *g)
{
    const struct trial_grading all = {.checks = CHECKS_ALL,
                                      .seconds = CHECKS_SECONDS};

    return grade_file(lab, source, seed, progress, &all, g);
}

int grade_trial(const struct lab *lab, const char *source, uint64_t seed,
                const struct trial_grading *how, struct graded *g)
{
    return grade_file(lab, source, seed, NULL, how, g);
}
