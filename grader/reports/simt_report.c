/*
 * simt_report.c - see simt_report.h. First JSON values of which nothing is
 * trusted, then what each line of the report means, then addresses to lines,
 * then the questions. The sentences are in simt_say.c.
 */
#define _GNU_SOURCE
#include "reports/simt_report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "machine/race_tools.h"
#include "reports/simt_raw.h"
#include "base/symbolize.h"

enum {
    MAX_LINE = 64 << 10, /* of the report; a "site" line needs 1 KB */
    MAX_FINDINGS = 200,
    ENOUGH = 1000,    /* findings that a report may say it has more than */
    MAX_CODES = 4096, /* different code addresses */
    MAX_FILES = 64,
    MAX_SITES = 4096, /* kernels' sites that are counted */
    MAX_KERNELS = SIMT_KERNELS,
    MAX_MARKS = 64,
    NO_KERNEL = -1 /* the launch's own line has not come yet */
};

/* A code address, and what the symbolizer says about it. */
struct code {
    unsigned long pc;
    bool asked;
    struct spot spot;
    int file; /* its number; -1: none */
    /* functions of the student's, each inlined into the next one: for those
     * that findings are about, the line of the last one */
    bool at_fault;
    int frames, frame;
    struct spot outermost;
};

/* What one place in the code did in one kernel. */
struct counted {
    int kernel;
    int64_t launch;
    int code;
    enum simt_where where;
    enum simt_access access;
    struct simt_counts counts;
    struct simt_request worst;
    double worst_waste;
};

struct launch {
    struct simt_kernel kernel;
    int64_t number; /* of its last launch */
    uint64_t blocks, warps, threads, barriers, products;
    struct simt_share share; /* of that launch with most requests */
};

struct simt_report {
    char *program, *source;
    char symbolizer[256];
    char line[MAX_LINE];
    size_t used;
    bool skipping; /* the rest of a line that is too long */

    char secret[20];
    bool started, ended;
    bool forged; /* a line without the secret */
    bool lost;   /* counts, because there are too many kernels or places */
    bool broken; /* a kernel ended with an error; then nothing can be freed */
    int64_t errors_read, errors_told;
    uint32_t mark[MAX_MARKS]; /* the last ones; a ring */
    uint64_t copied;          /* before the last one */
    struct simt_changes changes; /* likewise */
    unsigned marks;

    struct simt_timeline timeline;
    bool timed; /* the steps are those of the timeline */
    int n_step;
    struct simt_step step[SIMT_STEPS];
    int step_code[SIMT_STEPS];

    int n_raw, n_code, n_file, n_site, n_kernel;
    struct simt_raw raw[MAX_FINDINGS];
    struct code code[MAX_CODES];
    char file[MAX_FILES][256];
    struct counted site[MAX_SITES];
    struct launch kernel[MAX_KERNELS];
};

void simt_clean(const char *text, char *out, int size)
{
    int n = 0;

    for (; *text && n < size - 1; text++)
        out[n++] = (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text;
    /* not in the middle of a UTF-8 character */
    if (*text)
        while (n > 0 && ((unsigned char)*text & 0xC0) == 0x80)
            text--, n--;
    out[n] = '\0';
}

/* ---- values ----------------------------------------------------------------
 */

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
    r->code[r->n_code] = (struct code){.pc = pc, .file = -1};
    return r->n_code++;
}

/* ---- lines of the report ----------------------------------------------------
 */

static void read_side(struct simt_report *r, const json_t *j,
                      struct simt_site *s)
{
    *s = (struct simt_site){.code = code_number(r, j, "pc")};
    text(j, "op", s->op, sizeof s->op);
    s->bytes = number(j, "bytes");
    s->device = triple(j, "thread", s->thread) & triple(j, "block", s->block);
    s->ended = json_is_true(json_object_get(j, "ended"));
}

/* Each launch reports its findings again. */
static bool is_repeated(const struct simt_report *r, const struct simt_raw *raw)
{
    for (const struct simt_raw *old = r->raw; old < raw; old++)
        if (!strcmp(old->kind, raw->kind) && old->note == raw->note &&
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
    text(j, "kind", raw->kind, sizeof raw->kind);
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

static void add_counts(struct simt_counts *sum, const struct simt_counts *c)
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

/* Add to the entry of the same kernel and place, or make one. */
static void add_site(struct simt_report *r, const struct counted *s)
{
    struct counted *found = NULL;

    for (int i = 0; i < r->n_site && !found; i++) {
        struct counted *t = &r->site[i];
        if (t->kernel == s->kernel && t->code == s->code &&
            t->where == s->where && t->access == s->access &&
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
    add_counts(&found->counts, &s->counts);
    if (s->worst.known &&
        (!found->worst.known || s->worst_waste > found->worst_waste)) {
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
                        .code = code_number(r, j, "pc")};

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
    struct launch *k = &r->kernel[r->n_kernel];
    memset(k, 0, sizeof *k);
    snprintf(k->kernel.name, sizeof k->kernel.name, "%s", name);
    return r->n_kernel++;
}

/* A launch has ended: now its sites and findings have a kernel. */
static void read_launch(struct simt_report *r, const json_t *j)
{
    const int64_t launch = number(j, "launch");
    int n = r->n_site;
    char name[96];

    text(j, "kernel", name, sizeof name);
    int number_of = kernel_number(r, name);
    if (number_of == NO_KERNEL)
        return;
    struct launch *k = &r->kernel[number_of];
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
                                       count_of(j, "busiest"),
                                       k->kernel.place};
    k->kernel.shared = count_of(j, "shared");
    r->broken = r->broken || number(j, "error");
    if (number(j, "error"))
        k->kernel.error = (int)(count_of(j, "error") & 0xffff);
    double ms = json_number_value(json_object_get(j, "milliseconds"));
    if (ms > 0 && ms < 1e12)
        k->kernel.milliseconds += ms;

    /* take out those that were waiting and add them again, by kernel */
    int first = 0;
    while (first < n && r->site[first].kernel != NO_KERNEL)
        first++;
    r->n_site = first;
    for (int i = first; i < n; i++) {
        struct counted s = r->site[i];
        if (s.kernel == NO_KERNEL && s.launch == launch) {
            s.kernel = number_of;
            add_site(r, &s);
        } else {
            r->site[r->n_site++] = s;
        }
    }
    for (int i = r->n_raw - 1; i >= 0 && has_dim; i--)
        if (r->raw[i].launch == launch && !r->raw[i].has_dim) {
            memcpy(r->raw[i].grid, k->kernel.grid, sizeof k->kernel.grid);
            memcpy(r->raw[i].block, k->kernel.block, sizeof k->kernel.block);
            r->raw[i].has_dim = true;
        }
}

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

static void read_line(struct simt_report *r, const char *line, size_t n)
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
        r->changes = (struct simt_changes){count_of(j, "writes"),
                                           count_of(j, "turns"),
                                           count_of(j, "atomics")};
    }
    if (!strcmp(type, "end")) {
        r->ended = true;
        r->errors_told = number(j, "findings");
    }
    json_decref(j);
}

void simt_report_feed(struct simt_report *r, const char *bytes, size_t n)
{
    while (n > 0) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end ? (size_t)(end - bytes) : n;

        if (r->used + part > sizeof r->line)
            r->skipping = true;
        if (!r->skipping) {
            memcpy(r->line + r->used, bytes, part);
            r->used += part;
        }
        if (end) {
            if (!r->skipping)
                read_line(r, r->line, r->used);
            r->used = 0;
            r->skipping = false;
            part++;
        }
        bytes += part;
        n -= part;
    }
}

struct simt_report *simt_report_new(const char *program, const char *source)
{
    struct simt_report *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->program = strdup(program);
    r->source = source ? strdup(source) : NULL;
    if (!r->program || (source && !r->source)) {
        simt_report_free(r);
        return NULL;
    }
    return r;
}

void simt_report_expect(struct simt_report *r, const char *secret)
{
    snprintf(r->secret, sizeof r->secret, "%s", secret);
}

void simt_report_free(struct simt_report *r)
{
    if (!r)
        return;
    free(r->program);
    free(r->source);
    free(r);
}

/* ---- from addresses to lines ------------------------------------------------
 */

static int file_number(struct simt_report *r, const char *file)
{
    char name[sizeof r->file[0]];

    simt_clean(file, name, sizeof name);
    for (int i = 0; i < r->n_file; i++)
        if (!strcmp(r->file[i], name))
            return i;
    if (r->n_file == MAX_FILES)
        return -1;
    memcpy(r->file[r->n_file], name, sizeof name);
    return r->n_file++;
}

/* Headers of the system and of the device are nobody's code. */
static bool is_own(const struct simt_report *r, const char *file)
{
    static const char *const not_own[] = {"/usr/include/", "/usr/lib/",
                                          "/common/simt/"};

    if (r->source)
        return same_file(file, r->source);
    for (size_t i = 0; i < sizeof not_own / sizeof *not_own; i++)
        if (strstr(file, not_own[i]))
            return false;
    return *file && *file != '?' && *file != '<';
}

struct asking {
    struct simt_report *r;
    int *code; /* the numbers of those asked about */
};

static bool mine(void *context, int i, const char *file)
{
    struct asking *a = context;
    struct code *c = &a->r->code[a->code[i]];

    if (!is_own(a->r, file))
        return false;
    if (c->file < 0)
        c->file = file_number(a->r, a->r->source ? a->r->source : file);
    c->frames += c->file >= 0 && same_file(file, a->r->file[c->file]);
    return true;
}

static bool outermost(void *context, int i, const char *file)
{
    struct asking *a = context;
    struct code *c = &a->r->code[a->code[i]];

    return c->file >= 0 && same_file(file, a->r->file[c->file]) &&
           ++c->frame == c->frames;
}

static void place_site(const struct simt_report *r, struct simt_site *s)
{
    const struct code *c = s->code < 0 ? NULL : &r->code[s->code];

    if (!c || c->file < 0 || !c->spot.line)
        return;
    snprintf(s->place.file, sizeof s->place.file, "%s", r->file[c->file]);
    s->place.line = c->spot.line;
    s->place.column = c->spot.column;
    s->rough = c->spot.rough;
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->line == b->line && !strcmp(a->file, b->file);
}

/* The kernel is inlined where it is launched: that line says nothing. */
static bool is_launch(const struct simt_report *r, const struct place *p)
{
    for (int i = 0; i < r->n_kernel; i++)
        if (same_place(p, &r->kernel[i].kernel.place))
            return true;
    return false;
}

static void place_caller(const struct simt_report *r, struct simt_site *s)
{
    const struct code *c = s->code < 0 ? NULL : &r->code[s->code];
    struct place p = s->place;

    if (!c || !c->outermost.line || !p.line)
        return;
    p.line = c->outermost.line;
    if (!same_place(&p, &s->place) && !is_launch(r, &p))
        s->caller = p;
}

/* Whether a finding adds nothing for a reader. */
static bool says_nothing_new(const struct simt_report *r,
                             const struct simt_raw *raw)
{
    const struct simt_site *at = &raw->at, *other = &raw->other;

    if ((!strcmp(raw->kind, "leak") || !strcmp(raw->kind, "not_destroyed")) &&
        r->broken)
        return true;
    /* one barrier in the source, several in the code */
    if (!strcmp(raw->kind, "barrier") && raw->has_other && !other->ended &&
        at->place.line && !strcmp(other->op, "barrier") &&
        same_place(&at->place, &other->place) &&
        at->place.column == other->place.column)
        return true;
    for (const struct simt_raw *old = r->raw; old < raw; old++)
        if (!old->dropped && !strcmp(old->kind, raw->kind) &&
            old->note == raw->note && at->place.line &&
            !strcmp(old->object.name, raw->object.name) &&
            old->has_other == raw->has_other &&
            ((same_place(&old->at.place, &at->place) &&
              same_place(&old->other.place, &other->place)) ||
             (raw->has_other && same_place(&old->at.place, &other->place) &&
              same_place(&old->other.place, &at->place))))
            return true;
    return false;
}

/* "x.cu" of a "file" in the report: the student's as it was compiled. */
static void own_name(const struct simt_report *r, struct place *place)
{
    if (r->source && *place->file && same_file(place->file, r->source))
        snprintf(place->file, sizeof place->file, "%s", r->source);
}

void simt_report_symbolize(struct simt_report *r)
{
    int *ask = calloc((size_t)r->n_code + 1, sizeof *ask);
    unsigned long *pc = calloc((size_t)r->n_code + 1, sizeof *pc);
    struct spot *spot = calloc((size_t)r->n_code + 1, sizeof *spot);
    struct asking asking = {.r = r, .code = ask};
    int n = 0;

    if (!ask || !pc || !spot)
        goto done; /* sentences without lines */
    for (int i = 0; i < r->n_code; i++)
        if (!r->code[i].asked) {
            r->code[i].asked = true;
            pc[n] = r->code[i].pc;
            ask[n++] = i;
        }
    if (n && !*r->symbolizer) {
        struct race_tools tools;
        race_tools_find(&tools);
        snprintf(r->symbolizer, sizeof r->symbolizer, "%s", tools.symbolizer);
    }
    if (n && symbolize_by(r->symbolizer, r->program, mine, &asking, pc, n,
                          spot) == 0)
        for (int i = 0; i < n; i++)
            r->code[ask[i]].spot = spot[i];
    n = 0;
    for (int i = 0; i < r->n_raw; i++)
        if (r->raw[i].at.code >= 0)
            r->code[r->raw[i].at.code].at_fault = true;
    for (int i = 0; i < r->n_code; i++)
        if (r->code[i].at_fault && r->code[i].frames > 1 && !r->code[i].frame) {
            pc[n] = r->code[i].pc;
            ask[n++] = i;
        }
    if (n && symbolize_by(r->symbolizer, r->program, outermost, &asking, pc, n,
                          spot) == 0)
        for (int i = 0; i < n; i++)
            r->code[ask[i]].outermost = spot[i];
    for (int i = 0; i < r->n_kernel; i++)
        own_name(r, &r->kernel[i].kernel.place);
    for (int i = 0; i < r->n_raw; i++) {
        struct simt_raw *raw = &r->raw[i];
        place_site(r, &raw->at);
        place_site(r, &raw->other);
        place_site(r, &raw->object.made);
        place_site(r, &raw->object.freed);
        own_name(r, &raw->at.place);
        own_name(r, &raw->other.place);
        place_caller(r, &raw->at);
        raw->dropped = says_nothing_new(r, raw);
    }
done:
    free(spot);
    free(pc);
    free(ask);
}

/* ---- questions --------------------------------------------------------------
 */

bool simt_report_started(const struct simt_report *r)
{
    return r->started;
}

bool simt_report_mark_seen(const struct simt_report *r, uint32_t mark)
{
    for (unsigned i = 0; i < MAX_MARKS && i < r->marks && !r->forged; i++)
        if (r->mark[i] == mark)
            return true;
    return false;
}

uint64_t simt_report_copied(const struct simt_report *r)
{
    return r->copied;
}

struct simt_changes simt_report_changes(const struct simt_report *r)
{
    return r->changes;
}

int simt_report_timeline(const struct simt_report *r, struct simt_timeline *t,
                         struct simt_step *out, int max)
{
    int n = r->timed ? r->n_step : 0;

    *t = r->timeline;
    for (int i = 0; i < n && i < max; i++) {
        struct simt_site site = {.code = r->step_code[i],
                                 .place = r->step[i].place};

        place_site(r, &site);
        own_name(r, &site.place);
        out[i] = r->step[i];
        out[i].place = site.place;
    }
    return n;
}

bool simt_report_counts_lost(const struct simt_report *r)
{
    return r->lost;
}

bool simt_report_complete(const struct simt_report *r)
{
    /* the device stops sending them after some thousands */
    return r->started && r->ended && !r->forged &&
           (r->errors_told == r->errors_read || r->errors_read >= ENOUGH);
}

static int tell(const struct simt_report *r, bool notes, struct finding *out,
                int max)
{
    int n = 0;

    for (int i = 0; i < r->n_raw; i++)
        if (r->raw[i].note == notes && !r->raw[i].dropped && n++ < max)
            simt_say(&r->raw[i], &out[n - 1]);
    return n;
}

int simt_report_findings(const struct simt_report *r, struct finding *out,
                         int max)
{
    return tell(r, false, out, max);
}

int simt_report_notes(const struct simt_report *r, struct finding *out, int max)
{
    return tell(r, true, out, max);
}

bool simt_report_grows(const struct simt_report *r, int64_t times,
                       struct finding *out)
{
    for (int i = 0; i < r->n_raw; i++) {
        const struct simt_raw *raw = &r->raw[i];

        if (raw->note && !raw->dropped && raw->index >= times &&
            (!strcmp(raw->kind, "leak") ||
             !strcmp(raw->kind, "not_destroyed"))) {
            simt_say(raw, out);
            return true;
        }
    }
    return false;
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
            add_counts(&sum, &s->counts);
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

uint64_t simt_waste(const struct simt_counts *c, enum simt_waste waste)
{
    uint64_t all[] = {c->sectors, c->wavefronts, c->requests, c->passes};
    uint64_t ideal[] = {c->ideal_sectors, c->ideal_wavefronts,
                        c->ideal_requests, c->requests};

    /* sites that are not atomic have no passes, and so on */
    return ideal[waste] && all[waste] > ideal[waste] ? all[waste] - ideal[waste]
                                                     : 0;
}

static struct place place_of(const struct simt_report *r, int code)
{
    struct simt_site s = {.code = code};

    place_site(r, &s);
    if (s.rough)
        s.place.column = 0;
    return s.place;
}

/* Sort by kernel, file, line, where, access. */
static int by_line(const void *a, const void *b, void *report)
{
    const struct simt_report *r = report;
    const struct counted *s = &r->site[*(const int *)a];
    const struct counted *t = &r->site[*(const int *)b];
    struct place p = place_of(r, s->code), q = place_of(r, t->code);
    int file = strcmp(p.file, q.file);

    if (s->kernel != t->kernel)
        return s->kernel < t->kernel ? -1 : 1;
    if (file)
        return file;
    if (p.line != q.line)
        return p.line < q.line ? -1 : 1;
    if (s->where != t->where)
        return s->where < t->where ? -1 : 1;
    return (s->access > t->access) - (s->access < t->access);
}

int simt_report_lines(const struct simt_report *r, struct simt_line *out,
                      int max)
{
    int *order = calloc((size_t)r->n_site + 1, sizeof *order);
    int n = 0;
    double waste = 0;

    for (int i = 0; order && i < r->n_site; i++)
        order[i] = i;
    if (order)
        qsort_r(order, (size_t)r->n_site, sizeof *order, by_line, (void *)r);
    for (int i = 0; order && i < r->n_site; i++) {
        const struct counted *s = &r->site[order[i]];
        if (i == 0 || by_line(&order[i - 1], &order[i], (void *)r) != 0) {
            if (n++ >= max)
                continue;
            struct simt_line *l = &out[n - 1];
            memset(l, 0, sizeof *l);
            snprintf(l->kernel, sizeof l->kernel, "%s",
                     kernel_name(r, s->kernel));
            l->place = place_of(r, s->code);
            l->where = s->where;
            l->access = s->access;
        }
        if (n > max)
            continue;
        struct simt_line *l = &out[n - 1];
        add_counts(&l->counts, &s->counts);
        if (s->worst.known && (!l->worst.known || s->worst_waste > waste)) {
            l->worst = s->worst;
            waste = s->worst_waste;
        }
    }
    free(order);
    return n;
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

int simt_report_kernels(const struct simt_report *r, struct simt_kernel *out,
                        int max)
{
    for (int i = 0; i < r->n_kernel && i < max; i++)
        out[i] = r->kernel[i].kernel;
    return r->n_kernel;
}
