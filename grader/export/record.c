/*
 * record.c - see record.h: reading and cleaning, the scale, the sentences.
 */
#define _GNU_SOURCE
#include "export/record.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/must.h"
#include "base/say.h"

double record_round(double points)
{
    return round(points * 1e6) / 1e6;
}

/* ---- reading ------------------------------------------------------------ */

static void clean(char *text, size_t size)
{
    text_clean(text, text, size);
}

#define CLEAN(array) clean(array, sizeof(array))

/* Names are one line. */
static void flatten(char *text)
{
    for (; *text; text++)
        if (*text == '\n' || *text == '\t')
            *text = ' ';
}

static double no_less_than_0(double x)
{
    return x > 0 && isfinite(x) ? x : 0;
}

static void clean_lab(struct lab_result *l)
{
    CLEAN(l->title);
    CLEAN(l->source);
    CLEAN(l->graded_at);
    flatten(l->title);
    flatten(l->source);
    flatten(l->graded_at);
    l->points = no_less_than_0(l->points);
    l->max_points = no_less_than_0(l->max_points);
    l->points = fmin(l->points, l->max_points);
    l->untold = fmin(no_less_than_0(l->untold), l->points);
    l->seconds = no_less_than_0(l->seconds);
    for (int i = 0; i < l->n_checks; i++) {
        struct finding *f = &l->check[i];

        CLEAN(f->name);
        CLEAN(f->place.file);
        flatten(f->name);
        flatten(f->place.file);
        f->max_points = no_less_than_0(f->max_points);
        f->points = fmin(no_less_than_0(f->points), f->max_points);
    }
}

static int load_file(const char *path, struct results *into)
{
    struct results *r = must(calloc(1, sizeof *r));
    int result = results_read(path, r);

    if (result == 1)
        fprintf(stderr,
                _("%s: there is no such file. make grade writes "
                  "one.\n"),
                path);
    for (int i = 0; i < r->n && !result; i++) {
        struct lab_result *l = &r->lab[i];

        if (!*l->id || l->id[strspn(l->id, "0123456789")]) {
            fprintf(stderr, _("%s: damaged (lab entry %d).\n"), path, i + 1);
            result = -1;
            break;
        }
        clean_lab(l);
        results_put(into, l);
    }
    free(r);
    return result ? -1 : 0;
}

static int is_json(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);

    return *entry->d_name != '.' && n > 5 &&
           !strcmp(entry->d_name + n - 5, ".json");
}

int record_load(const char *path, struct results *r)
{
    struct dirent **entry = NULL;
    struct stat st;
    int n, result = 0;

    memset(r, 0, sizeof *r);
    if (stat(path, &st) || !S_ISDIR(st.st_mode))
        return load_file(path, r);
    n = scandir(path, &entry, is_json, alphasort);
    if (n < 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    for (int i = 0; i < n; i++) {
        char file[4096];

        snprintf(file, sizeof file, "%s/%s", path, entry[i]->d_name);
        if (!result)
            result = load_file(file, r);
        free(entry[i]);
    }
    free(entry);
    return result;
}

/* ---- the scale ---------------------------------------------------------- */

double record_full(const struct lab *lab)
{
    double points = 0;

    for (int k = 0; k < KIND_COUNT; k++)
        points += lab->points[k];
    return points;
}

static const struct lab *lab_of(const struct export *e, const char *id)
{
    for (int i = 0; i < e->n_labs; i++)
        if (!strcmp(e->labs[i].id, id))
            return &e->labs[i];
    return NULL;
}

static bool is_wanted(const struct export *e, const char *id)
{
    for (int i = 0; i < e->n_wanted; i++)
        if (!strcmp(e->wanted[i]->id, id))
            return true;
    return e->n_wanted == 0;
}

static double full_of(const struct record_lab *l)
{
    double full = l->lab ? record_full(l->lab) : 0;

    return full > 0 ? full : l->result->max_points;
}

/* "race: no race", and "race: no race (2)" if that is taken. */
static void name_part(struct record_lab *l, int i)
{
    struct part *p = &l->part[i];
    const char *kind = kind_names[p->found->kind];
    int same = 1, k = 0;

    snprintf(p->name, sizeof p->name, "%s: %s", kind, p->found->name);
    while (k < i) {
        if (strcmp(l->part[k++].name, p->name))
            continue;
        snprintf(p->name, sizeof p->name, "%s: %s (%d)", kind, p->found->name,
                 ++same);
        k = 0;
    }
}

/* The parts, so that they add up: if building failed, the lab's points are
 * those that building would have made possible. */
static void take_parts(struct record_lab *l, double factor)
{
    double max = 0, points = 0;

    l->n = l->result->n_checks;
    for (int i = 0; i < l->n; i++) {
        l->part[i].found = &l->result->check[i];
        name_part(l, i);
        l->part[i].max = l->part[i].found->max_points * factor;
        l->part[i].points = l->part[i].found->points * factor;
        max += l->part[i].max;
        points += l->part[i].points;
    }
    if (l->n && l->max - max > 1e-6) {
        l->part[0].max += l->max - max;
        l->part[0].points += fmax(0, l->points - points);
    } else if (l->n) {
        l->max = max;
        l->points = points;
    }
}

void record_scale(struct record *r, const struct export *e, double all)
{
    double stretch = e->max_points > 0 && all > 0 ? e->max_points / all : 1;

    r->n = r->n_broken = 0;
    r->points = r->max = 0;
    for (int i = 0; i < r->results.n; i++) {
        struct lab_result *result = &r->results.lab[i];
        struct record_lab *l = &r->lab[r->n];
        double factor;

        if (!is_wanted(e, result->id) || !strcmp(result->status, "ungraded"))
            continue;
        memset(l, 0, sizeof *l);
        l->result = result;
        l->lab = lab_of(e, result->id);
        l->broken = (strcmp(result->status, "passed") != 0 &&
                     strcmp(result->status, "failed") != 0) ||
                    !(result->max_points > 0) || !result->n_checks;
        factor = l->broken ? 0 : full_of(l) / result->max_points * stretch;
        l->max = full_of(l) * stretch;
        l->points = result->points * factor;
        l->untold = result->untold * factor;
        take_parts(l, factor);
        r->n++;
        r->n_broken += l->broken;
        if (!l->broken) {
            r->points += l->points;
            r->max += l->max;
        }
    }
}

struct record *record_read(const struct export *e)
{
    struct record *r = must(calloc(1, sizeof *r));
    double all = 0;

    if (record_load(e->results, &r->results))
        goto fail;
    record_scale(r, e, 0);
    for (int i = 0; i < e->n_wanted; i++) {
        int k = 0;

        while (k < r->n && strcmp(r->lab[k].result->id, e->wanted[i]->id))
            k++;
        if (k == r->n) {
            fprintf(stderr,
                    _("%s: lab %s is not in it, or was not graded. "
                      "Grade it first: make grade LAB=%s\n"),
                    e->results, e->wanted[i]->id, e->wanted[i]->id);
            goto fail;
        }
    }
    if (!r->n) {
        fprintf(stderr,
                _("%s: no lab in it was graded, so there is nothing "
                  "to give back.\n"),
                e->results);
        goto fail;
    }
    for (int i = 0; i < r->n; i++)
        all += full_of(&r->lab[i]);
    record_scale(r, e, all);
    return r;
fail:
    free(r);
    return NULL;
}

int record_warn(const struct record *r)
{
    char text[512];

    for (int i = 0; i < r->n; i++) {
        if (!r->lab[i].broken)
            continue;
        lab_says(&r->lab[i], text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    return r->n_broken;
}

/* ---- sentences ---------------------------------------------------------- */

void scale_says(const struct record_lab *l, char *text, size_t size)
{
    const struct lab_result *r = l->result;
    double full = full_of(l);

    *text = 0;
    if (l->broken)
        return;
    if (fabs(full - r->max_points) > 1e-6)
        snprintf(text, size,
                 _("The machine that graded it could measure %g of the lab's "
                   "%g points, and %g of these were earned; this share is "
                   "counted."),
                 record_round(r->max_points), record_round(full),
                 record_round(r->points));
    else if (fabs(l->max - full) > 1e-6)
        snprintf(text, size, _("Scaled: it was %g of %g."),
                 record_round(r->points), record_round(r->max_points));
}

void lab_says(const struct record_lab *l, char *text, size_t size)
{
    char scale[300];
    size_t n;

    if (l->broken) {
        snprintf(text, size,
                 _("Lab %s %s: it could not be graded. That is not the "
                   "student's fault and costs no points; grade it again."),
                 l->result->id, l->result->title);
        return;
    }
    snprintf(text, size, _("Lab %s %s: %g of %g points."), l->result->id,
             l->result->title, record_round(l->points), record_round(l->max));
    scale_says(l, scale, sizeof scale);
    n = strlen(text);
    if (*scale)
        snprintf(text + n, size - n, " %s", scale);
    n = strlen(text);
    if (l->untold > 1e-6)
        snprintf(text + n, size - n,
                 _(" %g of the points are given for what this machine could "
                   "not tell; a quiet machine may."),
                 record_round(l->untold));
}

bool part_left_out(const struct part *p)
{
    return p->found->status == STATUS_SKIPPED && !(p->found->max_points > 0);
}

/* Races and memory earn nothing as long as no result is right. */
static bool is_withheld(const struct finding *f)
{
    return (f->status == STATUS_PASS || f->status == STATUS_UNTOLD) &&
           f->points < f->max_points - 1e-6;
}

bool part_passed(const struct part *p)
{
    return ((p->found->status == STATUS_PASS ||
             p->found->status == STATUS_UNTOLD) &&
            !is_withheld(p->found)) ||
           part_left_out(p);
}

void part_says(const struct part *p, char *text, size_t size)
{
    const struct finding *f = p->found;
    const char *slash = strrchr(f->place.file, '/');
    const char *file = slash ? slash + 1 : f->place.file;
    const char *means = "";
    char place[300] = "";

    if (is_withheld(f))
        means = _("Nothing was found here, which counts once results are "
                  "right.");
    else if (f->status == STATUS_UNTOLD)
        means = _("This machine could not tell; the points are given.");
    else if (f->status == STATUS_NONE)
        means = _("The kit broke down here; that costs no points.");
    else if (part_left_out(p))
        means = _("Not tried on this machine; it costs no points.");
    else if (f->status == STATUS_SKIPPED && !*f->message)
        means = _("Not run, because an earlier check failed.");
    if (*file && f->place.line > 0)
        snprintf(place, sizeof place, "%s:%d: ", file, f->place.line);
    else if (*file)
        snprintf(place, sizeof place, "%s: ", file);
    snprintf(text, size, "%s%s%s%s", place, means,
             *means && *f->message ? " " : "", finding_text(f));
    text_clean(text, text, size); /* half a character, if it was cut */
}
