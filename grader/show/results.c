/*
 * results.c - see results.h. Findings and speeds as JSON, then one lab's
 * entry, then the whole file. 64-bit numbers are written as "0x..." strings,
 * because most JSON readers keep only 53 bits of a number; figures that are
 * not finite are written as null, because JSON has no infinity.
 */
#include "show/results.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/lab.h"
#include "base/say.h"
#include "machine/measure.h"
#include "show/said_json.h"

#define FORMAT 1 /* raise when a reader of the old format would misread */

/* ---- small pieces ------------------------------------------------------- */

/* Text of any origin as a JSON string: nothing gets into the file but by
 * here. */
static json_t *text_to_json(const char *text)
{
    char clean[4096];

    text_clean(text, clean, sizeof clean);
    return json_string(clean);
}

static json_t *number_to_json(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *u64_to_json(uint64_t x)
{
    return json_sprintf("0x%016" PRIx64, x);
}

/* The readers below return false if the member is missing or of another
 * type; a caller that may do without one ignores that. */

static bool get_text(const json_t *j, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(j, key));

    if (text)
        snprintf(out, size, "%s", text);
    return text != NULL;
}

static bool get_number(const json_t *j, const char *key, double *out)
{
    const json_t *x = json_object_get(j, key);

    if (json_is_null(x))
        *out = NAN;
    else if (json_is_number(x))
        *out = json_number_value(x);
    else
        return false;
    return true;
}

static bool get_int(const json_t *j, const char *key, int *out)
{
    const json_t *x = json_object_get(j, key);

    if (!json_is_integer(x))
        return false;
    *out = (int)json_integer_value(x);
    return true;
}

static bool get_u64(const json_t *j, const char *key, uint64_t *out)
{
    const char *text = json_string_value(json_object_get(j, key));
    char *end;

    if (!text || strncmp(text, "0x", 2))
        return false;
    *out = strtoull(text, &end, 16);
    return *end == 0;
}

/* ---- findings and speeds ------------------------------------------------ */

json_t *finding_to_json(const struct finding *f)
{
    json_t *j = json_pack(
        "{s:o, s:s, s:s, s:o, s:o, s:o}", "name", text_to_json(f->name), "kind",
        kind_names[f->kind], "status", status_names[f->status], "message",
        text_to_json(finding_text(f)), "points", number_to_json(f->points),
        "max_points", number_to_json(f->max_points));

    if (j && f->place.file[0]) {
        json_object_set_new(j, "file", text_to_json(f->place.file));
        json_object_set_new(j, "line", json_integer(f->place.line));
        json_object_set_new(j, "column", json_integer(f->place.column));
    }
    if (j)
        json_object_set_new(j, "said", said_to_json(f->message));
    if (j && f->nit)
        json_object_set_new(j, "nit", json_true());
    if (j && f->calls)
        json_object_set_new(j, "calls", json_integer(f->calls));
    return j;
}

int finding_from_json(const json_t *j, struct finding *f)
{
    char kind[32], status[32];
    int k, s;

    memset(f, 0, sizeof *f);
    if (!get_text(j, "name", f->name, sizeof f->name) ||
        !get_text(j, "kind", kind, sizeof kind) ||
        !get_text(j, "status", status, sizeof status) ||
        !get_number(j, "points", &f->points) ||
        !get_number(j, "max_points", &f->max_points))
        return -1;
    if (said_from_json(json_object_get(j, "said"), f->message,
                       sizeof f->message) != 0 &&
        !get_text(j, "message", f->message, sizeof f->message))
        return -1;
    k = kind_from_name(kind);
    s = status_from_name(status);
    if (k < 0 || s < 0)
        return -1;
    f->kind = (enum check_kind)k;
    f->status = (enum check_status)s;
    if (get_text(j, "file", f->place.file, sizeof f->place.file)) {
        get_int(j, "line", &f->place.line);
        get_int(j, "column", &f->place.column);
    }
    get_int(j, "calls", &f->calls); /* few have it */
    f->nit = json_is_true(json_object_get(j, "nit"));
    return 0;
}

static json_t *interval_to_json(struct interval i)
{
    return json_pack("{s:o, s:o, s:o}", "low", number_to_json(i.low), "middle",
                     number_to_json(i.middle), "high", number_to_json(i.high));
}

static bool get_interval(const json_t *parent, const char *key,
                         struct interval *i)
{
    const json_t *j = json_object_get(parent, key);

    if (!get_number(j, "low", &i->low) ||
        !get_number(j, "middle", &i->middle) ||
        !get_number(j, "high", &i->high))
        return false;
    if (isnan(i->low))
        i->low = -INFINITY;
    if (isnan(i->high))
        i->high = INFINITY;
    return true;
}

json_t *speed_to_json(const struct speed *s)
{
    return json_pack(
        "{s:b, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "measured",
        s->measured, "threads", s->threads, "pairs", s->pairs, "baseline",
        number_to_json(s->baseline), "yours", number_to_json(s->yours),
        "ceiling", number_to_json(s->ceiling), "speedup",
        interval_to_json(s->speedup), "ceiling_speedup",
        interval_to_json(s->ceiling_speedup), "fraction",
        interval_to_json(s->fraction), "goal", number_to_json(s->goal),
        "earned_before", s->earned_before);
}

int speed_from_json(const json_t *j, struct speed *s)
{
    const json_t *measured = json_object_get(j, "measured");

    memset(s, 0, sizeof *s);
    if (!json_is_boolean(measured) || !get_int(j, "threads", &s->threads) ||
        !get_int(j, "pairs", &s->pairs) ||
        !get_number(j, "baseline", &s->baseline) ||
        !get_number(j, "yours", &s->yours) ||
        !get_number(j, "ceiling", &s->ceiling) ||
        !get_interval(j, "speedup", &s->speedup) ||
        !get_interval(j, "ceiling_speedup", &s->ceiling_speedup) ||
        !get_interval(j, "fraction", &s->fraction) ||
        !get_number(j, "goal", &s->goal))
        return -1;
    s->measured = json_is_true(measured);
    s->earned_before = json_is_true(json_object_get(j, "earned_before"));
    return 0;
}

json_t *ladder_to_json(const struct ladder *l)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o}", "work", text_to_json(l->work), "read",
        number_to_json(l->read), "written", number_to_json(l->written), "least",
        number_to_json(l->least), "wavefronts", number_to_json(l->wavefronts),
        "ideal_wavefronts", number_to_json(l->ideal_wavefronts));
}

int ladder_from_json(const json_t *j, struct ladder *l)
{
    memset(l, 0, sizeof *l);
    if (!get_text(j, "work", l->work, sizeof l->work) ||
        !get_number(j, "read", &l->read) ||
        !get_number(j, "written", &l->written) ||
        !get_number(j, "least", &l->least) ||
        !get_number(j, "wavefronts", &l->wavefronts) ||
        !get_number(j, "ideal_wavefronts", &l->ideal_wavefronts))
        return -1;
    l->counted = true;
    return 0;
}

/* ---- hints -------------------------------------------------------------- */

int results_hints_shown(const struct lab_result *l, const char *section)
{
    for (int i = 0; i < l->n_hints_shown; i++)
        if (!strcmp(l->hints_shown[i].section, section))
            return l->hints_shown[i].shown;
    return 0;
}

void results_set_hints_shown(struct lab_result *l, const char *section,
                             int shown)
{
    struct hint_count *c = l->hints_shown;
    int n = l->n_hints_shown, i = 0;

    while (i < n && strcmp(c[i].section, section) != 0)
        i++;
    if (i == n && n == RESULTS_MAX_HINTS)
        i = 0;
    if (i < n) { /* what is set goes to the end */
        n--;
        memmove(&c[i], &c[i + 1], (size_t)(n - i) * sizeof *c);
    }
    if (shown > 0) {
        snprintf(c[n].section, sizeof c[n].section, "%s", section);
        c[n++].shown = shown;
    }
    l->n_hints_shown = n;
}

static json_t *hints_to_json(const struct lab_result *l)
{
    json_t *j = json_object();

    for (int i = 0; i < l->n_hints_shown; i++)
        json_object_set_new(j, l->hints_shown[i].section,
                            json_integer(l->hints_shown[i].shown));
    return j;
}

/* What is no count is none. Files of older kits have kinds only, which are the
 * headings of sections, too. */
static void hints_from_json(json_t *j, struct lab_result *l)
{
    const char *section;
    json_t *value;
    int shown;

    json_object_foreach(j, section, value)
    {
        if (strlen(section) < HINT_HEADING && get_int(j, section, &shown))
            results_set_hints_shown(l, section, shown);
    }
}

/* ---- one lab ------------------------------------------------------------ */

static json_t *lab_to_json(const struct lab_result *l)
{
    json_t *checks = json_array(), *j;

    for (int i = 0; i < l->n_checks; i++)
        json_array_append_new(checks, finding_to_json(&l->check[i]));
    j = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "id", text_to_json(l->id), "title", text_to_json(l->title), "status",
        text_to_json(l->status), "points", number_to_json(l->points),
        "max_points", number_to_json(l->max_points), "untold_points",
        number_to_json(l->untold), "source", text_to_json(l->source), "digest",
        u64_to_json(l->digest), "seed", u64_to_json(l->seed), "graded_at",
        text_to_json(l->graded_at), "seconds", number_to_json(l->seconds),
        "hints_shown", hints_to_json(l), "checks", checks);
    if (j && l->speed.measured)
        json_object_set_new(j, "speed", speed_to_json(&l->speed));
    if (j && l->ladder.counted)
        json_object_set_new(j, "ladder", ladder_to_json(&l->ladder));
    return j;
}

static int lab_from_json(const json_t *j, struct lab_result *l)
{
    const json_t *checks = json_object_get(j, "checks");
    const json_t *speed = json_object_get(j, "speed");
    const json_t *ladder = json_object_get(j, "ladder");

    memset(l, 0, sizeof *l);
    if (!get_text(j, "id", l->id, sizeof l->id) ||
        !get_text(j, "title", l->title, sizeof l->title) ||
        !get_text(j, "status", l->status, sizeof l->status) ||
        !get_number(j, "points", &l->points) ||
        !get_number(j, "max_points", &l->max_points) ||
        !get_text(j, "source", l->source, sizeof l->source) ||
        !get_u64(j, "digest", &l->digest) || !get_u64(j, "seed", &l->seed) ||
        !get_text(j, "graded_at", l->graded_at, sizeof l->graded_at) ||
        !get_number(j, "seconds", &l->seconds) || !json_is_array(checks) ||
        json_array_size(checks) > RESULTS_MAX_CHECKS)
        return -1;
    get_number(j, "untold_points", &l->untold); /* older files have none */
    hints_from_json(json_object_get(j, "hints_shown"), l);
    l->n_checks = (int)json_array_size(checks);
    for (int i = 0; i < l->n_checks; i++)
        if (finding_from_json(json_array_get(checks, (size_t)i), &l->check[i]))
            return -1;
    if (speed && speed_from_json(speed, &l->speed))
        return -1;
    return ladder ? ladder_from_json(ladder, &l->ladder) : 0;
}

bool results_keep_speed(const struct lab_result *old, struct lab_result *l)
{
    bool kept = false;

    if (!old || !l->digest || old->digest != l->digest || !old->speed.measured)
        return false;
    for (int i = 0; i < l->n_checks; i++) {
        struct finding *f = &l->check[i];

        if (f->kind != KIND_SPEED ||
            (f->status != STATUS_FAIL && f->status != STATUS_UNTOLD))
            continue;
        for (int k = 0; k < old->n_checks; k++)
            if (old->check[k].kind == KIND_SPEED &&
                old->check[k].status == STATUS_PASS &&
                !strcmp(old->check[k].name, f->name)) {
                *f = old->check[k];
                kept = true;
            }
    }
    if (kept) {
        l->speed = old->speed;
        l->speed.earned_before = true;
    }
    return kept;
}

/* ---- the file ----------------------------------------------------------- */

int results_read(const char *path, struct results *r)
{
    json_error_t error;
    json_t *root, *labs;
    int format = 0, result = -1;
    FILE *file;

    memset(r, 0, sizeof *r);
    file = fopen(path, "r");
    if (!file && errno == ENOENT)
        return 1;
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (!root) {
        fprintf(stderr, _("%s:%d: damaged (%s).\n"), path, error.line,
                error.text);
        goto done;
    }
    labs = json_object_get(root, "labs");
    if (!get_int(root, "format", &format) || format != FORMAT ||
        !get_text(root, "src", r->src, sizeof r->src) || !json_is_array(labs) ||
        json_array_size(labs) > RESULTS_MAX_LABS) {
        fprintf(stderr, _("%s: damaged, or of another version of the kit.\n"),
                path);
        goto done;
    }
    for (size_t i = 0; i < json_array_size(labs); i++) {
        struct lab_result l;

        if (lab_from_json(json_array_get(labs, i), &l)) {
            fprintf(stderr, _("%s: damaged (lab entry %zu).\n"), path, i + 1);
            goto done;
        }
        results_put(r, &l);
    }
    result = 0;
done:
    if (result)
        memset(r, 0, sizeof *r);
    json_decref(root);
    return result;
}

/* Whether a file of ours, of whatever version, is there, or an empty one. */
static bool is_ours(const char *path, const struct stat *st)
{
    json_t *root = json_load_file(path, 0, NULL);
    const bool ours =
        st->st_size == 0 || (json_is_integer(json_object_get(root, "format")) &&
                             json_is_string(json_object_get(root, "src")) &&
                             json_is_array(json_object_get(root, "labs")));

    json_decref(root);
    return ours;
}

bool results_may_write(const char *path)
{
    struct stat st;

    if (lstat(path, &st))
        return true; /* and what else is wrong is said by results_write() */
    if (S_ISREG(st.st_mode) && is_ours(path, &st))
        return true;
    fprintf(stderr,
            S_ISREG(st.st_mode)
                ? _("RESULTS=%s: this file was not written by make grade, and "
                    "would be lost. Nothing was done. Name another file, or "
                    "remove this one.\n")
            : S_ISLNK(st.st_mode)
                ? _("RESULTS=%s is a link, and results would take its place. "
                    "Nothing was done. Name the file that it leads to, or "
                    "another.\n")
            : S_ISDIR(st.st_mode)
                ? _("RESULTS=%s is a folder. Nothing was done. Name a file, "
                    "for example one in it.\n")
                : _("RESULTS=%s is a pipe or a device, and not a file. Nothing "
                    "was done. Name a file.\n"),
            path);
    return false;
}

/* The machine that wrote the file: what a reader needs to understand speeds. */
static json_t *machine_to_json(void)
{
    char line[256], cpu[200] = "";
    struct utsname u = {0};
    FILE *file = fopen("/proc/cpuinfo", "r");

    while (file && !cpu[0] && fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':'))
            snprintf(cpu, sizeof cpu, "%s", strchr(line, ':') + 2);
        cpu[strcspn(cpu, "\n")] = '\0';
    }
    if (file)
        fclose(file);
    uname(&u);
    return json_pack("{s:i, s:o, s:s, s:s}", "cores", measure_cores(NULL, NULL),
                     "cpu", text_to_json(cpu), "arch", u.machine, "kernel",
                     u.release);
}

int results_write(const char *path, const struct results *r)
{
    char temporary[1024];
    json_t *labs = json_array(), *root;
    struct stat st;
    FILE *file = NULL;
    int result = -1;

    for (int i = 0; i < r->n; i++)
        json_array_append_new(labs, lab_to_json(&r->lab[i]));
    root = json_pack("{s:i, s:s, s:o, s:o, s:o}", "format", FORMAT,
                     "kit_version", KIT_VERSION, "machine", machine_to_json(),
                     "src", text_to_json(r->src), "labs", labs);
    snprintf(temporary, sizeof temporary, "%s.tmp-%ld", path, (long)getpid());
    if (!root || json_array_size(labs) != (size_t)r->n) {
        fprintf(stderr, "%s: %s\n", path, strerror(ENOMEM));
        goto done;
    }
    /* rename() would put a file where a device stands. */
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        errno = EINVAL;
        goto fail;
    }
    file = fopen(temporary, "w");
    if (!file)
        goto fail;
    if (json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) ||
        putc('\n', file) == EOF || fflush(file) || fsync(fileno(file)))
        goto fail;
    /* Some file systems say only on closing that the disk is full. */
    if (fclose(file)) {
        file = NULL;
        goto fail;
    }
    file = NULL;
    if (rename(temporary, path))
        goto fail;
    result = 0;
    goto done;
fail:
    fprintf(stderr, _("%s: cannot be written: %s\n"), path, strerror(errno));
    if (file)
        fclose(file);
    unlink(temporary);
done:
    json_decref(root);
    return result;
}

struct lab_result *results_get(struct results *r, const char *id)
{
    for (int i = 0; i < r->n; i++)
        if (!strcmp(r->lab[i].id, id))
            return &r->lab[i];
    return NULL;
}

void results_put(struct results *r, const struct lab_result *l)
{
    struct lab_result *old = results_get(r, l->id);
    int i;

    if (old) {
        *old = *l;
        return;
    }
    if (r->n == RESULTS_MAX_LABS) /* more labs than two-digit numbers */
        return;
    for (i = r->n; i > 0 && atoi(r->lab[i - 1].id) > atoi(l->id); i--)
        r->lab[i] = r->lab[i - 1];
    r->lab[i] = *l;
    r->n++;
}
