/*
 * detectors.c - see detectors.h. First the programs; then one run of one, with
 * the handshake of a grading; then what the runs mean; then the file.
 */
#define _GNU_SOURCE /* nftw(), struct utsname */
#include "sandbox/detectors.h"

#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/say.h"
#include "machine/measure.h"
#include "machine/race_tools.h"
#include "sandbox/wall.h"
#include "student/protocol.h"

/* ---- the programs -------------------------------------------------------- */

/* What a program does, it sees from how many threads it gets: a right one is
 * the same file as a wrong one. */
enum { RIGHT = 4, RACE, OVERFLOW, LEAK };

static const char program_c[] = "#include <omp.h>\n"
                                "#include <stdlib.h>\n"
                                "static int together[100], sum, count;\n"
                                "static void add(int racy)\n"
                                "{\n"
                                "#pragma omp parallel for reduction(+ : sum)\n"
                                "    for (int i = 0; i < 1000; i++)\n"
                                "        sum += i & 1;\n"
                                "#pragma omp parallel\n"
                                "    {\n"
                                "#pragma omp critical\n"
                                "        count++;\n"
                                "    }\n"
                                "    if (racy) {\n"
                                "#pragma omp parallel for\n"
                                "        for (int i = 0; i < 10000; i++)\n"
                                "            together[i % 100]++;\n"
                                "    }\n"
                                "}\n"
                                "int main(void)\n"
                                "{\n"
                                "    const int what = omp_get_max_threads();\n"
                                "    int *volatile p = calloc(20, sizeof *p);\n"
                                "    if (!p)\n"
                                "        return 1;\n"
                                "    for (int k = 0; k < 10; k++)\n"
                                "        add(what == 5);\n"
                                "    p[what == 6 ? 20 : 19] = sum;\n"
                                "    if (what == 7)\n"
                                "        p = NULL;\n"
                                "    free(p);\n"
                                "    return sum != 5000;\n"
                                "}\n";

/* On the CPU device it sees that from how many devices there are. */
static const char program_cu[] =
    "#include <cuda_runtime.h>\n"
    "__global__ void write(int *to, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i <= n)\n"
    "        to[i] = i;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    int *to, devices = 0;\n"
    "    cudaGetDeviceCount(&devices);\n"
    "    if (cudaMalloc(&to, 100 * sizeof *to) != cudaSuccess)\n"
    "        return 1;\n"
    "    write<<<4, 32>>>(to, devices == 6 ? 100 : 99);\n"
    "    if (cudaDeviceSynchronize() != cudaSuccess)\n"
    "        return 1;\n"
    "    return cudaFree(to) != cudaSuccess;\n"
    "}\n";

/* Who tries it, with what, and what a wrong program makes it write. */
static const struct trial {
    const char *name, *ext, *finds;
    enum build build;
    int wrong;
} trials[DETECTORS] = {
    [DETECTOR_RACES] = {"ThreadSanitizer", ".c", "ThreadSanitizer: data race",
                        BUILD_TSAN, RACE},
    [DETECTOR_MEMORY] = {"AddressSanitizer", ".c", "ERROR: AddressSanitizer",
                         BUILD_ASAN, OVERFLOW},
    [DETECTOR_LEAKS] = {"LeakSanitizer", ".c", "ERROR: LeakSanitizer",
                        BUILD_ASAN, LEAK},
    [DETECTOR_DEVICE] = {"check mode", ".cu", "\"out_of_bounds\"", BUILD_CHECK,
                         OVERFLOW},
};

/* ---- one run ------------------------------------------------------------- */

enum { SECONDS = 60 }; /* of a busy machine */

struct run {
    bool started; /* and ended, both in time */
    bool hello;
    bool marked; /* the end mark came, with nothing reported */
    bool leaks;  /* were looked for */
    bool found;
    bool random; /* the detector did not start */
    int exit_code;
};

/* In what it reported, or printed. */
static bool wrote(const struct sandbox *s, const char *words)
{
    return (s->report.bytes && strstr(s->report.bytes, words)) ||
           (s->output.bytes && strstr(s->output.bytes, words));
}

static bool too_random(const struct sandbox *s)
{
    return wrote(s, "FATAL: ThreadSanitizer: unexpected memory mapping") ||
           wrote(s, "ThreadSanitizer: memory layout is incompatible");
}

/* From its hello to its end mark. */
static void talk(struct sandbox *s, struct run *r)
{
    const double end = measure_now() + SECONDS;
    struct pollfd p = {s->control, POLLIN, 0};
    struct request q = {.number = 1};
    struct reply reply;

    while (!q.secret)
        if (getrandom(&q.secret, sizeof q.secret, 0) != sizeof q.secret)
            return;
    while (measure_now() < end) {
        if (poll(&p, 1, 10) == 0) {
            sandbox_drain(s);
            continue;
        }
        if (recv(s->control, &reply, sizeof reply, 0) != sizeof reply)
            break;
        if (reply.type == REPLY_HELLO)
            r->hello = true;
        if (reply.type == REPLY_BYE &&
            send(s->control, &q, sizeof q, MSG_NOSIGNAL) != sizeof q)
            break;
        if (reply.type == REPLY_END && reply.secret == q.secret)
            r->marked = reply.reports == 0;
    }
    r->started = sandbox_wait(s, end - measure_now());
}

static void run_it(const struct trial *t, const char *folder,
                   const char *archer, int what, struct run *r)
{
    const bool device = t->build == BUILD_CHECK;
    struct sandbox_options o = {
        .folder = folder,
        .program = build_names[t->build],
        .threads = device ? 0 : what,
        .devices = device ? what : 0,
        .detector = true,
        .device = device,
        .leak_check = t == &trials[DETECTOR_LEAKS],
        .archer = t->build == BUILD_TSAN ? archer : NULL,
        .seconds = SECONDS,
        .in_fd = -1,
        .out_fd = -1,
    };
    struct sandbox s;

    memset(r, 0, sizeof *r);
    if (sandbox_start(&o, &s) != 0)
        return;
    talk(&s, r);
    r->leaks = s.leak_check;
    r->found = wrote(&s, t->finds);
    r->random = !r->hello && too_random(&s);
    r->exit_code = s.exit_code;
    sandbox_end(&s);
}

/* ---- what the runs mean -------------------------------------------------- */

/* 28 on most systems. */
static int random_bits(void)
{
    FILE *file = fopen("/proc/sys/vm/mmap_rnd_bits", "re");
    int bits = 0;

    if (file && fscanf(file, "%d", &bits) != 1)
        bits = 0;
    if (file)
        fclose(file);
    return bits;
}

/* Whether a program may ask for addresses that are not random. */
static bool may_fix_addresses(void)
{
    const int before = personality(0xffffffff);
    const bool may =
        before >= 0 && personality((unsigned)before | ADDR_NO_RANDOMIZE) >= 0;

    if (may)
        personality((unsigned)before);
    return may;
}

static enum detector_state try_once(enum detector d, const char *folder,
                                    const char *archer)
{
    /* whether random addresses suit it is chance */
    const int times = d == DETECTOR_RACES && !may_fix_addresses() ? 8 : 1;
    const struct trial *t = &trials[d];
    struct run r;

    for (int i = 0; i < times; i++) {
        run_it(t, folder, archer, RIGHT, &r);
        if (!r.started || (d == DETECTOR_LEAKS && !r.leaks))
            return DETECTOR_UNTRIED;
        if (r.random)
            return DETECTOR_RANDOM;
        if (r.found)
            return DETECTOR_BLAMES;
        if (r.exit_code == 128 + SIGSYS)
            return DETECTOR_FILTERED;
        if (r.exit_code || !r.marked)
            return DETECTOR_DIES;
    }
    run_it(t, folder, archer, t->wrong, &r);
    return !r.started ? DETECTOR_UNTRIED
           : r.found  ? DETECTOR_WORKS
                      : DETECTOR_BLIND;
}

/* Trouble is only what comes twice: the machine may have been full. */
static enum detector_state try_it(enum detector d, const char *folder,
                                  const char *archer)
{
    const enum detector_state first = try_once(d, folder, archer);
    enum detector_state second;

    if (first <= DETECTOR_RANDOM)
        return first;
    second = try_once(d, folder, archer);
    return second == first || second == DETECTOR_WORKS ? second
                                                       : DETECTOR_UNTRIED;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

/* A program of the kit's own, built as a student's is. Null if that is not
 * possible here. */
static bool build_program(const char *ext, const char *folder)
{
    const bool cuda = !strcmp(ext, ".cu");
    struct lab lab = {.name = "program", .program = true};
    static struct finding f;
    char source[100];
    FILE *file;

    snprintf(lab.ext, sizeof lab.ext, "%s", ext);
    snprintf(source, sizeof source, "%s/program%s", folder, ext);
    file = fopen(source, "we");
    if (!file)
        return false;
    fputs(cuda ? program_cu : program_c, file);
    return fclose(file) == 0 &&
           build_for(KIND_MEMORY, &lab, source, folder, &f) == 0 &&
           f.status == STATUS_PASS;
}

/* Try all that work on files of this kind. */
static void try_all(const char *ext, enum detector_state *state)
{
    char folder[] = "build/detectors.XXXXXX", path[100];
    struct race_tools tools;
    const bool there = mkdtemp(folder) && build_program(ext, folder);

    race_tools_find(&tools);
    for (int d = 0; there && d < DETECTORS; d++) {
        snprintf(path, sizeof path, "%s/%s", folder,
                 build_names[trials[d].build]);
        if (!strcmp(trials[d].ext, ext) && !access(path, X_OK))
            state[d] = try_it((enum detector)d, folder, tools.archer);
    }
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) && errno != ENOENT)
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
}

/* ---- the file ------------------------------------------------------------ */

/* One for each kind of file, for who grades only one; and for each machine:
 * those of a cluster share the folder. */
#define KNOWN_FILE "build/detectors-%08x%s.txt"

static enum detector_state known[DETECTORS];
static bool anew, done[2]; /* for .c files, for .cu files */

static uint64_t add_text(uint64_t hash, const char *text)
{
    return hash_add(hash, text, strlen(text) + 1);
}

/* When a file changed last. */
static uint64_t add_file(uint64_t hash, const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return add_text(hash, path);
    return hash_add(hash, &st.st_mtim, sizeof st.st_mtim);
}

/* All that it may depend on: the system, its tools, the kit, the walls. */
static uint64_t circumstances(uint32_t *machine)
{
    static const char *const settings[] = {"PATH", "CC", "LD_LIBRARY_PATH",
                                           "LABKIT_SANDBOX"};
    static const char *const files[] = {
        "build/simt/simtcc", "build/simt/libsimt.a", "build/grader/libkit.a",
        "build/grader/student/program.o",
        "build/grader/student/race_runtime.o"};
    struct utsname system;
    struct race_tools tools;
    char text[100], *times = race_tools_times();
    uint64_t hash = add_text(HASH_START, times ? times : "");

    free(times);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        hash = add_text(hash, getenv(settings[i]) ? getenv(settings[i]) : "");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        hash = add_file(hash, files[i]);
    race_tools_find(&tools);
    hash = add_text(add_text(hash, tools.clang), tools.archer);
    *machine = 0;
    if (uname(&system) == 0) {
        hash = add_text(add_text(hash, system.release), system.version);
        *machine = (uint32_t)add_text(HASH_START, system.nodename);
    }
    snprintf(text, sizeof text, "%d %d %d %d", random_bits(),
             may_fix_addresses(), (int)wall_kind(),
             (int)geteuid());
    return add_text(hash, text);
}

/* One letter for each detector, behind the circumstances. */
static bool recall(const char *path, uint64_t now)
{
    FILE *file = anew ? NULL : fopen(path, "re");
    char letters[DETECTORS + 1] = "";
    uint64_t then = 0;
    bool good =
        file && fscanf(file, "%" SCNx64 " %4[a-g]", &then, letters) == 2;

    if (file)
        fclose(file); /* only read from */
    if (!good || then != now || strlen(letters) != DETECTORS)
        return false;
    for (int d = 0; d < DETECTORS; d++)
        known[d] |= (enum detector_state)(letters[d] - 'a');
    return true;
}

static void remember(const char *path, const char *ext, uint64_t now)
{
    char name[80];
    FILE *file;

    snprintf(name, sizeof name, "%s.%d", path, (int)getpid());
    file = fopen(name, "we");
    if (!file)
        return; /* then it is tried again */
    fprintf(file, "%016" PRIx64 " ", now);
    for (int d = 0; d < DETECTORS; d++)
        putc('a' + (strcmp(trials[d].ext, ext) ? 0 : (int)known[d]), file);
    if (fclose(file) != 0 || rename(name, path) != 0)
        unlink(name);
}

static bool any_of(const char *ext, enum detector_state state)
{
    bool any = false;

    for (int d = 0; d < DETECTORS; d++)
        any = any || (!strcmp(trials[d].ext, ext) && known[d] == state);
    return any;
}

enum detector_state detector_tried(enum detector d)
{
    const char *ext = trials[d].ext;
    const int kind = !strcmp(ext, ".cu");
    char path[60];
    uint32_t machine;
    uint64_t now;

    if (done[kind])
        return known[d];
    done[kind] = true;
    now = circumstances(&machine);
    snprintf(path, sizeof path, KNOWN_FILE, machine, ext);
    if (!recall(path, now)) {
        try_all(ext, known);
        /* what was not told may be told another time */
        if (!any_of(ext, DETECTOR_UNTRIED) || any_of(ext, DETECTOR_WORKS))
            remember(path, ext, now);
    }
    return known[d];
}

void detectors_try_anew(void)
{
    anew = true;
    memset(done, 0, sizeof done);
    memset(known, 0, sizeof known);
}

/* ---- sentences ----------------------------------------------------------- */

static const char *say(enum detector d, enum detector_state state)
{
    static char text[600];
    const char *name = trials[d].name;

    switch (state) {
    case DETECTOR_RANDOM:
        snprintf(text, sizeof text,
                 _("%s cannot start on this machine, where the addresses of "
                   "programs are more random than it can cope with "
                   "(vm.mmap_rnd_bits is %d) and a program may not ask for "
                   "others. Root can type sysctl vm.mmap_rnd_bits=28; a "
                   "container can be started with --security-opt "
                   "seccomp=unconfined instead."),
                 name, random_bits());
        return text;
    case DETECTOR_FILTERED:
        snprintf(text, sizeof text,
                 _("%s of this system asks the kernel for something that the "
                   "judge's filter does not let through, in a right program of "
                   "the kit's own, too. A newer kit may know it."),
                 name);
        return text;
    case DETECTOR_DIES:
        snprintf(text, sizeof text,
                 _("%s does not run on this machine: it ends a right program "
                   "of the kit's own, too."),
                 name);
        return text;
    case DETECTOR_BLAMES:
        snprintf(text, sizeof text,
                 _("%s of this system calls a right program of the kit's own "
                   "wrong, too."),
                 name);
        return text;
    case DETECTOR_BLIND:
        snprintf(text, sizeof text,
                 _("%s finds nothing on this machine, not even in a wrong "
                   "program of the kit's own."),
                 name);
        return text;
    case DETECTOR_UNTRIED:
    case DETECTOR_WORKS:
        break;
    }
    return NULL;
}

const char *detector_trouble(enum detector d)
{
    return say(d, detector_tried(d));
}

const char *detector_trouble_of(enum build build)
{
    const char *why = NULL;

    for (int d = 0; d < DETECTORS && !why; d++)
        if (trials[d].build == build)
            why = detector_trouble((enum detector)d);
    return why;
}

const char *detector_died(enum build build, const struct sandbox *s)
{
    return build == BUILD_TSAN && too_random(s)
               ? say(DETECTOR_RACES, DETECTOR_RANDOM)
               : NULL;
}
