/*
 * inside.c - see inside.h. From what is around the program to what it is given:
 * the fence, becoming the program, bubblewrap, limits and environment.
 */
#define _GNU_SOURCE
#include "sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/landlock.h>
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

#include "sandbox/filter.h"
#include "student/protocol.h"

/* ---- files and processes, without bubblewrap ----------------------------- */

static int landlock_version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
                        LANDLOCK_CREATE_RULESET_VERSION);
}

bool sandbox_has_landlock(void)
{
    static int known;

    if (!known)
        known = landlock_version() >= 1 ? 1 : -1;
    return known > 0;
}

/* Let the fence leave these rights below this folder, or to this file. */
static bool leave_open(int fence, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    bool done;

    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return errno == ENOENT;
    done = syscall(SYS_landlock_add_rule, fence, LANDLOCK_RULE_PATH_BENEATH,
                   &rule, 0) == 0;
    close(rule.parent_fd);
    return done;
}

/* Landlock's fence around this process and all that it becomes: it can change
 * no file, and trace, or look into, no process outside; root cannot, either.
 * libomp wants a file in shared memory. */
static bool build_fence(unsigned how)
{
    const uint64_t file = LANDLOCK_ACCESS_FS_WRITE_FILE;
    const uint64_t shared = file | LANDLOCK_ACCESS_FS_MAKE_REG |
                            LANDLOCK_ACCESS_FS_REMOVE_FILE;
    const uint64_t truncate = 1 << 14; /* known from version 3 on */
    const uint64_t more = landlock_version() >= 3 ? truncate : 0;
    const struct landlock_ruleset_attr all = {
        .handled_access_fs =
            shared | more | LANDLOCK_ACCESS_FS_REMOVE_DIR |
            LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
            LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
            LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
    int fence = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    bool done;

    if (fence < 0)
        return false;
    done = leave_open(fence, "/dev/null", file | more) &&
           (!(how & INSIDE_LIBOMP) ||
            leave_open(fence, "/dev/shm", shared | more)) &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, fence, 0) == 0;
    close(fence);
    return done;
}

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

    if (program && (!(how & INSIDE_FENCED) || build_fence(how)) &&
        filter_load(how, program))
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

/* ---- bubblewrap ---------------------------------------------------------- */

bool sandbox_has_bwrap(void)
{
    static int known = -1;
    const char *wish = getenv("LABKIT_SANDBOX");

    if (wish && strcmp(wish, "plain") == 0)
        return false;
    if (known >= 0)
        return known;
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        execlp("bwrap", "bwrap", "--ro-bind", "/", "/", "--dev", "/dev",
               "--proc", "/proc", "--unshare-all", "true", (char *)NULL);
        _exit(127);
    }
    int status = 1;
    if (pid > 0)
        waitpid(pid, &status, 0);
    known = pid > 0 && status == 0;
    return known;
}

#define MAX_ARGV 64
#define MAX_HIDDEN 4

static void add(const char **argv, const char *const *args, size_t n)
{
    while (*argv)
        argv++;
    memcpy(argv, args, n * sizeof *argv);
    argv[n] = NULL;
}

/* Folders and files that nobody inside is to see: real paths in LABKIT_HIDE,
 * one a line. Inside they are empty. */
static void hide(char *list, const char **argv)
{
    int n = 0;

    for (char *path = strtok(list, "\n"); path; path = strtok(NULL, "\n")) {
        const char *folder[] = {"--tmpfs", path, "--remount-ro", path};
        const char *file[] = {"--ro-bind", "/dev/null", path};
        struct stat st;

        if (n++ == MAX_HIDDEN || stat(path, &st)) {
            dprintf(2, "%s: cannot be hidden\n", path);
            _exit(98);
        }
        if (S_ISDIR(st.st_mode))
            add(argv, folder, 4);
        else
            add(argv, file, 3);
    }
}

/* Everything readable that is not hidden, nothing writable, no network, no
 * other process. Root would keep its rights in there, and could mount the tree
 * writable. In /proc a process could change its own priority. `self` then puts
 * the filter on and becomes the program. */
static void bwrap_arguments(const struct sandbox_options *o, const char *self,
                            const char *how, const char *program, char *hidden,
                            const char **argv)
{
    const char *world[] = {"bwrap",        "--ro-bind", "/",       "/",
                           "--dev",        "/dev",      "--proc",  "/proc",
                           "--remount-ro", "/proc",     "--tmpfs", "/tmp"};
    const char *own[] = {
        "--ro-bind", o->folder, "/tmp/lab", "--ro-bind", self, "/tmp/enter",
        "--remount-ro", "/tmp", "--remount-ro", "/dev",
        /* libomp wants a file in shared memory */
        "--size", "16777216", "--tmpfs", "/dev/shm", "--unshare-all",
        "--cap-drop", "ALL", "--die-with-parent", "--chdir", "/tmp/lab", "--",
        "/tmp/enter", "-x", how, program};

    argv[0] = NULL;
    add(argv, world, sizeof world / sizeof *world);
    hide(hidden, argv);
    add(argv, own, sizeof own / sizeof *own);
}

/* ---- the child ----------------------------------------------------------- */

static void limit(int resource, rlim_t value)
{
    struct rlimit r = {value, value};
    struct rlimit now;

    if (getrlimit(resource, &now) == 0 && now.rlim_max < value)
        r.rlim_cur = r.rlim_max = now.rlim_max;
    setrlimit(resource, &r);
}

static void set_limits(const struct sandbox_options *o, rlim_t cpu_seconds)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 16 << 20);
    limit(RLIMIT_NOFILE, o->gpu ? 1024 : 64);
    limit(RLIMIT_CPU, cpu_seconds);
    if (o->gpu)
        limit(RLIMIT_DATA, 2 * SANDBOX_DATA);
    else if (o->device)
        limit(RLIMIT_DATA, SANDBOX_DATA);
    else if (o->wide)
        limit(RLIMIT_DATA, SANDBOX_MEMORY);
    else if (!o->detector) /* the stacks of a large team come on top */
        limit(RLIMIT_AS,
              SANDBOX_MEMORY +
                  (o->threads > 128 ? (size_t)o->threads : 0) * SANDBOX_STACK);
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
           o->leak_check ? "symbolize=0 detect_leaks=1 exitcode=67 "
                           "max_allocation_size_mb=2048 "
                           "hard_rss_limit_mb=3000 "
                           "detect_stack_use_after_return=0"
                         : "symbolize=0 detect_leaks=0 exitcode=67 "
                           "max_allocation_size_mb=2048 "
                           "hard_rss_limit_mb=3000",
           1);
    setenv("UBSAN_OPTIONS", "symbolize=0 print_stacktrace=0", 1);
}

static void set_environment(const struct sandbox_options *o)
{
    /* The last two: which GPU is meant, so that judge and student mean the
     * same one. */
    static const char *const keep[] = {"PATH", "LD_LIBRARY_PATH",
                                       "CUDA_VISIBLE_DEVICES",
                                       "CUDA_DEVICE_ORDER", NULL};
    char *kept[sizeof keep / sizeof *keep] = {NULL};

    for (int i = 0; keep[i]; i++) {
        const char *v = getenv(keep[i]);
        kept[i] = v ? strdup(v) : NULL;
    }
    clearenv();
    for (int i = 0; keep[i]; i++)
        if (kept[i])
            setenv(keep[i], kept[i], 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("OMP_WAIT_POLICY", "passive", 1);
    setenv("OMP_DYNAMIC", "false", 1);
    setenv("KMP_AFFINITY", "disabled", 1); /* the filter refuses it */
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

_Noreturn void inside_become(const struct sandbox_options *o, bool bwrap,
                             rlim_t cpu_seconds, int *wanted, size_t n_wanted)
{
    const char *argv[MAX_ARGV];
    char *hidden;
    char path[4096], self[4096], how[12];
    const unsigned bits =
        (o->leak_check ? INSIDE_LEAK_CHECK : 0) | (o->gpu ? INSIDE_GPU : 0) |
        (!bwrap && !o->gpu && sandbox_has_landlock() ? INSIDE_FENCED : 0) |
        (o->archer ? INSIDE_LIBOMP : 0) | (o->device ? INSIDE_DEVICE : 0);
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
    set_limits(o, cpu_seconds);
    hidden = strdup(getenv("LABKIT_HIDE") ? getenv("LABKIT_HIDE") : "");
    set_environment(o);
    snprintf(path, sizeof path, "%s/%s", bwrap ? "/tmp/lab" : o->folder,
             o->program);
    if (bwrap && hidden && own_path(self, sizeof self)) {
        snprintf(how, sizeof how, "%u", bits);
        bwrap_arguments(o, self, how, path, hidden, argv);
        execvp("bwrap", (char *const *)argv);
    } else if (!bwrap && o->checker) {
        run_memcheck(o->checker, path);
    } else if (!bwrap) {
        enter(bits, path);
    }
    dprintf(2, "exec: %s\n", strerror(errno));
    _exit(98);
}
