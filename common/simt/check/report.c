/*
 * report.c - findings and counts as lines of JSON on the descriptor named by
 * $SIMT_REPORT_FD, one write() each, so that nothing is lost in a crash. The
 * format is in docs/cpu-device.md; grader/reports/simt_report.c reads it.
 *
 * A judge gives a socket and leaves a secret in it, with which every line then
 * begins, so that lines of the program's own are told from ours. It is kept
 * from what a program sees easily: no other descriptor gets a line, no library
 * function the secret, and it does not stay in the buffer.
 *
 * What always holds: `line` begins with the secret, and holds one line until it
 * is written; `seen` keeps findings from being written twice, and may forget
 * some. All of it belongs to the thread that runs kernels, or tells of a call.
 */
#define _GNU_SOURCE
#include "base/variables.h"
#include "check/check.h"
#include "timeline/timeline.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned report_findings;
const struct simt_launch *check_launch;
uint32_t check_launch_number;
bool check_last_warp_first;
uintptr_t check_image, check_image_end;

static int fd = -1;
static ino_t opened; /* what fd was in the beginning */
static char secret[16];

static char line[8192];
static size_t used;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *format, ...)
{
    va_list ap;
    int n;

    va_start(ap, format);
    n = vsnprintf(line + used, sizeof line - used, format, ap);
    va_end(ap);
    if (n > 0)
        used += (size_t)n;
    if (used >= sizeof line)
        used = sizeof line - 1;
}

static void begin(const char *type)
{
    for (used = 0; used < sizeof secret && secret[0]; used++)
        line[used] = secret[used];
    put("{\"type\":\"%s\"", type);
}

/* At most 1000 bytes of it, so that the line stays whole. */
static void put_string(const char *s)
{
    if (!s) {
        put("null");
        return;
    }
    put("\"");
    for (int i = 0; s[i] && i < 1000; i++) {
        const unsigned char c = (unsigned char)s[i];

        if (c == '"' || c == '\\')
            put("\\%c", c);
        else if (c < 32 || c == 127)
            put("\\u%04x", c);
        else
            put("%c", c);
    }
    put("\"");
}

static void send_line(void)
{
    struct stat now;
    size_t done = 0;

    if (fd >= 0 && (fstat(fd, &now) || now.st_ino != opened))
        fd = -1; /* it was closed or replaced */
    line[used++] = '\n';
    while (done < used && fd >= 0) {
        ssize_t n = write(fd, line + done, used - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            fd = -1; /* nobody reads any more */
        else
            done += (size_t)n;
    }
    for (used = 0; used < sizeof secret; used++)
        line[used] = 0;
    used = 0;
}

void report_start(void)
{
    const char *s = getenv("SIMT_REPORT_FD");
    struct stat now;
    char *end;
    long n;

    if (s && *s) {
        n = strtol(s, &end, 10);
        if (*end == '\0' && n >= 0 && n < 1 << 20 &&
            fcntl((int)n, F_GETFD) >= 0)
            fd = (int)n;
    }
    const bool asked = fd >= 0;
    if (!asked) {
        fprintf(stderr, "Built for checking; run it as: simtcheck PROGRAM\n");
        fd = STDERR_FILENO;
    }
    opened = fstat(fd, &now) ? 0 : now.st_ino;
    if (!asked)
        return;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    /* from a pipe there is nothing to receive */
    if (recv(fd, secret, sizeof secret, MSG_DONTWAIT) != sizeof secret)
        secret[0] = 0;
    begin("hello");
    put(",\"version\":1}");
    send_line();
}

static void put_xyz(uint64_t n, const struct simt_xyz *d)
{
    put("[%llu,%llu,%llu]", (unsigned long long)(n % d->x),
        (unsigned long long)(n / d->x % d->y),
        (unsigned long long)(n / d->x / d->y));
}

static const char *op_name(enum op op)
{
    static const char *const names[] = {
        [OP_READ] = "read",   [OP_WRITE] = "write",     [OP_ATOMIC] = "atomic",
        [OP_ACTIVE] = "warp", [OP_BARRIER] = "barrier", [OP_WARP] = "warp",
        [OP_CALL] = "call",   [OP_LAUNCH] = "launch",
    };

    return op <= OP_LAUNCH && names[op] ? names[op] : "call";
}

/* As symbolizers want it: within the call, from the start of the file. */
static void put_pc(const char *name, uintptr_t pc)
{
    if (pc > check_image)
        put("\"%s\":%llu", name, (unsigned long long)(pc - 1 - check_image));
    else
        put("\"%s\":null", name);
}

static void put_party(const char *name, const struct party *p)
{
    put(",\"%s\":{", name);
    put_pc("pc", p->pc);
    put(",\"op\":\"%s\"", op_name(p->op));
    if (p->bytes)
        put(",\"bytes\":%u", p->bytes);
    if (p->argument)
        put(",\"argument\":%u", p->argument);
    if (p->on_device && check_launch) {
        put(",\"block\":");
        put_xyz(p->block, &check_launch->grid);
        put(",\"thread\":");
        put_xyz(p->thread, &check_launch->block);
    }
    if (p->ended)
        put(",\"ended\":true");
    put("}");
}

static const char *space_name(enum space space)
{
    static const char *const names[] = {
        [SPACE_GLOBAL] = "global",     [SPACE_SHARED] = "shared",
        [SPACE_CONSTANT] = "constant", [SPACE_LOCAL] = "local",
        [SPACE_HOST] = "host",
    };

    return names[space];
}

static void put_object(const struct check_finding *f)
{
    const struct object *o = f->object;
    const struct simt_allocation *a = o->allocation;

    put(",\"space\":\"%s\",\"object\":{\"name\":", space_name(o->space));
    put_string(o->name);
    put(",\"bytes\":%zu,\"offset\":%lld", o->bytes, (long long)f->offset);
    if (f->element)
        put(",\"element\":%u", f->element);
    if (a && a->site) {
        put(",");
        put_pc("alloc_pc", (uintptr_t)a->site);
    }
    if (a && a->freed && !a->live) {
        put(",");
        put_pc("free_pc", (uintptr_t)a->freed);
    }
    put("}");
}

/* ---- findings -------------------------------------------------------- */

static struct seen {
    enum simt_kind kind;
    uintptr_t at, other;
    int line, other_line;
    bool note;
} seen[4096];
static unsigned seen_count;

enum { AT_MOST = 2000 }; /* lines of findings in one run */

/* Its entry, or the empty one where it belongs. */
static struct seen *seen_at(const struct check_finding *f)
{
    size_t i = (f->at.pc * 31 + f->other.pc * 7 + (uintptr_t)f->kind * 3 +
                (unsigned)f->line + (unsigned)f->other_line * 5) *
                   0x9E3779B97F4A7C15u >>
               52;

    for (; seen[i].kind; i = (i + 1) & 4095)
        if (seen[i].kind == f->kind && seen[i].at == f->at.pc &&
            seen[i].other == f->other.pc && seen[i].line == f->line &&
            seen[i].other_line == f->other_line && seen[i].note == f->note)
            break;
    return &seen[i];
}

bool report_is_new(const struct check_finding *f)
{
    return !seen_at(f)->kind;
}

static bool known(const struct check_finding *f)
{
    struct seen *s;

    if (seen_count > 3000) {
        memset(seen, 0, sizeof seen);
        seen_count = 0;
    }
    s = seen_at(f);
    if (s->kind)
        return true;
    *s = (struct seen){f->kind, f->at.pc,      f->other.pc,
                       f->line, f->other_line, f->note};
    seen_count++;
    return false;
}

bool report_finding(const struct check_finding *f)
{
    if (known(f))
        return false;
    if (!f->note)
        report_findings++;
    if (report_findings > AT_MOST)
        return true;
    begin("finding");
    put(",\"kind\":\"%s\",\"severity\":\"%s\"", simt_kind_word(f->kind),
        f->note ? "note" : "error");
    put(",\"kernel\":");
    put_string(check_launch ? check_launch->kernel : NULL);
    put(",\"launch\":%u", check_launch ? check_launch_number : 0);
    put_party("at", &f->at);
    if (f->has_other)
        put_party("other", &f->other);
    if (f->object)
        put_object(f);
    else if (f->has_space)
        put(",\"space\":\"%s\"", space_name(f->space));
    if (f->has_other && f->at.on_device)
        put(",\"same_warp\":%s", f->same_warp ? "true" : "false");
    if (f->error) {
        put(",\"error\":");
        put_string(f->error);
    }
    if (f->text) {
        put(",\"text\":");
        put_string(f->text);
    }
    if (f->file) {
        put(",\"file\":");
        put_string(f->file);
        put(",\"line\":%d", f->line);
    }
    if (f->other_file) {
        put(",\"other_file\":");
        put_string(f->other_file);
        put(",\"other_line\":%d", f->other_line);
    }
    if (f->loop)
        put(",\"loop\":%d", f->loop);
    if (f->has_index)
        put(",\"index\":%lld", (long long)f->index);
    if (f->written_from < f->written_to)
        put(",\"written\":[%lld,%lld]", (long long)f->written_from,
            (long long)f->written_to);
    if (f->devices[1] != f->devices[0] || f->devices[2] != f->devices[0])
        put(",\"devices\":[%d,%d,%d]", f->devices[0], f->devices[1],
            f->devices[2]);
    if (f->array) {
        put(",\"array\":");
        put_string(f->array);
    }
    if (f->seconds > 0)
        put(",\"seconds\":%.1f", f->seconds);
    put("}");
    send_line();
    return true;
}

/* ---- counts ---------------------------------------------------------- */

void report_site(const struct site *s)
{
    if (fd == STDERR_FILENO && !getenv("SIMT_REPORT_FD"))
        return; /* counts are for programs */
    begin("site");
    put(",\"launch\":%u,", check_launch_number);
    put_pc("pc", s->pc);
    put(",\"space\":\"%s\",\"op\":\"%s\",\"bytes\":%u", space_name(s->space),
        op_name(s->op), s->bytes);
    if (s->argument)
        put(",\"argument\":%u", s->argument);
#define PUT(name) put(",\"" #name "\":%llu", (unsigned long long)s->name)
    PUT(requests);
    PUT(lanes);
    PUT(ideal_requests);
    PUT(sectors);
    PUT(ideal_sectors);
    PUT(wavefronts);
    PUT(ideal_wavefronts);
    PUT(passes);
#undef PUT
    put(",\"worst\":{\"block\":");
    put_xyz(s->worst_block, &check_launch->grid);
    put(",\"warp\":%d,\"mask\":%u,\"object\":", s->worst_warp, s->worst_mask);
    put_string(s->worst_object ? s->worst_object->name : NULL);
    put(",\"offsets\":[");
    for (int i = 0; i < 32; i++)
        if (s->worst_mask >> i & 1)
            put("%s%llu", i ? "," : "", (unsigned long long)s->worst_offset[i]);
        else
            put("%s-1", i ? "," : "");
    put("]}}");
    send_line();
}

void report_launch(int error, uint64_t barriers, uint64_t products,
                   uint64_t requests, uint64_t busiest, double seconds)
{
    const struct simt_launch *l = check_launch;

    if (fd == STDERR_FILENO && !getenv("SIMT_REPORT_FD"))
        return;
    begin("launch");
    put(",\"launch\":%u,\"kernel\":", check_launch_number);
    put_string(l->kernel);
    put(",\"file\":");
    put_string(l->file);
    put(",\"line\":%d,\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u]", l->line,
        l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z);
    put(",\"shared\":%zu,\"error\":%d,\"barriers\":%llu,\"products\":%llu,"
        "\"requests\":%llu,\"busiest\":%llu,\"milliseconds\":%.3f}",
        l->shared, error, (unsigned long long)barriers,
        (unsigned long long)products, (unsigned long long)requests,
        (unsigned long long)busiest, seconds * 1e3);
    send_line();
}

static void report_step(const struct timeline_step *s)
{
    static const char *const engines[] = {"to_device", "from_device",
                                          "compute"};

    if (fd == STDERR_FILENO && !getenv("SIMT_REPORT_FD"))
        return;
    begin("work");
    put(",\"number\":%" PRIu64 ",\"what\":", s->number);
    put_string(s->work.what);
    put(",\"engine\":\"%s\",\"device\":%d,\"stream\":%llu,\"bytes\":%" PRIu64
        ",\"pageable\":%s,\"graph\":%s,\"asked\":%" PRId64 ",\"begin\":%" PRId64
        ",\"end\":%" PRId64 ",\"waited\":%s,\"after\":%" PRIu64
        ",\"why\":\"%s\",",
        engines[s->work.engine], s->device, s->stream, s->work.bytes,
        s->work.pageable ? "true" : "false", s->work.graph ? "true" : "false",
        s->asked, s->begin, s->end, s->waited ? "true" : "false", s->after,
        s->why);
    put_pc("pc", (uintptr_t)s->work.site);
    if (s->held) {
        put(",\"held\":\"%s\",", s->held);
        put_pc("held_pc", (uintptr_t)s->held_at);
    }
    put(",\"file\":");
    put_string(s->work.file);
    put(",\"line\":%d}", s->work.line);
    send_line();
}

/* Whether it is in the default stream of a device that has not the memory. */
static bool elsewhere(const struct timeline_step *s,
                      const struct simt_allocation *a)
{
    enum { DEFAULT_STREAM = 1 };

    return s->stream == DEFAULT_STREAM && s->device != a->device;
}

static void report_overlap(const struct timeline_step *first,
                           const struct timeline_step *second, uintptr_t where)
{
    uintptr_t address = variables_address(where);
    struct simt_allocation *a = simt_find((void *)address);
    struct check_finding f = {
        .kind = SIMT_KIND_OVERLAP,
        .at = {.pc = (uintptr_t)second->work.site,
               .op = second->work.site ? OP_CALL : OP_LAUNCH},
        .other = {.pc = (uintptr_t)first->work.site,
                  .op = first->work.site ? OP_CALL : OP_LAUNCH},
        .has_other = true,
        .text = second->work.what,
        .array = first->work.what,
        .file = second->work.file,
        .line = second->work.line,
        .other_file = first->work.file,
        .other_line = first->work.line,
        .object = a ? a->shadow : NULL,
    };

    if (f.object)
        f.offset = (int64_t)(address - (uintptr_t)a->base);
    if (a && a->space == SIMT_DEVICE_MEMORY &&
        first->device != second->device &&
        (elsewhere(first, a) || elsewhere(second, a))) {
        f.devices[0] = a->device;
        f.devices[1] = elsewhere(first, a) ? first->device : a->device;
        f.devices[2] = elsewhere(second, a) ? second->device : a->device;
    }
    report_finding(&f);
}

static void report_loose(const struct timeline_step *s)
{
    struct check_finding f = {
        .kind = SIMT_KIND_LOOSE,
        .at = {.pc = (uintptr_t)s->work.site,
               .op = s->work.site ? OP_CALL : OP_LAUNCH},
        .text = s->work.what,
        .file = s->work.file,
        .line = s->work.line,
    };

    report_finding(&f);
}

const struct timeline_hooks report_timeline_hooks = {
    .step = report_step,
    .overlap = report_overlap,
    .loose = report_loose,
};

/* In picoseconds. */
void report_timeline(struct timeline_sum t)
{
    begin("timeline");
    put(",\"works\":%" PRIu64 ",\"span\":%" PRId64 ",\"to_device\":%" PRId64
        ",\"from_device\":%" PRId64 ",\"compute\":%" PRId64 "}",
        t.works, t.span, t.engine[SIMT_TO_DEVICE], t.engine[SIMT_FROM_DEVICE],
        t.engine[SIMT_COMPUTE]);
    if (fd != STDERR_FILENO || getenv("SIMT_REPORT_FD"))
        send_line();
    used = 0;
}

static char refused_file[256];
static int refused_line, refused_error;

int report_refused(int error, const char **file)
{
    if (file)
        *file = refused_file;
    return error == refused_error ? refused_line : 0;
}

void report_misuse(int error, enum simt_kind kind, const void *site,
                   const struct simt_launch *launch, const char *text)
{
    struct check_finding f = {
        .kind = kind,
        .at = {.pc = (uintptr_t)site, .op = launch ? OP_LAUNCH : OP_CALL},
        .error = error ? simt_error_name(error) : NULL,
        .text = text,
        .note = kind == SIMT_KIND_UNWRITTEN_PART,
    };

    if (launch) {
        f.file = launch->file;
        f.line = launch->line;
        snprintf(refused_file, sizeof refused_file, "%s", f.file);
        refused_line = f.line;
        refused_error = error;
    }
    report_finding(&f);
}

void report_mark(uint32_t number, uint64_t copied, const struct changes *c)
{
    /* Between two marks, the same finding is told once. */
    memset(seen, 0, sizeof seen);
    seen_count = 0;
    begin("mark");
    put(",\"number\":%u,\"copied\":%" PRIu64 ",\"writes\":%" PRIu64
        ",\"turns\":%" PRIu64 ",\"atomics\":%" PRIu64 "}",
        number, copied, c->writes, c->turns, c->atomics);
    if (fd != STDERR_FILENO || getenv("SIMT_REPORT_FD"))
        send_line();
    used = 0;
}

void report_end(void)
{
    begin("end");
    put(",\"findings\":%u}", report_findings);
    if (fd != STDERR_FILENO || getenv("SIMT_REPORT_FD"))
        send_line();
    used = 0;
}
