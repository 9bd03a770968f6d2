/* pictures.c - see pictures.h. What is run, what of it is shown, then the
 * command. */
#define _GNU_SOURCE
#include "command/pictures.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/say.h"
#include "base/source.h"
#include "machine/interrupt.h"
#include "reports/simt_run.h"
#include "sandbox/job.h"
#include "show/array_names.h"
#include "show/before_after.h"
#include "show/timeline_pair.h"
#include "show/touched.h"

enum { MAX_SITES = 4096, MAX_ARRAYS = 64 };

/* One of the two programs. */
struct side {
    const struct lab *lab; /* whose program it is */
    char source[300];      /* the student's part of it */
    char words[80];        /* whose that is, in words */
    char path[300];        /* the program */
    struct simt_run run;
    char kernel[96]; /* that is shown */
};

/* ---- the programs ------------------------------------------------------- */

static void solution(struct side *s, const struct lab *lab, const char *words)
{
    s->lab = lab;
    lab_source(lab, "solutions", s->source, sizeof s->source);
    snprintf(s->words, sizeof s->words, "%s", words);
}

/* What lab.ini says, else the skeleton. 0, or -1 with a message. */
static int choose_before(struct side *s, const struct lab *labs, int n,
                         const struct lab *lab)
{
    const char *before = lab->picture.before;
    const struct lab *other = *before ? lab_by_id(labs, n, before) : NULL;
    char words[80];

    if (other) {
        snprintf(words, sizeof words, _("lab %s"), other->id);
        solution(s, other, words);
        return 0;
    }
    s->lab = lab;
    if (!*before) {
        lab_skeleton(lab, s->source, sizeof s->source);
        snprintf(s->words, sizeof s->words, "%s", _("the skeleton"));
        return 0;
    }
    snprintf(s->source, sizeof s->source, "solutions/%s/wrong/%s%s",
             lab->folder, before, lab->ext);
    snprintf(s->words, sizeof s->words, "%s", before);
    for (char *p = s->words; *p; p++)
        if (*p == '_')
            *p = ' ';
    if (!source_missing(s->source))
        return 0;
    fprintf(stderr, _("labs/%s/lab.ini: before = %s: there is no %s\n"),
            lab->folder, before, s->source);
    return -1;
}

/* 0, or -1: the compiler has said why. */
static int compile(struct side side[2], const char *folder)
{
    struct job job[2] = {0};
    struct jobs of = {.work = folder};
    sigset_t mask;
    int rc;

    for (int i = 0; i < 2; i++) {
        job[i].kind = ULIMITS_COMPILER;
        snprintf(side[i].path, sizeof side[i].path, "%s/%s", folder,
                 i ? "after" : "before");
        snprintf(job[i].output, sizeof job[i].output, "%s.txt", side[i].path);
        job_add_words(&job[i], "build/simt/simtcc --check -g -I.");
        job_add(&job[i], "-Ilabs/%s", side[i].lab->folder);
        job_add(&job[i], "%s", side[i].source);
        job_add(&job[i], "labs/%s/main%s", side[i].lab->folder,
                side[i].lab->ext);
        job_add_words(&job[i], "-o");
        job_add(&job[i], "%s", side[i].path);
    }
    interrupt_hold(&mask);
    rc = jobs_run(job, 2, &of);
    sigprocmask(SIG_SETMASK, &mask, NULL); /* may end us */
    for (int i = 0; i < 2 && rc == 0; i++)
        if (!job_went_well(&job[i])) {
            fprintf(stderr, _("%s does not compile: see %s\n"), side[i].source,
                    job[i].output);
            rc = -1;
        }
    return rc;
}

static int run(struct side *s, const struct lab *lab)
{
    char text[80], output[310], *argv[12] = {s->path}, *rest = NULL;
    int n = 1;

    snprintf(text, sizeof text, "%s", lab->picture.args);
    if (*lab->picture.devices)
        setenv("SIMT_DEVICES", lab->picture.devices, 1);
    for (char *word = strtok_r(text, " ", &rest); word && n < 11;
         word = strtok_r(NULL, " ", &rest))
        argv[n++] = word;
    snprintf(output, sizeof output, "%s.txt", s->path);
    if (simt_run(&s->run, argv, output) != 0)
        return -1;
    if (!s->run.report || !simt_report_started(s->run.report)) {
        fprintf(stderr, _("%s: its program reports nothing\n"), s->source);
        return -1;
    }
    simt_report_symbolize(s->run.report);
    return 0;
}

/* ---- what is shown ------------------------------------------------------ */

static struct simt_line site[MAX_SITES];
static char name[MAX_SITES][ARRAY_NAME];

static bool same_line(const struct simt_line *a, const struct simt_line *b)
{
    return a->access == b->access && a->place.line == b->place.line &&
           !strcmp(a->place.file, b->place.file) &&
           !strcmp(a->kernel, b->kernel);
}

static bool is_shared(const char *array, int n)
{
    for (int i = 0; i < n; i++)
        if (site[i].where == SIMT_IN_SHARED &&
            !strcmp(site[i].worst.object, array))
            return true;
    return false;
}

/* Of a variable the report knows the name. Else (what is allocated, shared
 * memory that a launch asks for) the line's text has it: of as many names as
 * places in the code, each in its turn. */
static void name_site(int i, int n)
{
    char array[MAX_ARRAYS][ARRAY_NAME], code[1024];
    int arrays, kept = 0, turn = 0, sites = 0;

    snprintf(name[i], sizeof name[i], "%s", site[i].worst.object);
    if (*name[i] ||
        !source_line(site[i].place.file, site[i].place.line, code, sizeof code))
        return;
    arrays = array_names(code, site[i].access, array, MAX_ARRAYS);
    for (int k = 0; k < arrays && k < MAX_ARRAYS; k++)
        if (!is_shared(array[k], n))
            memcpy(array[kept++], array[k], sizeof array[k]);
    for (int k = 0; k < n; k++)
        if (!*site[k].worst.object && same_line(&site[k], &site[i])) {
            turn += k < i;
            sites++;
        }
    if (kept == 1)
        memcpy(name[i], array[0], sizeof array[0]);
    else if (kept > 0 && sites % kept == 0)
        memcpy(name[i], array[turn % kept], sizeof array[0]);
}

/* That of this name, or the one with most requests. */
static void choose_kernel(struct side *s, const char *wanted)
{
    static struct simt_launches kernel[SIMT_KERNELS];
    int n = simt_report_kernels(s->run.report, kernel, SIMT_KERNELS);
    uint64_t most = 0;

    for (int i = 0; i < n && i < SIMT_KERNELS; i++) {
        uint64_t requests = simt_report_counts(s->run.report, SIMT_ANYWHERE,
                                               SIMT_ANY_OP, kernel[i].name)
                                .requests;

        if (!strcmp(kernel[i].name, wanted))
            requests = UINT64_MAX;
        if (requests > most) {
            most = requests;
            snprintf(s->kernel, sizeof s->kernel, "%s", kernel[i].name);
        }
    }
}

static const char *const access_words[] = {"", "read", "written", "atomic"};

/* Whether it is what "a read" or "a" means; "" means everything. */
static bool is_wanted(const struct pattern_item *item, const char *wanted)
{
    size_t n = strlen(item->name);

    return !*wanted ||
           (!strncmp(wanted, item->name, n) &&
            (!wanted[n] ||
             (wanted[n] == ' ' &&
              !strcmp(wanted + n + 1, access_words[item->line.access]))));
}

static double waste_each(const struct simt_line *l)
{
    const struct simt_counts *c = &l->counts;

    return c->requests ? (double)(simt_waste(c, SIMT_SECTORS) +
                                  simt_waste(c, SIMT_WAVEFRONTS) +
                                  simt_waste(c, SIMT_CONTENTION)) /
                             (double)c->requests
                       : 0;
}

/* Of those that waste the same, one with more lanes says more. */
static bool is_worse(const struct simt_line *a, const struct simt_line *b)
{
    double more = waste_each(a) - waste_each(b);

    return more > 0 || (more == 0 && __builtin_popcount(a->worst.mask) >
                                         __builtin_popcount(b->worst.mask));
}

/* Places that do the same with the same array are one; the worst is shown. */
static int gather(const struct side *s, struct pattern_item *item, int max)
{
    int n = simt_report_sites(s->run.report, site, MAX_SITES), items = 0, k;

    n = n < MAX_SITES ? n : MAX_SITES;
    for (int i = 0; i < n; i++)
        name_site(i, n);
    for (int i = 0; i < n; i++) {
        if (strcmp(site[i].kernel, s->kernel) || !*name[i] ||
            !touched_any(&site[i]))
            continue;
        for (k = 0; k < items; k++)
            if (!strcmp(item[k].name, name[i]) &&
                item[k].line.access == site[i].access)
                break;
        if (k == max)
            continue;
        if (k == items) {
            items++;
            memcpy(item[k].name, name[i], sizeof item[k].name);
        }
        if (!item[k].line.worst.known || is_worse(&site[i], &item[k].line))
            item[k].line = site[i];
    }
    return items;
}

/* What of it lab.ini wants, in this order. */
static void choose(const struct side *s, const char *wanted, struct pattern *p)
{
    struct pattern_item item[MAX_ARRAYS] = {0};
    int n = gather(s, item, MAX_ARRAYS);
    char text[256], *rest = text, *next;

    memset(p, 0, sizeof *p);
    snprintf(p->program, sizeof p->program, "%s", s->words);
    p->all = simt_report_counts(s->run.report, SIMT_ANYWHERE, SIMT_ANY_OP,
                                s->kernel);
    snprintf(text, sizeof text, "%s", wanted);
    while ((next = strsep(&rest, ",")) != NULL) {
        next += strspn(next, " ");
        for (int i = 0; i < n; i++)
            if (is_wanted(&item[i], next) && p->n < PATTERN_ITEMS)
                p->item[p->n++] = item[i];
    }
    if (p->n)
        return;
    fprintf(stderr, _("%s: nothing to show of %s. There is:"), s->source,
            s->kernel);
    for (int i = 0; i < n; i++)
        fprintf(stderr, "%s %s %s", i ? "," : "", item[i].name,
                access_words[item[i].line.access]);
    fputs("\n", stderr);
}

static int draw_requests(FILE *out, const struct lab *lab, struct side side[2])
{
    static struct pattern pattern[2];

    for (int i = 0; i < 2; i++) {
        choose_kernel(&side[i], lab->picture.kernel);
        choose(&side[i], lab->picture.show, &pattern[i]);
    }
    if (!pattern[0].n || !pattern[1].n)
        return -1;
    pattern_svg(out, lab->title, &pattern[0], &pattern[1]);
    return 0;
}

static int draw_timelines(FILE *out, const struct lab *lab,
                          const struct side side[2])
{
    static struct simt_step step[2][SIMT_STEPS];
    struct timeline_side drawn[2];

    for (int i = 0; i < 2; i++) {
        drawn[i].program = side[i].words;
        drawn[i].step = step[i];
        drawn[i].n = simt_report_timeline(
            side[i].run.report, &drawn[i].timeline, step[i], SIMT_STEPS);
    }
    timeline_pair_svg(out, lab->title, &drawn[0], &drawn[1]);
    return 0;
}

/* ---- the command -------------------------------------------------------- */

static int draw(const struct lab *lab, struct side side[2], const char *path)
{
    struct simt_counts c = simt_report_counts(side[1].run.report, SIMT_ANYWHERE,
                                              SIMT_ANY_OP, NULL);
    FILE *out;
    int rc;

    if (!c.launches) {
        printf(_("Lab %s: no kernel, no picture.\n"), lab->id);
        return 0;
    }
    out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    rc = !strcmp(lab->picture.show, "timeline") ? draw_timelines(out, lab, side)
                                                : draw_requests(out, lab, side);
    if (ferror(out) | fclose(out)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        rc = -1;
    }
    if (rc)
        unlink(path);
    return rc;
}

int picture_command(const struct settings *s)
{
    int n, code = KIT_TROUBLE;
    struct lab *labs = lab_find_all(&n);
    const struct lab *lab = labs && s->lab ? lab_by_id(labs, n, s->lab) : NULL;
    struct side *side = calloc(2, sizeof *side);
    char folder[160], path[200];

    if (!lab || strcmp(lab->ext, ".cu") || !side) {
        if (labs)
            unknown_lab(labs, n, s->lab ? s->lab : "");
        goto done;
    }
    snprintf(folder, sizeof folder, "build/pictures/%s", lab->folder);
    snprintf(path, sizeof path, "%s/pattern.svg", folder);
    unlink(path);
    solution(&side[1], lab, _("the solution"));
    if (choose_before(&side[0], labs, n, lab) || compile(side, folder) ||
        run(&side[0], lab) || run(&side[1], lab))
        goto done;
    code = draw(lab, side, path) ? KIT_TROUBLE : KIT_OK;
done:
    if (side) {
        simt_report_free(side[0].run.report);
        simt_report_free(side[1].run.report);
    }
    free(side);
    free(labs);
    return code;
}
