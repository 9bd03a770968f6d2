/*
 * simt_counts.c - see simt_report.h: counts, by kernel and by line, and what of
 * them is waste.
 */
#define _GNU_SOURCE
#include "reports/simt_names.h"
#include "reports/simt_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t simt_waste(const struct simt_counts *c, enum simt_waste waste)
{
    uint64_t all[] = {c->sectors, c->wavefronts, c->requests, c->passes};
    uint64_t ideal[] = {c->ideal_sectors, c->ideal_wavefronts,
                        c->ideal_requests, c->requests};

    /* sites that are not atomic have no passes, and so on */
    return ideal[waste] && all[waste] > ideal[waste] ? all[waste] - ideal[waste]
                                                     : 0;
}

void simt_add_counts(struct simt_counts *sum, const struct simt_counts *c)
{
    sum->requests += c->requests;
    sum->ideal_requests += c->ideal_requests;
    sum->lanes += c->lanes;
    sum->sectors += c->sectors;
    sum->ideal_sectors += c->ideal_sectors;
    sum->wavefronts += c->wavefronts;
    sum->ideal_wavefronts += c->ideal_wavefronts;
    sum->passes += c->passes;
}

static const char *kernel_name(const struct simt_report *r, int kernel)
{
    return kernel == NO_KERNEL ? "" : r->kernel[kernel].kernel.name;
}

struct simt_counts simt_report_counts(const struct simt_report *r,
                                      enum simt_where where,
                                      enum simt_access access,
                                      const char *kernel)
{
    struct simt_counts sum = {0};

    for (int i = 0; i < r->n_site; i++) {
        const struct counted *s = &r->site[i];
        if ((where == SIMT_ANYWHERE || where == s->where) &&
            (access == SIMT_ANY_OP || access == s->access) &&
            (!kernel || !strcmp(kernel, kernel_name(r, s->kernel))))
            simt_add_counts(&sum, &s->counts);
    }
    for (int i = 0; i < r->n_kernel; i++)
        if (!kernel || !strcmp(kernel, r->kernel[i].kernel.name)) {
            sum.launches += r->kernel[i].kernel.launches;
            sum.blocks += r->kernel[i].blocks;
            sum.warps += r->kernel[i].warps;
            sum.threads += r->kernel[i].threads;
            sum.barriers += r->kernel[i].barriers;
            sum.products += r->kernel[i].products;
        }
    return sum;
}

struct simt_share simt_report_share(const struct simt_report *r)
{
    struct simt_share most = {0};

    for (int i = 0; i < r->n_kernel; i++)
        if (r->kernel[i].share.requests > most.requests)
            most = r->kernel[i].share;
    return most;
}

void simt_report_clear_counts(struct simt_report *r)
{
    r->n_site = 0;
    r->n_kernel = 0;
}

bool simt_report_counts_lost(const struct simt_report *r)
{
    return r->lost;
}

int simt_report_kernels(const struct simt_report *r, struct simt_launches *out,
                        int max)
{
    for (int i = 0; i < r->n_kernel && i < max; i++)
        out[i] = r->kernel[i].kernel;
    return r->n_kernel;
}

/* ---- by line ------------------------------------------------------------ */

static struct place place_of(const struct simt_report *r, int code)
{
    struct simt_party s = {.code = code};

    simt_place_party(r, &s);
    if (s.rough)
        s.place.column = 0;
    return s.place;
}

/* What lines are told apart by; `array`, if there is one, has the base name of
 * what each site accesses. */
struct sorting {
    const struct simt_report *r;
    char (*array)[SIMT_NAME];
};

/* Sort by kernel, file, line, where, access, array. */
static int by_line(const void *a, const void *b, void *sorting)
{
    const struct sorting *o = sorting;
    const int i = *(const int *)a, j = *(const int *)b;
    const struct counted *s = &o->r->site[i], *t = &o->r->site[j];
    struct place p = place_of(o->r, s->code), q = place_of(o->r, t->code);
    int file = strcmp(p.file, q.file);

    if (s->kernel != t->kernel)
        return s->kernel < t->kernel ? -1 : 1;
    if (file)
        return file;
    if (p.line != q.line)
        return p.line < q.line ? -1 : 1;
    if (s->where != t->where)
        return s->where < t->where ? -1 : 1;
    if (s->access != t->access)
        return s->access < t->access ? -1 : 1;
    return o->array ? strcmp(o->array[i], o->array[j]) : 0;
}

/* Sort by kernel and address. */
static int by_code(const void *a, const void *b, void *sorting)
{
    const struct simt_report *r = ((const struct sorting *)sorting)->r;
    const struct counted *s = &r->site[*(const int *)a];
    const struct counted *t = &r->site[*(const int *)b];
    unsigned long p = s->code < 0 ? 0 : r->code[s->code].pc;
    unsigned long q = t->code < 0 ? 0 : r->code[t->code].pc;

    if (s->kernel != t->kernel)
        return s->kernel < t->kernel ? -1 : 1;
    if (p != q)
        return p < q ? -1 : 1;
    if (s->where != t->where)
        return s->where < t->where ? -1 : 1;
    return (s->access > t->access) - (s->access < t->access);
}

/* What a site accesses, as its line says it: "a[i]". "" where the line does not
 * tell, and where it tells of a variable that cannot be in such memory. */
static void name_of(const struct simt_report *r, const struct counted *s,
                    char *name, size_t size)
{
    static const char *const ops[] = {[SIMT_LOADS] = "read",
                                      [SIMT_STORES] = "write",
                                      [SIMT_ATOMICS] = "atomic"};
    struct simt_party p = {.code = s->code, .argument = s->argument};

    *name = '\0';
    if (s->access == SIMT_ANY_OP)
        return;
    simt_place_party(r, &p);
    snprintf(p.op, sizeof p.op, "%s", ops[s->access]);
    simt_name_access(&p, s->worst.object, name, size);
    if (!*s->worst.object && !strpbrk(name, "[*>"))
        *name = '\0';
}

/* One entry for those that the order takes for equal; or for each array that
 * these access. */
static int lines_of(const struct simt_report *r,
                    int (*compare)(const void *, const void *, void *),
                    bool by_array, struct simt_line *out, int max)
{
    const size_t sites = (size_t)r->n_site + 1;
    struct sorting sorting = {r, NULL};
    char(*name)[SIMT_NAME] = NULL;
    int *order = calloc(sites, sizeof *order);
    int n = 0;
    double waste = 0;

    if (by_array) {
        name = calloc(sites, sizeof *name);
        sorting.array = calloc(sites, sizeof *sorting.array);
    }
    if (!order || (by_array && (!name || !sorting.array)))
        goto done;
    for (int i = 0; i < r->n_site; i++) {
        order[i] = i;
        if (!by_array)
            continue;
        name_of(r, &r->site[i], name[i], sizeof name[i]);
        simt_base_of(name[i], sorting.array[i], sizeof sorting.array[i]);
    }
    qsort_r(order, (size_t)r->n_site, sizeof *order, compare, &sorting);
    for (int i = 0; i < r->n_site; i++) {
        const struct counted *s = &r->site[order[i]];
        if (i == 0 || compare(&order[i - 1], &order[i], &sorting) != 0) {
            if (n++ >= max)
                continue;
            struct simt_line *l = &out[n - 1];
            memset(l, 0, sizeof *l);
            snprintf(l->kernel, sizeof l->kernel, "%s",
                     kernel_name(r, s->kernel));
            l->place = place_of(r, s->code);
            l->where = s->where;
            l->access = s->access;
            if (by_array) {
                snprintf(l->array, SIMT_NAME, "%s", sorting.array[order[i]]);
                snprintf(l->name, SIMT_NAME, "%s", name[order[i]]);
            }
        }
        if (n > max)
            continue;
        struct simt_line *l = &out[n - 1];
        simt_add_counts(&l->counts, &s->counts);
        if (by_array && strcmp(l->name, name[order[i]]) != 0)
            snprintf(l->name, SIMT_NAME, "%s", l->array); /* several of it */
        if (s->worst.known && (!l->worst.known || s->worst_waste > waste)) {
            l->worst = s->worst;
            waste = s->worst_waste;
        }
    }
done:
    free(sorting.array);
    free(name);
    free(order);
    return n;
}

int simt_report_lines(const struct simt_report *r, struct simt_line *out,
                      int max)
{
    return lines_of(r, by_line, false, out, max);
}

int simt_report_sites(const struct simt_report *r, struct simt_line *out,
                      int max)
{
    return lines_of(r, by_code, false, out, max);
}

int simt_report_arrays(const struct simt_report *r, struct simt_line *out,
                       int max)
{
    return lines_of(r, by_line, true, out, max);
}

bool simt_report_worst(const struct simt_report *r, enum simt_waste waste,
                       const char *kernel, struct simt_line *out)
{
    struct simt_line *lines = calloc((size_t)r->n_site + 1, sizeof *lines);
    int n = lines ? simt_report_lines(r, lines, r->n_site) : 0;
    uint64_t most = 0;

    for (int i = 0; i < n; i++)
        if ((!kernel || !strcmp(kernel, lines[i].kernel)) &&
            simt_waste(&lines[i].counts, waste) > most) {
            most = simt_waste(&lines[i].counts, waste);
            *out = lines[i];
        }
    free(lines);
    return most > 0;
}
