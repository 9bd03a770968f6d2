/*
 * grade.c - see grade.h. From the bottom up: settings, the lock, running one
 * check program, turning what it reports into a result, and then which labs
 * are graded.
 */
#define _GNU_SOURCE /* pipe2() */
#include "command/grade.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sandbox/build.h"
#include "machine/interrupt.h"
#include "machine/measure.h"
#include "base/say.h"
#include "base/source.h"
#include "machine/ulimits.h"

#define CHECKS_SECONDS 900 /* no check program takes longer */
#define COMPILER_LINES 20  /* shown of what the compiler said */

extern char **environ;

/* ---- settings ----------------------------------------------------------- */

static const char *setting(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

bool number_setting(const char *name, int least, int *value)
{
    const char *text = setting(name);
    char *end;
    long number;

    if (!text)
        return true;
    number = strtol(text, &end, 10);
    if (*end || number < least || number > 1000000) {
        fprintf(stderr, _("%s=%s: this should be a number from %d on.\n"), name,
                text, least);
        return false;
    }
    *value = (int)number;
    return true;
}

static int read_seed(struct settings *s)
{
    const char *text = setting("SEED");
    uint32_t fresh;
    char *end;

    if (!text) {
        /* 32 bits, because people copy it by hand. */
        if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh) {
            fprintf(stderr, "getrandom: %s\n", strerror(errno));
            return -1;
        }
        s->seed = fresh;
        return 0;
    }
    errno = 0;
    s->seed = strtoull(text, &end, strncmp(text, "0x", 2) ? 10 : 16);
    if (errno || *end || *text == '-' || *text == '+') {
        fprintf(stderr, _("SEED=%s: SEED is a number such as 42 or 0x2a.\n"),
                text);
        return -1;
    }
    s->seeded = true;
    return 0;
}

/* What CUDA labs run on; the judge reads it itself. */
static int check_backend(void)
{
    const char *b = setting("BACKEND");

    if (!b || !strcmp(b, "cpu") || !strcmp(b, "gpu") || !strcmp(b, "both"))
        return 0;
    fprintf(stderr, _("BACKEND=%s: BACKEND is cpu, gpu or both.\n"), b);
    return -1;
}

/* The results file for the folder at this path, which has no links in it. Of a
 * folder beside the kit's, its name is enough; of any other there may be a
 * second of the same name, so a number stands for the whole path. */
static void name_results(const char *real, char *path, size_t size)
{
    const char *name = strrchr(real, '/') + 1;
    char readable[64], number[16] = "", *kit = realpath(".", NULL);
    size_t above = kit ? (size_t)(strrchr(kit, '/') + 1 - kit) : 0;
    uint32_t hash = 0x811c9dc5u; /* FNV-1a */

    text_clean(name, readable, sizeof readable);
    for (char *p = readable; *p; p++)
        if (*p == '\n' || *p == '\t')
            *p = '?';
    if (strcmp(readable, name) || (size_t)(name - real) != above ||
        strncmp(real, kit, above) != 0) {
        for (const char *p = real; *p; p++)
            hash = (hash ^ (unsigned char)*p) * 0x01000193u;
        snprintf(number, sizeof number, "-%08" PRIx32, hash);
    }
    snprintf(path, size, "build/results-%s%s.json", readable, number);
    free(kit);
}

/* A part of a path would be another path. */
static bool too_long(const char *name, const char *value, size_t size)
{
    if (!value || strlen(value) < size)
        return false;
    fprintf(stderr, _("%s has %zu bytes, and there is room for %zu.\n"), name,
            strlen(value), size - 1);
    return true;
}

/* Behind a command that is shown, as it has to be typed. */
static void add_setting(struct style *style, const char *name,
                        const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789_-+./"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *quote = value[strspn(value, plain)] ? "'" : "";
    size_t n = strlen(style->command_end);

    snprintf(style->command_end + n, sizeof style->command_end - n,
             " %s=%s%s%s", name, quote, value, quote);
}

int settings_read(struct settings *s)
{
    const char *src = setting("SRC"), *results = setting("RESULTS");
    char *real = NULL, *labs = NULL;
    struct stat st;
    size_t n;
    int result = -1;

    memset(s, 0, sizeof *s);
    s->style = table_style(stdout);
    s->lab = setting("LAB");
    s->sample = -1;
    if (!number_setting("SAMPLE", 0, &s->sample) || read_seed(s) ||
        check_backend())
        return -1;

    if (too_long("SRC", src, sizeof s->src) ||
        too_long("RESULTS", results, sizeof s->results))
        return -1;
    snprintf(s->src, sizeof s->src, "%s", src ? src : "labs");
    for (n = strlen(s->src); n > 1 && s->src[n - 1] == '/'; n--)
        s->src[n - 1] = 0;
    labs = realpath("labs", NULL);
    real = realpath(s->src, NULL);
    if (real && (stat(real, &st) || !S_ISDIR(st.st_mode))) {
        free(real);
        real = NULL;
        errno = ENOTDIR;
    }
    if (!real || !labs) {
        fprintf(stderr,
                _("%s: %s. SRC is a folder like labs, with "
                  "NN_name/name.c in it.\n"),
                real ? "labs" : s->src, strerror(errno));
        goto done;
    }
    s->own = !strcmp(real, labs);
    if (s->own)
        snprintf(s->src, sizeof s->src, "labs");
    else
        add_setting(&s->style, "SRC", s->src);
    if (results) {
        add_setting(&s->style, "RESULTS", results);
        snprintf(s->results, sizeof s->results, "%s", results);
    } else if (s->own) {
        snprintf(s->results, sizeof s->results, "build/results.json");
    } else {
        name_results(real, s->results, sizeof s->results);
    }
    result = 0;
done:
    free(real);
    free(labs);
    return result;
}

void unknown_lab(const struct lab *labs, int n, const char *id)
{
    fprintf(stderr, _("LAB=%s: there is no such lab. There are:\n"), id);
    for (int i = 0; i < n; i++)
        fprintf(stderr, "  LAB=%-4s %s\n", labs[i].id, labs[i].title);
}

void results_load(const struct settings *s, struct results *r)
{
    char src[sizeof s->src];

    if (results_read(s->results, r) < 0)
        fprintf(stderr, _("It is taken as empty; the next grading writes it "
                          "anew.\n"));
    text_clean(s->src, src, sizeof src); /* as it is written there */
    if (strcmp(r->src, src)) {
        memset(r, 0, sizeof *r);
        snprintf(r->src, sizeof r->src, "%s", s->src);
    }
}

/* ---- one grading at a time ---------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st;
    (void)type;
    /* build/work itself stays */
    return where->level > 0 || strcmp(path, "build/work") ? remove(path) : 0;
}

static void remove_folder(const char *path)
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

int grade_begin(struct grading *g)
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
    if (g->lock < 0)
        goto fail;
    if (flock(g->lock, LOCK_EX | LOCK_NB)) {
        if (errno != EWOULDBLOCK)
            goto fail;
        fprintf(stderr, _("Another grading is running in this folder; "
                          "waiting for it to end.\n"));
        if (flock(g->lock, LOCK_EX))
            goto fail;
    }
    interrupt_hold(&g->old_mask);
    /* We are alone here: what lies there belongs to nobody any more. */
    if (!setting("KEEP"))
        remove_folder("build/work");
    return 0;
fail:
    say_read_only("build/grade.lock");
    if (g->lock >= 0)
        close(g->lock);
    return -1;
}

void grade_end(struct grading *g)
{
    close(g->lock);
    fflush(NULL);
    sigprocmask(SIG_SETMASK, &g->old_mask, NULL); /* may end us */
}

/* ---- the line that shows what is running -------------------------------- */

static void show_progress(const struct style *s, const struct lab *lab,
                          const char *what)
{
    char line[400], clean[TABLE_WIDTH];

    if (!s || !isatty(fileno(s->out)))
        return;
    snprintf(line, sizeof line, "%s %s: %s", lab->id, lab->name, what);
    table_clean(line, clean, sizeof clean); /* fits, as it cuts */
    fprintf(s->out, "\r\033[K%s", clean);
    fflush(s->out);
}

static void clear_progress(const struct style *s)
{
    if (!s || !isatty(fileno(s->out)))
        return;
    fputs("\r\033[K", s->out);
    fflush(s->out);
}

/* ---- the check program -------------------------------------------------- */

/* Show the test names in what the program printed since the last time. */
static void read_progress(int fd, char *line, size_t size,
                          const struct style *s, const struct lab *lab)
{
    size_t have = strlen(line);
    ssize_t n;

    while ((n = read(fd, line + have, size - 1 - have)) > 0) {
        char *end;

        line[have + (size_t)n] = 0;
        while ((end = strchr(line, '\n'))) {
            *end = 0;
            show_progress(s, lab, line);
            memmove(line, end + 1, strlen(end + 1) + 1);
        }
        have = strlen(line);
        if (have == size - 1)
            have = 0; /* no name is that long */
        line[have] = 0;
    }
}

/* Start build/checks/<folder>; its stdout comes through *fd. The process id,
 * or -1 with errno set. */
static pid_t start_checks(const struct lab *lab, const char *work,
                          const char *source, uint64_t seed, bool quick,
                          int *fd)
{
    char program[128], tap[128], seed_text[32], goal[32];
    char *argv[] = {program,
                    "-w",
                    (char *)work,
                    "-f",
                    (char *)source,
                    "-s",
                    seed_text,
                    "-g",
                    goal,
                    "-t",
                    quick ? "/dev/null" : tap,
                    quick ? "-q" : NULL,
                    NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    int error, ends[2];
    pid_t pid = -1;

    snprintf(program, sizeof program, "build/checks/%s", lab->folder);
    snprintf(tap, sizeof tap, "build/tap/%s.tap", lab->folder);
    snprintf(seed_text, sizeof seed_text, "%" PRIu64, seed);
    snprintf(goal, sizeof goal, "%g", lab->goal);
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    error = posix_spawn(&pid, program, &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    *fd = ends[0];
    return pid;
}

/* Run it to its end. 0 if it ended well; 1 with the reason in `why` if not;
 * -1 if a signal waits for us. */
static int run_checks(const struct lab *lab, const char *work,
                      const char *source, uint64_t seed, bool quick,
                      const struct style *progress, char *why, size_t size)
{
    double start = measure_now(), ended_at = 0;
    bool late = false, stopped = false;
    char line[200] = "";
    siginfo_t info;
    int fd, status = 0;
    pid_t pid = start_checks(lab, work, source, seed, quick, &fd);

    if (pid < 0) {
        snprintf(why, size, _("build/checks/%s cannot be started: %s."),
                 lab->folder, strerror(errno));
        return 1;
    }
    for (;;) {
        struct pollfd p = {fd, POLLIN, 0};
        double now = measure_now();

        memset(&info, 0, sizeof info);
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
            info.si_pid)
            break;
        if (!ended_at && ((stopped = interrupt_waits()) ||
                          (late = now - start > CHECKS_SECONDS))) {
            /* First ask, so that it can end the student's process. */
            kill(-pid, SIGTERM);
            ended_at = now;
        } else if (ended_at && now - ended_at > 2) {
            kill(-pid, SIGKILL);
        }
        if (poll(&p, 1, 50) > 0 && (p.revents & POLLIN))
            read_progress(fd, line, sizeof line, progress, lab);
        else if (p.revents) /* it closed stdout early: do not spin */
            poll(NULL, 0, 50);
    }
    /* What it left running goes with it. */
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(fd);
    if (stopped || interrupt_waits())
        return -1;
    if (late)
        snprintf(why, size,
                 _("build/checks/%s did not end within %d "
                   "minutes."),
                 lab->folder, CHECKS_SECONDS / 60);
    else if (WIFSIGNALED(status))
        snprintf(why, size, _("build/checks/%s was ended by a signal: %s."),
                 lab->folder, strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        snprintf(why, size, _("build/checks/%s ended with exit code %d."),
                 lab->folder, WEXITSTATUS(status));
    else
        return 0;
    return 1;
}

/* Read WORK/checks.json behind the build finding. False with the reason in
 * `why` if it is not as it should be. */
static bool read_checks(const char *work, struct lab_result *l, char *why,
                        size_t size)
{
    char path[600];
    json_error_t error;
    json_t *root, *checks, *speed, *ladder;
    size_t n;
    bool good = false;

    snprintf(path, sizeof path, "%s/checks.json", work);
    root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    checks = json_object_get(root, "checks");
    speed = json_object_get(root, "speed");
    ladder = json_object_get(root, "ladder");
    n = json_array_size(checks);
    if (!root)
        snprintf(why, size,
                 _("The report of the checks is missing or "
                   "damaged: %s."),
                 error.text);
    else if (n == 0 || n > (size_t)(RESULTS_MAX_CHECKS - l->n_checks))
        snprintf(why, size, _("The report holds %zu checks."), n);
    else
        good = true;
    for (size_t i = 0; good && i < n; i++) {
        good = finding_from_json(json_array_get(checks, i),
                                 &l->check[l->n_checks]) == 0;
        if (good)
            l->n_checks++;
        else
            snprintf(why, size, _("Check %zu in the report is damaged."),
                     i + 1);
    }
    if (good && speed && speed_from_json(speed, &l->speed)) {
        snprintf(why, size, _("The speed in the report is damaged."));
        good = false;
    }
    if (good && ladder && ladder_from_json(ladder, &l->ladder)) {
        snprintf(why, size, _("The counts in the report are damaged."));
        good = false;
    }
    json_decref(root);
    return good;
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

        if (f->kind != KIND_CORRECTNESS && f->kind != KIND_OUTPUT)
            continue;
        wrong += f->status == STATUS_FAIL;
        right += f->status == STATUS_PASS || f->status == STATUS_UNTOLD;
    }
    return wrong > right;
}

/* Share out the points and decide. Points of a kind are split equally over
 * the checks of that kind. Code that does nothing has no race and no memory
 * error either: those earn only where half of the results are right. */
static void count_up(const struct lab *lab, struct lab_result *l)
{
    int of_kind[KIND_COUNT] = {0}, passed = 0, failed = 0, broken = 0;
    bool wrong = mostly_wrong(l);

    for (int i = 0; i < l->n_checks; i++)
        of_kind[l->check[i].kind]++;
    l->points = l->max_points = l->untold = 0;
    for (int i = 0; i < l->n_checks; i++) {
        struct finding *f = &l->check[i];
        /* -1: not run because of an earlier failure, so it costs its points;
         * every other skipped check is the machine's doing and does not. */
        bool lost = f->status == STATUS_SKIPPED && f->max_points == -1;

        f->points = 0;
        f->max_points = 0;
        if (f->status != STATUS_SKIPPED || lost)
            f->max_points = lab->points[f->kind] / of_kind[f->kind];
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

/* worth_it: null, or as for grade_mutant(). */
static int grade_file(const struct lab *lab, const char *source, uint64_t seed,
                      const struct style *progress,
                      bool (*worth_it)(const char *work, void *arg), void *arg,
                      struct graded *g)
{
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

    snprintf(work, sizeof work, "build/work/%s.%ld", lab->folder,
             (long)getpid());
    if (setting("KEEP"))
        remove_folder(work); /* verify grades one lab many times */
    if (mkdir(work, 0700)) {
        fprintf(stderr, _("%s: cannot be made: %s\n"), work, strerror(errno));
        return -1;
    }
    show_progress(progress, lab, _("compiling"));
    l->n_checks = 1;
    if (build_student(lab, source, work, &l->check[0]))
        goto done;
    read_compiler(work, g->compiler, sizeof g->compiler);
    if (l->check[0].status == STATUS_PASS &&
        (!worth_it || worth_it(work, arg))) {
        ran = run_checks(lab, work, source, seed, worth_it != NULL, progress,
                         why, sizeof why);
        if (ran < 0)
            goto done;
        if (ran > 0 || !read_checks(work, l, why, sizeof why))
            add_error(l, why);
    }
    count_up(lab, l);
    l->seconds = measure_now() - start;
    result = 0;
done:
    clear_progress(progress);
    if (setting("KEEP"))
        fprintf(stderr, _("Kept: %s\n"), work);
    else
        remove_folder(work);
    return result;
}

int grade_lab(const struct lab *lab, const char *source, uint64_t seed,
              const struct style *progress, struct graded *g)
{
    return grade_file(lab, source, seed, progress, NULL, NULL, g);
}

int grade_mutant(const struct lab *lab, const char *source, uint64_t seed,
                 bool (*worth_it)(const char *work, void *arg), void *arg,
                 struct graded *g)
{
    return grade_file(lab, source, seed, NULL, worth_it, arg, g);
}

/* ---- kit grade ---------------------------------------------------------- */

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
    return was_graded(old) || (!source_missing(c->source) &&
                               !lab_same_file(c->source, skeleton));
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
        count_up(lab, l);
    if (old && strcmp(l->status, "passed"))
        memcpy(l->hints_shown, old->hints_shown, sizeof l->hints_shown);
    results_put(r, l);
    return results_write(s->results, r);
}

int grade_if_changed(const struct settings *s, const struct lab *lab,
                     struct results *r, const struct lab_result **l)
{
    static struct graded g;
    const struct lab_result *old = results_get(r, lab->id);
    char source[800], skeleton[160];
    uint64_t digest;

    *l = NULL;
    lab_source(lab, s->src, source, sizeof source);
    lab_skeleton(lab, skeleton, sizeof skeleton);
    if (source_missing(source) || (s->own && lab_same_file(source, skeleton)))
        return 0;
    digest = lab_digest(lab, source);
    if (s->seeded || !was_graded(old) || !digest || old->digest != digest) {
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
               "grade. Read labs/%s/README.md and edit %s.\n"
               "To grade it as it is:\n  make grade LAB=%s%s"),
             labs[0].folder, path, labs[0].id, s->style.command_end);
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
                 _("Nothing has changed since this was graded. To grade a lab "
                   "again all the same:\n  make grade LAB=%s%s"),
                 first->id, s->style.command_end);
    table_wrap(&s->style, 0, text);
}

int grade_command(const struct settings *s)
{
    struct lab *labs = NULL;
    const struct lab *only = NULL;
    struct results *r = calloc(1, sizeof *r);
    struct choice *choices = NULL;
    struct graded *graded = NULL;
    struct table_row *rows = NULL;
    struct grading grading = {.lock = -1};
    int n = 0, n_choices = 0, n_graded = 0, code = KIT_TROUBLE;
    bool all_passed = true, begun = false;

    labs = lab_find_all(&n);
    if (!labs)
        goto done;
    if (s->lab && !(only = lab_by_id(labs, n, s->lab))) {
        unknown_lab(labs, n, s->lab);
        goto done;
    }
    choices = calloc((size_t)n, sizeof *choices);
    graded = calloc((size_t)n, sizeof *graded);
    rows = calloc((size_t)n, sizeof *rows);
    if (!r || !choices || !graded || !rows) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
        goto done;
    }
    begun = grade_begin(&grading) == 0;
    if (!begun)
        goto done;
    results_load(s, r);
    for (int i = 0; i < n; i++)
        if ((!only || only == &labs[i]) &&
            choose(s, &labs[i], r, &choices[n_choices]))
            n_choices++;
    if (n_choices == 0) {
        say_nothing_to_do(s, labs);
        code = s->own ? KIT_OK : KIT_TROUBLE;
        goto done;
    }
    for (int i = 0; i < n_choices; i++) {
        struct choice *c = &choices[i];

        if (c->grade) {
            if (grade_lab(c->lab, c->source, s->seed, &s->style, &graded[i]) ||
                store(s, c->lab, r, &graded[i].result))
                goto done;
            n_graded++;
        } else {
            graded[i].result = *results_get(r, c->lab->id);
        }
        if (c->grade || only)
            all_passed =
                all_passed && !strcmp(graded[i].result.status, "passed");
        rows[i].result = &graded[i].result;
        rows[i].details = c->grade || only;
        if (graded[i].result.check[0].status == STATUS_FAIL) {
            char hint[16];

            rows[i].compiler = graded[i].compiler;
            rows[i].no_hint =
                !lab_hint(c->lab, kind_names[KIND_BUILD], 0, hint, sizeof hint);
        }
    }
    table_grades(&s->style, rows, n_choices);
    print_footer(s, choices[0].lab, n_graded);
    code = all_passed ? KIT_OK : KIT_FAILED;
done:
    if (begun)
        grade_end(&grading);
    free(labs);
    free(r);
    free(choices);
    free(graded);
    free(rows);
    return code;
}
