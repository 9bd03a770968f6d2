/*
 * work.c - see work.h. The parent has a few places, each with cores of its own;
 * a free place gets the next grading, as a child.
 */
#define _GNU_SOURCE
#include "class/work.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "class/groups.h"
#include "command/grading.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"
#include "show/results.h"

#define TRIES 2 /* of a grading whose process did not come back */

struct work {
    const struct class *c;
    uint64_t secret;
    struct task {
        int submission;
        int tries;
    } * task; /* those that are to be done */
    int n_tasks;
    struct core_group place[GROUPS_MAX];
    pid_t pid[GROUPS_MAX]; /* 0: free */
    int doing[GROUPS_MAX]; /* which task */
    int places;
    bool alone;     /* the second round */
    double started; /* this round */
    struct work_report *report;
    struct results *results; /* read into, one at a time */
};

/* ---- what is there ------------------------------------------------------- */

/* The verdict on a submission, where there is one that still holds; or null. */
static const struct lab_result *verdict(struct work *w, int i)
{
    const struct submission *s = &w->c->submission[i];
    const struct lab *lab = &w->c->labs[s->lab];
    const struct lab_result *l;
    char path[CLASS_PATH];

    if (class_result_path(w->c, i, path) || access(path, F_OK) ||
        results_read(path, w->results))
        return NULL;
    l = results_get(w->results, lab->id);
    if (!l || l->seed != class_seed(w->secret, lab) ||
        l->digest != lab_digest(lab, s->source) || !strcmp(l->status, "error"))
        return NULL;
    return l;
}

/* A second grading leaves this file, so that there is no third one. */
static int alone_path(const struct work *w, int i, char *path)
{
    const struct submission *s = &w->c->submission[i];

    return class_path(w->c, path, "gradings/%s/%s.%d.alone", s->student,
                      w->c->labs[s->lab].id, s->number);
}

static bool was_alone(const struct work *w, int i, const struct lab_result *l)
{
    char path[CLASS_PATH];
    unsigned long long digest = 0;
    FILE *file = alone_path(w, i, path) ? NULL : fopen(path, "re");

    if (file) {
        if (fscanf(file, "%llx", &digest) != 1)
            digest = 0;
        fclose(file); /* only read from */
    }
    return digest == l->digest;
}

/* ---- one grading, in the child ------------------------------------------- */

/* The second grading counts only where it could tell more. */
static int store(struct work *w, int i, struct graded *g)
{
    const struct lab_result *old = w->alone ? verdict(w, i) : NULL;
    const struct lab *lab = &w->c->labs[w->c->submission[i].lab];
    char path[CLASS_PATH], text[20];

    if (!old || g->result.untold < old->untold) {
        memset(w->results, 0, sizeof *w->results);
        snprintf(w->results->src, sizeof w->results->src, "%s/%s/%d",
                 "submissions", w->c->submission[i].student,
                 w->c->submission[i].number);
        snprintf(g->result.source, sizeof g->result.source, "%s/%s%s",
                 lab->folder, lab->name, lab->ext);
        results_put(w->results, &g->result);
        if (class_result_path(w->c, i, path) || results_write(path, w->results))
            return -1;
    }
    if (!w->alone)
        return 0;
    snprintf(text, sizeof text, "%llx\n", (unsigned long long)g->result.digest);
    return alone_path(w, i, path) || class_write(path, text, strlen(text)) ? -1
                                                                           : 0;
}

static _Noreturn void grade_one(struct work *w, int place, int i)
{
    const struct submission *s = &w->c->submission[i];
    const struct lab *lab = &w->c->labs[s->lab];
    struct graded *g = calloc(1, sizeof *g);

    if (!g || core_group_enter(&w->place[place]) ||
        grade_lab(lab, s->source, class_seed(w->secret, lab), NULL, g) ||
        store(w, i, g))
        _exit(1);
    _exit(0);
}

/* ---- the round ----------------------------------------------------------- */

/* On a terminal a line that changes; elsewhere one for each tenth. */
static void show_progress(const struct work *w, int done, bool end)
{
    static int tenth;
    const bool terminal = isatty(1);
    const double per = done ? (measure_now() - w->started) / done : 0;
    const int left = (int)(per * (w->n_tasks - done) / 60 + 0.99);
    int bar = w->n_tasks ? 30 * done / w->n_tasks : 30;

    if (end)
        tenth = 0;
    if (terminal && end) {
        printf("\r\033[K");
    } else if (terminal) {
        printf("\r\033[K[%.*s%*s] ", bar, "##############################",
               30 - bar, "");
        printf(w->alone ? _("%d of %d, once more and alone")
                        : _("%d of %d gradings"),
               done, w->n_tasks);
        if (done >= w->places)
            printf(_(", about %d min left"), left);
    } else if (!end && done * 10 / w->n_tasks > tenth) {
        tenth = done * 10 / w->n_tasks;
        printf(_("%d of %d gradings, about %d min left\n"), done, w->n_tasks,
               left);
    }
    fflush(stdout);
}

static int start(struct work *w, int place, int t)
{
    const pid_t self = getpid();

    fflush(NULL);
    w->task[t].tries++;
    w->doing[place] = t;
    w->pid[place] = fork();
    if (w->pid[place] == 0) {
        keeper_die_with(self);
        grade_one(w, place, w->task[t].submission);
    }
    if (w->pid[place] > 0)
        return 0;
    w->pid[place] = 0;
    fprintf(stderr, "fork: %s\n", strerror(errno));
    return -1;
}

static int place_of(const struct work *w, pid_t pid)
{
    for (int p = 0; p < w->places; p++)
        if (w->pid[p] == pid)
            return p;
    return -1;
}

/* Do all tasks. 0; -1 if a signal waits or there is trouble of our own. */
static int round_of(struct work *w)
{
    const struct timespec nap = {0, 20000000};
    int next = 0, running = 0, done = 0, status, result = 0;

    w->started = measure_now();
    while (running || (next < w->n_tasks && !result)) {
        for (int p = 0; p < w->places && next < w->n_tasks && !result; p++) {
            if (w->pid[p])
                continue;
            result = start(w, p, next);
            next += !result;
            running += !result;
        }
        pid_t pid = waitpid(-1, &status, WNOHANG);
        int p = pid > 0 ? place_of(w, pid) : -1;

        if (p >= 0) {
            struct task *t = &w->task[w->doing[p]];

            w->pid[p] = 0;
            running--;
            if (status && t->tries < TRIES && !interrupt_waits()) {
                result = start(w, p, w->doing[p]);
                running += !result;
            } else {
                done++;
                w->report->done += !status;
                show_progress(w, done, false);
            }
        }
        if ((result || interrupt_waits()) && running) {
            result = -1;
            for (p = 0; p < w->places; p++)
                if (w->pid[p])
                    kill(w->pid[p], SIGTERM); /* it waits: they end soon */
        }
        if (pid <= 0)
            nanosleep(&nap, NULL);
        if (interrupt_waits())
            result = -1;
    }
    if (w->n_tasks)
        show_progress(w, done, true);
    return result;
}

/* ---- both rounds --------------------------------------------------------- */

static void find_tasks(struct work *w)
{
    w->n_tasks = 0;
    for (int i = 0; i < w->c->n; i++)
        if (!verdict(w, i))
            w->task[w->n_tasks++] = (struct task){.submission = i};
}

/* Those of which something could not be told. */
static void find_untold(struct work *w)
{
    w->n_tasks = 0;
    for (int i = 0; i < w->c->n; i++) {
        const struct lab_result *l = verdict(w, i);

        if (l && l->untold > 0 && !was_alone(w, i, l))
            w->task[w->n_tasks++] = (struct task){.submission = i};
    }
}

/* What a round needs. 0, or -1 with a message. */
static int open_work(struct work *w, const struct class *c)
{
    memset(w, 0, sizeof *w);
    w->c = c;
    w->task = calloc((size_t)c->n + 1, sizeof *w->task);
    w->results = calloc(1, sizeof *w->results);
    if (w->task && w->results)
        return class_secret(c, &w->secret);
    fprintf(stderr, "%s\n", strerror(ENOMEM));
    return -1;
}

static void close_work(struct work *w)
{
    free(w->task);
    free(w->results);
}

int *class_missing(const struct class *c, int *n)
{
    struct work w;
    int *which = NULL;

    if (open_work(&w, c) == 0) {
        find_tasks(&w);
        which = calloc((size_t)w.n_tasks + 1, sizeof *which);
        if (!which)
            fprintf(stderr, "%s\n", strerror(ENOMEM));
        for (int i = 0; which && i < w.n_tasks; i++)
            which[i] = w.task[i].submission;
        *n = w.n_tasks;
    }
    close_work(&w);
    return which;
}

int class_grade(const struct class *c, enum work_where where, int jobs,
                struct work_report *report)
{
    struct work w;
    struct grading g;
    int result = -1;

    memset(report, 0, sizeof *report);
    if (open_work(&w, c) ||
        (where == WORK_HERE ? grade_begin(&g) : grade_begin_shared(&g)))
        goto done;
    w.report = report;
    find_tasks(&w);
    report->kept = c->n - w.n_tasks;
    w.places = core_groups(where == WORK_ELEMENT ? 1 : jobs, w.place);
    result = w.places > 0 ? round_of(&w) : -1;
    if (!result && where != WORK_ELEMENT) {
        int before = report->done;

        find_untold(&w);
        w.alone = true;
        w.places = core_groups(1, w.place);
        result = round_of(&w);
        report->alone = report->done - before;
    }
    for (int i = 0; i < c->n; i++)
        report->broken += !verdict(&w, i);
    grade_end(&g); /* may end us */
done:
    close_work(&w);
    return result;
}
