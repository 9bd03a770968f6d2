/*
 * mutate.c - see mutate.h. The mutants of all labs stand in one row. Workers
 * take the next one each: they write it down, have it built, look whether the
 * compiler made anything else of it than of the solution, and if so grade it up
 * to the first check that fails. We wait, and report lab by lab.
 */
#define _GNU_SOURCE
#include "command/mutate_row.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "base/say.h"
#include "base/tokens.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"

#define COMMON_MARKS "solutions/mutants"
#define MAX_JOBS 256

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
            mutate_work(m, running);
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
            if (m->subject[shown].n && mutate_report_lab(m, &m->subject[shown]))
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
        mutate_report_all(&m);
        mutate_write_csv(&m);
        code = mutate_say_result(&m);
    }
    grade_end(&grading);
done:
    free_subjects(&m);
    free(labs);
    return code;
}
