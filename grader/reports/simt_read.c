/*
 * simt_read.c - see simt_state.h: the lines of a report. First JSON values of
 * which nothing is trusted, then findings, then counts by place, launches,
 * which both belong to, and the timeline.
 */
#define _GNU_SOURCE
#include "reports/simt_state.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* ---- values ------------------------------------------------------------- */

static int64_t number(const json_t *j, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(j, key));

    return n > SIMT_LARGEST    ? SIMT_LARGEST
           : n < -SIMT_LARGEST ? -SIMT_LARGEST
                               : n;
}

static uint64_t count_of(const json_t *j, const char *key)
{
    int64_t n = number(j, key);

    return n > 0 ? (uint64_t)n : 0;
}

static void text(const json_t *j, const char *key, char *out, int size)
{
    const char *value = json_string_value(json_object_get(j, key));

    simt_clean(value ? value : "", out, size);
}

/* [x, y, z]; false and zeros if it is not that. */
static bool triple(const json_t *j, const char *key, unsigned v[3])
{
    const json_t *array = json_object_get(j, key);
    bool good = json_array_size(array) == 3;

    for (size_t i = 0; i < 3; i++) {
        json_int_t n = json_integer_value(json_array_get(array, i));
        v[i] = n > 0 && n <= UINT32_MAX ? (unsigned)n : 0;
    }
    return good;
}

static enum simt_where where_of(const char *space)
{
    return !strcmp(space, "global")   ? SIMT_IN_GLOBAL
           : !strcmp(space, "shared") ? SIMT_IN_SHARED
                                      : SIMT_IN_OTHER;
}

static enum simt_access access_of(const char *op)
{
    return !strcmp(op, "read")    ? SIMT_LOADS
           : !strcmp(op, "write") ? SIMT_STORES
                                  : SIMT_ATOMICS;
}

/* The number of a code address; -1 for none or too many. */
static int code_number(struct simt_report *r, const json_t *j, const char *key)
{
    const json_t *value = json_object_get(j, key);
    unsigned long pc = (unsigned long)json_integer_value(value);

    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return -1;
    for (int i = 0; i < r->n_code; i++)
        if (r->code[i].pc == pc)
            return i;
    if (r->n_code == MAX_CODES)
        return -1;
    r->code[r->n_code] = (struct address){.pc = pc, .file = -1};
    return r->n_code++;
}

/* Of the call that touches what it points to, from 1; 0: no call does. */
static int argument_of(const json_t *j)
{
    return (int)(count_of(j, "argument") & 0xf);
}

/* ---- findings ----------------------------------------------------------- */

static void read_side(struct simt_report *r, const json_t *j,
                      struct simt_party *s)
{
    *s = (struct simt_party){.code = code_number(r, j, "pc")};
    text(j, "op", s->op, sizeof s->op);
    s->bytes = number(j, "bytes");
    s->argument = argument_of(j);
    s->device = triple(j, "thread", s->thread) & triple(j, "block", s->block);
    s->ended = json_is_true(json_object_get(j, "ended"));
}

/* Bytes from..to; [0, 0] for anything else. */
static void read_written(const json_t *j, int64_t written[2])
{
    const json_t *array = json_object_get(j, "written");

    for (size_t i = 0; i < 2; i++) {
        json_int_t n = json_integer_value(json_array_get(array, i));
        written[i] = n > 0 && n < SIMT_LARGEST ? n : 0;
    }
}

/* Three of the devices that there may be; [0, 0, 0] for anything else. */
static void read_devices(const json_t *j, int64_t devices[3])
{
    const json_t *array = json_object_get(j, "devices");

    for (size_t i = 0; i < 3; i++) {
        json_int_t n = json_integer_value(json_array_get(array, i));
        devices[i] = n > 0 && n < SIMT_DEVICES ? n : 0;
    }
}

/* Each launch reports its findings again. */
static bool is_repeated(const struct simt_report *r, const struct simt_raw *raw)
{
    for (const struct simt_raw *old = r->raw; old < raw; old++)
        if (!strcmp(old->word, raw->word) && old->note == raw->note &&
            raw->at.code >= 0 && old->at.code == raw->at.code &&
            old->other.code == raw->other.code &&
            old->other.ended == raw->other.ended &&
            old->object.made.code == raw->object.made.code)
            return true;
    return false;
}

static void read_finding(struct simt_report *r, const json_t *j)
{
    const json_t *at = json_object_get(j, "at");
    const json_t *other = json_object_get(j, "other");
    const json_t *object = json_object_get(j, "object");
    char severity[16];

    text(j, "severity", severity, sizeof severity);
    r->errors_read += strcmp(severity, "note") != 0;
    if (r->n_raw == MAX_FINDINGS)
        return;
    struct simt_raw *raw = &r->raw[r->n_raw];
    memset(raw, 0, sizeof *raw);
    raw->note = !strcmp(severity, "note");
    text(j, "kind", raw->word, sizeof raw->word);
    raw->kind = simt_kind_of(raw->word);
    text(j, "kernel", raw->kernel, sizeof raw->kernel);
    raw->launch = number(j, "launch");
    read_side(r, at, &raw->at);
    read_side(r, other, &raw->other);
    raw->has_other = json_is_object(other);
    raw->same_warp = json_is_true(json_object_get(j, "same_warp"));
    text(j, "space", raw->space, sizeof raw->space);
    raw->object.known = json_is_object(object);
    text(object, "name", raw->object.name, sizeof raw->object.name);
    raw->object.bytes = number(object, "bytes");
    raw->object.offset = number(object, "offset");
    raw->object.element = number(object, "element");
    raw->object.made.code = code_number(r, object, "alloc_pc");
    raw->object.freed.code = code_number(r, object, "free_pc");
    text(j, "error", raw->error, sizeof raw->error);
    text(j, "text", raw->text, sizeof raw->text);
    raw->has_index = json_is_integer(json_object_get(j, "index"));
    raw->index = number(j, "index");
    read_written(j, raw->written);
    read_devices(j, raw->devices);
    text(j, "array", raw->array, sizeof raw->array);
    raw->loop = (int)(count_of(j, "loop") & 0xfffffff);
    raw->seconds = json_number_value(json_object_get(j, "seconds"));
    if (!(raw->seconds >= 0 && raw->seconds < 1e6))
        raw->seconds = 0;
    /* known without an address: launches, and gcc's own bounds */
    text(j, "file", raw->at.place.file, sizeof raw->at.place.file);
    raw->at.place.line = (int)(count_of(j, "line") & 0xfffffff);
    raw->at.place.column = (int)(count_of(j, "column") & 0xffff);
    text(j, "other_file", raw->other.place.file, sizeof raw->other.place.file);
    raw->other.place.line = (int)(count_of(j, "other_line") & 0xfffffff);
    if (!is_repeated(r, raw))
        r->n_raw++;
}

/* ---- counts by place ---------------------------------------------------- */

static void read_offsets(const json_t *worst, struct simt_request *q)
{
    const json_t *offsets = json_object_get(worst, "offsets");

    for (size_t i = 0; i < 32; i++) {
        json_int_t n = json_integer_value(json_array_get(offsets, i));
        bool active = q->mask >> i & 1;
        q->offset[i] = active && n > -SIMT_LARGEST && n < SIMT_LARGEST ? n : 0;
    }
    q->known = json_array_size(offsets) == 32 && q->mask;
}

/* What makes a request the one to show: all kinds of waste together. */
static uint64_t any_waste(const struct simt_counts *c)
{
    return simt_waste(c, SIMT_SECTORS) + simt_waste(c, SIMT_WAVEFRONTS) +
           simt_waste(c, SIMT_CONTENTION);
}

/* Of those that waste the same, one with more lanes says more. */
static bool is_worse(const struct counted *s, const struct counted *than)
{
    return s->worst_waste > than->worst_waste ||
           (s->worst_waste == than->worst_waste &&
            __builtin_popcount(s->worst.mask) >
                __builtin_popcount(than->worst.mask));
}

/* Add to the entry of the same kernel and place, or make one. */
static void add_site(struct simt_report *r, const struct counted *s)
{
    struct counted *found = NULL;

    for (int i = 0; i < r->n_site && !found; i++) {
        struct counted *t = &r->site[i];
        if (t->kernel == s->kernel && t->code == s->code &&
            t->where == s->where && t->access == s->access &&
            t->argument == s->argument &&
            (s->kernel != NO_KERNEL || t->launch == s->launch))
            found = t;
    }
    if (!found) {
        if (r->n_site == MAX_SITES) {
            r->lost = true;
            return;
        }
        r->site[r->n_site++] = *s;
        return;
    }
    simt_add_counts(&found->counts, &s->counts);
    if (s->worst.known && (!found->worst.known || is_worse(s, found))) {
        found->worst = s->worst;
        found->worst_waste = s->worst_waste;
    }
}

/* Waste of one average request: requests are all alike or nearly so. */
static double waste_each(const struct counted *s)
{
    return s->counts.requests
               ? (double)any_waste(&s->counts) / (double)s->counts.requests
               : 0;
}

static void read_site(struct simt_report *r, const json_t *j)
{
    const json_t *worst = json_object_get(j, "worst");
    char space[16], op[12];
    struct counted s = {.kernel = NO_KERNEL,
                        .launch = number(j, "launch"),
                        .code = code_number(r, j, "pc"),
                        .argument = argument_of(j)};

    text(j, "space", space, sizeof space);
    text(j, "op", op, sizeof op);
    s.where = where_of(space);
    s.access = access_of(op);
    s.counts = (struct simt_counts){
        .requests = count_of(j, "requests"),
        .ideal_requests = count_of(j, "ideal_requests"),
        .lanes = count_of(j, "lanes"),
        .sectors = count_of(j, "sectors"),
        .ideal_sectors = count_of(j, "ideal_sectors"),
        .wavefronts = count_of(j, "wavefronts"),
        .ideal_wavefronts = count_of(j, "ideal_wavefronts"),
        .passes = count_of(j, "passes"),
    };
    triple(worst, "block", s.worst.block);
    s.worst.warp = (unsigned)(count_of(worst, "warp") & 0xffff);
    s.worst.mask = (uint32_t)count_of(worst, "mask");
    s.worst.bytes = (int)(count_of(j, "bytes") & 0xff);
    text(worst, "object", s.worst.object, sizeof s.worst.object);
    read_offsets(worst, &s.worst);
    s.worst_waste = waste_each(&s);
    add_site(r, &s);
}

/* ---- launches ----------------------------------------------------------- */

/* The kernel's entry, a new one if need be; -1 if there are too many. */
static int kernel_number(struct simt_report *r, const char *name)
{
    for (int i = 0; i < r->n_kernel; i++)
        if (!strcmp(r->kernel[i].kernel.name, name))
            return i;
    if (r->n_kernel == MAX_KERNELS) {
        r->lost = true;
        return NO_KERNEL;
    }
    struct per_kernel *k = &r->kernel[r->n_kernel];
    memset(k, 0, sizeof *k);
    snprintf(k->kernel.name, sizeof k->kernel.name, "%s", name);
    return r->n_kernel++;
}

/* Take out the sites that were waiting and add them again, by kernel. */
static void settle_sites(struct simt_report *r, int64_t launch, int kernel)
{
    const int n = r->n_site;
    int first = 0;

    while (first < n && r->site[first].kernel != NO_KERNEL)
        first++;
    r->n_site = first;
    for (int i = first; i < n; i++) {
        struct counted s = r->site[i];
        if (s.kernel == NO_KERNEL && s.launch == launch) {
            s.kernel = kernel;
            add_site(r, &s);
        } else {
            r->site[r->n_site++] = s;
        }
    }
}

/* Its findings know now how large it was. */
static void settle_findings(struct simt_report *r, int64_t launch,
                            const struct per_kernel *k)
{
    for (int i = r->n_raw - 1; i >= 0; i--)
        if (r->raw[i].launch == launch && !r->raw[i].has_dim) {
            memcpy(r->raw[i].grid, k->kernel.grid, sizeof k->kernel.grid);
            memcpy(r->raw[i].block, k->kernel.block, sizeof k->kernel.block);
            r->raw[i].has_dim = true;
        }
}

/* A launch has ended: now its sites and findings have a kernel. */
static void read_launch(struct simt_report *r, const json_t *j)
{
    const int64_t launch = number(j, "launch");
    char name[96];

    text(j, "kernel", name, sizeof name);
    int number_of = kernel_number(r, name);
    if (number_of == NO_KERNEL)
        return;
    struct per_kernel *k = &r->kernel[number_of];
    k->number = launch;
    k->kernel.launches++;
    k->barriers += count_of(j, "barriers");
    k->products += count_of(j, "products");
    text(j, "file", k->kernel.place.file, sizeof k->kernel.place.file);
    k->kernel.place.line = (int)(count_of(j, "line") & 0xfffffff);
    bool has_dim =
        triple(j, "grid", k->kernel.grid) & triple(j, "block", k->kernel.block);
    const uint64_t blocks =
        (uint64_t)k->kernel.grid[0] * k->kernel.grid[1] * k->kernel.grid[2];
    const uint64_t threads =
        (uint64_t)k->kernel.block[0] * k->kernel.block[1] * k->kernel.block[2];
    k->blocks += blocks;
    k->warps += blocks * ((threads + 31) / 32);
    k->threads += blocks * threads;
    if (count_of(j, "requests") > k->share.requests)
        k->share = (struct simt_share){count_of(j, "requests"), blocks,
                                       count_of(j, "busiest"), k->kernel.place};
    k->kernel.shared = count_of(j, "shared");
    r->broken = r->broken || number(j, "error");
    if (number(j, "error"))
        k->kernel.error = (int)(count_of(j, "error") & 0xffff);
    double ms = json_number_value(json_object_get(j, "milliseconds"));
    if (ms > 0 && ms < 1e12)
        k->kernel.milliseconds += ms;
    settle_sites(r, launch, number_of);
    if (has_dim)
        settle_findings(r, launch, k);
}

/* ---- the timeline ------------------------------------------------------- */

static void read_work(struct simt_report *r, const json_t *j)
{
    char engine[16];
    struct simt_step *s;

    if (r->timed)
        r->n_step = 0;
    r->timed = false;
    if (r->n_step == SIMT_STEPS)
        return;
    r->step_code[r->n_step] = code_number(r, j, "pc");
    r->held_code[r->n_step] = code_number(r, j, "held_pc");
    s = &r->step[r->n_step++];
    text(j, "engine", engine, sizeof engine);
    *s = (struct simt_step){
        .number = number(j, "number"),
        .after = number(j, "after"),
        .engine = !strcmp(engine, "to_device")     ? SIMT_TO_DEVICE
                  : !strcmp(engine, "from_device") ? SIMT_FROM_DEVICE
                                                   : SIMT_COMPUTE,
        .device = (int)(count_of(j, "device") & 0xff),
        .stream = number(j, "stream"),
        .bytes = count_of(j, "bytes"),
        .pageable = json_is_true(json_object_get(j, "pageable")),
        .graph = json_is_true(json_object_get(j, "graph")),
        .asked = number(j, "asked"),
        .begin = number(j, "begin"),
        .end = number(j, "end"),
        .waited = json_is_true(json_object_get(j, "waited")),
        .place.line = (int)(count_of(j, "line") & 0xfffffff),
    };
    text(j, "what", s->what, sizeof s->what);
    text(j, "why", s->why, sizeof s->why);
    text(j, "held", s->held, sizeof s->held);
    text(j, "file", s->place.file, sizeof s->place.file);
}

static void read_timeline(struct simt_report *r, const json_t *j)
{
    if (r->timed) /* nothing since the last one */
        r->n_step = 0;
    r->timed = true;
    r->timeline = (struct simt_timeline){
        .span = number(j, "span"),
        .engine = {number(j, "to_device"), number(j, "from_device"),
                   number(j, "compute")},
        .works = count_of(j, "works"),
    };
}

/* ---- lines -------------------------------------------------------------- */

void simt_read_line(struct simt_report *r, const char *line, size_t n)
{
    size_t secret = strlen(r->secret);
    char type[16];

    if (n < secret || memcmp(line, r->secret, secret) != 0) {
        r->forged = true;
        return;
    }
    json_t *j = json_loadb(line + secret, n - secret, 0, NULL);

    text(j, "type", type, sizeof type);
    if (!strcmp(type, "hello"))
        r->started = true;
    else if (!strcmp(type, "finding"))
        read_finding(r, j);
    else if (!strcmp(type, "site"))
        read_site(r, j);
    else if (!strcmp(type, "launch"))
        read_launch(r, j);
    else if (!strcmp(type, "work"))
        read_work(r, j);
    else if (!strcmp(type, "timeline"))
        read_timeline(r, j);
    else if (!strcmp(type, "mark")) {
        r->mark[r->marks++ % MAX_MARKS] = (uint32_t)count_of(j, "number");
        r->copied = count_of(j, "copied");
        r->changes =
            (struct simt_changes){count_of(j, "writes"), count_of(j, "turns"),
                                  count_of(j, "atomics")};
    }
    if (!strcmp(type, "end")) {
        r->ended = true;
        r->errors_told = number(j, "findings");
    }
    json_decref(j);
}
