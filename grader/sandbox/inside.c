/*
 * inside.c - see inside.h. From what is around the program to what it is given:
 * becoming the program, the wall, limits and environment.
 */
#define _GNU_SOURCE
#include "sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/environment.h"
#include "machine/ulimits.h"
#include "sandbox/filter.h"
#include "sandbox/wall.h"
#include "student/protocol.h"

/* ---- becoming the program ------------------------------------------------ */

/* The path, at an address that nobody can guess; null with errno. */
static const char *hide_path(const char *path)
{
    const size_t page = 65536; /* of any machine; half for the path */
    size_t length = strlen(path) + 1;
    uint64_t random[2];
    char *at = MAP_FAILED;

    for (int i = 0; i < 100 && at == MAP_FAILED && length < page / 2; i++) {
        if (getrandom(random, sizeof random, 0) != sizeof random)
            return NULL;
        at = mmap((void *)(uintptr_t)(random[0] % ((uint64_t)1 << 22) * page),
                  page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    }
    if (at == MAP_FAILED)
        return NULL;
    at += random[1] % (page / 2);
    return memcpy(at, path, length);
}

/* Under the filter one program may still be started: this one, by a pointer
 * that it cannot know afterwards. So nothing starts it once more, with other
 * options for a detector, or another one in its place. */
static _Noreturn void enter(unsigned how, const char *path)
{
    const char *program = hide_path(path);

    if (program && filter_load(how, program))
        execl(program, path, (char *)NULL);
    dprintf(2, "exec: %s\n", strerror(errno));
    _exit(98);
}

void sandbox_filter_self(void)
{
    if (!filter_load(0, NULL))
        dprintf(2, "seccomp: %s\n", strerror(errno));
}

_Noreturn void sandbox_enter(const char *how, const char *program)
{
    unsigned bits = (unsigned)atoi(how);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (bits & INSIDE_GPU)
        dup2(STDIN_FILENO, FD_REPORT); /* compute-sanitizer's alone */
    enter(bits, program);
}

/* The path of this program, which calls sandbox_enter(). */
static bool own_path(char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);

    path[n < 0 ? 0 : n] = '\0';
    return n >= 0;
}

/* Become compute-sanitizer, which starts this executable once more, for
 * sandbox_enter(). Without --padding an index that is some way past the end of
 * an array may be in the next one. */
static void run_memcheck(const char *checker, const char *program)
{
    char self[4096], log[32], how[12];

    if (!own_path(self, sizeof self))
        return;
    snprintf(how, sizeof how, "%d", INSIDE_GPU);
    snprintf(log, sizeof log, "/proc/self/fd/%d", FD_REPORT);
    execl(checker, checker, "--tool", "memcheck", "--target-processes", "all",
          "--report-api-errors", "no", "--padding", "4096", "--log-file", log,
          self, "-x", how, program, (char *)NULL);
}

/* ---- the wall ------------------------------------------------------------ */

/* What the program may see: the system, its folder, and itself. */
static void open_wall(const struct sandbox_options *o, const char *self,
                      enum wall_kind kind, struct wall *w)
{
    wall_begin(w);
    wall_open(w, o->folder, WALL_READ);
    wall_open(w, self, WALL_READ);
    if (o->archer)
        wall_tool(w, o->archer);
    w->proc = kind == WALL_BWRAP;
    if (w->proc)
        return;
    /* Names and times of others can be read there, and the kernel keeps their
     * memory, environment and files from a process behind this wall. */
    wall_open(w, "/proc", WALL_READ);
    if (o->archer) /* libomp wants a file in shared memory */
        wall_open(w, "/dev/shm", WALL_WRITE);
}

/* Become bubblewrap, which starts this executable once more, for
 * sandbox_enter(). */
static void run_bwrap(const struct wall *w, const char *folder,
                      const char *self, unsigned bits, const char *program)
{
    char how[12];
    const char *const end[] = {/* libomp wants a file in shared memory */
                               "--size",  "16777216", "--tmpfs", "/dev/shm",
                               "--chdir", folder,     "--",      self,
                               "-x",      how,        program};
    struct words command = {0};

    snprintf(how, sizeof how, "%u", bits);
    wall_bwrap(w, &command);
    for (size_t i = 0; i < sizeof end / sizeof *end; i++)
        words_add(&command, end[i]);
    execvp("bwrap", (char *const *)command.word);
}

/* ---- the child ----------------------------------------------------------- */

static enum ulimits_kind kind_of(const struct sandbox_options *o)
{
    return o->gpu        ? ULIMITS_GPU
           : o->device   ? ULIMITS_DEVICE
           : o->detector ? ULIMITS_DETECTOR
                         : ULIMITS_PLAIN;
}

static void set_number(const char *name, uint64_t n)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, n);
    setenv(name, text, 1);
}

static void set_device_environment(const struct sandbox_options *o)
{
    set_number("SIMT_REPORT_FD", FD_REPORT);
    set_number("SIMT_SECONDS", (uint64_t)o->seconds);
    set_number("SIMT_PITCH", 1);
    set_number("SIMT_DEVICES", o->devices ? (uint64_t)o->devices : 2);
    if (o->parts)
        set_number("SIMT_PARTS", 1);
    if (o->order)
        set_number("SIMT_ORDER", o->order);
    if (o->no_launches)
        set_number("SIMT_REFUSE_LAUNCHES", 1);
    if (o->no_launch)
        set_number("SIMT_REFUSE_LAUNCH", (uint64_t)o->no_launch);
    if (o->no_copy)
        set_number("SIMT_REFUSE_COPY", (uint64_t)o->no_copy);
    if (o->no_memory)
        set_number("SIMT_REFUSE_MEMORY", (uint64_t)o->no_memory);
    if (o->refusal)
        set_number("SIMT_REFUSE_ERROR", (uint64_t)o->refusal);
    if (o->no_kernel)
        set_number("SIMT_BREAK_KERNEL", (uint64_t)o->no_kernel);
    if (o->no_query)
        set_number("SIMT_REFUSE_QUERY", (uint64_t)o->no_query);
    if (o->figures)
        setenv("SIMT_FIGURES", o->figures, 1);
    if (o->memory)
        set_number("SIMT_MEMORY", (uint64_t)o->memory);
    if (o->refusing)
        set_number("SIMT_REFUSE_DEVICES", o->refusing);
    if (o->short_of)
        set_number("SIMT_MEMORY_DEVICES", o->short_of);
}

#define ASAN                                   \
    "exitcode=67 max_allocation_size_mb=2048 " \
    "hard_rss_limit_mb=3000 detect_stack_use_after_return=1"

static void set_detector_environment(const struct sandbox_options *o)
{
    /* libarcher looks for the first of the last two, or complains on the
     * student's output; the second is what counts. With the first, nobody
     * looks into memcpy(), free() and the like. What libomp does inside,
     * race_runtime.c leaves out. */
    setenv("TSAN_OPTIONS",
           "symbolize=0 exitcode=66 hard_rss_limit_mb=3000 "
           "ignore_noninstrumented_modules=1 "
           "ignore_noninstrumented_modules=no",
           1);
    setenv("ASAN_OPTIONS",
           o->leak_check ? "symbolize=0 detect_leaks=1 " ASAN
                         : "symbolize=0 detect_leaks=0 " ASAN,
           1);
    setenv("UBSAN_OPTIONS", "symbolize=0 print_stacktrace=0", 1);
}

static void set_environment(const struct sandbox_options *o)
{
    char **list = environment_for(ENVIRONMENT_STUDENT);

    if (!list)
        _exit(98);
    environ = list;
    if (o->filled) /* bytes of 0xFE in what malloc() gives, as gcc has them */
        setenv("MALLOC_PERTURB_", "1", 1);
    if (o->threads > 0)
        set_number("OMP_NUM_THREADS", (uint64_t)o->threads);
    if (o->thread_limit > 0)
        set_number("OMP_THREAD_LIMIT", (uint64_t)o->thread_limit);
    if (o->device)
        set_device_environment(o);
    if (o->archer)
        setenv("OMP_TOOL_LIBRARIES", o->archer, 1);
    if (o->detector)
        set_detector_environment(o);
}

_Noreturn void inside_become(const struct sandbox_options *o,
                             enum wall_kind kind, int cores, int *wanted,
                             size_t n_wanted)
{
    char folder[PATH_MAX], path[2 * PATH_MAX], self[PATH_MAX];
    const unsigned bits = (o->leak_check ? INSIDE_LEAK_CHECK : 0) |
                          (o->gpu ? INSIDE_GPU : 0) |
                          (o->device ? INSIDE_DEVICE : 0);
    struct wall wall = {0};
    sigset_t none;

    /* First above the range, so that no dup2 overwrites one still needed. */
    for (size_t i = 0; i < n_wanted; i++)
        if (wanted[i] >= 0)
            wanted[i] = fcntl(wanted[i], F_DUPFD, 32);
    for (size_t i = 0; i < n_wanted; i++) {
        close((int)i);
        if (wanted[i] >= 0 && dup2(wanted[i], (int)i) < 0)
            _exit(98);
    }
    close_range((unsigned)n_wanted, ~0U, 0);
    setsid();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (o->detector)
        personality(ADDR_NO_RANDOMIZE);
    if (!realpath(o->folder, folder) || !own_path(self, sizeof self)) {
        dprintf(2, "%s: %s\n", o->folder, strerror(errno));
        _exit(98);
    }
    if (kind != WALL_NONE) /* by the variables of the judge */
        open_wall(o, self, kind, &wall);
    ulimits_set(kind_of(o), o->threads, cores);
    set_environment(o);
    snprintf(path, sizeof path, "%s/%s", folder, o->program);
    if (kind == WALL_BWRAP)
        run_bwrap(&wall, folder, self, bits, path);
    else if (o->checker)
        run_memcheck(o->checker, path);
    else if (kind == WALL_NONE || wall_landlock(&wall))
        enter(bits, path);
    dprintf(2, "exec: %s\n", strerror(errno));
    _exit(98);
}
