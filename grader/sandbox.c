/*
 * sandbox.c - see sandbox.h. In the order of a program's life: the system
 * call filter, the argument list for bubblewrap, the child between fork and
 * exec, then reading, waiting, ending.
 */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "protocol.h"

/* ---- what the program may ask of the kernel ------------------------------ */

/* Calls that no lab needs and that reach other processes. The program is
 * killed with SIGSYS, which the judge can name. */
static const int forbidden[] = {
    SCMP_SYS(fork),
    SCMP_SYS(vfork),
    SCMP_SYS(kill),
    SCMP_SYS(tkill),
    SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(open_tree),
    SCMP_SYS(move_mount),
    SCMP_SYS(fsopen),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
};

/* Calls that OpenMP runtimes try and can do without. Changing its own
 * priority or cores would let a program make its own run delay; a timer that
 * sends SIGCONT would wake it while the judge has stopped it. */
static const int refused[] = {
    SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler),
    SCMP_SYS(sched_setparam),    SCMP_SYS(sched_setattr),
    SCMP_SYS(setpriority),       SCMP_SYS(io_uring_setup),
    SCMP_SYS(timer_create),
};

/* Requests to fcntl() and ioctl() that choose who gets a signal, and which,
 * when a descriptor is ready: SIGKILL for the judge, SIGCONT for oneself. */
static const struct {
    int call;
    scmp_datum_t request;
} refused_requests[] = {
    {SCMP_SYS(fcntl), F_SETOWN},  {SCMP_SYS(fcntl), F_SETOWN_EX},
    {SCMP_SYS(fcntl), F_SETSIG},  {SCMP_SYS(ioctl), FIOSETOWN},
    {SCMP_SYS(ioctl), SIOCSPGRP},
};

/* The filter; null with errno set if the kernel or library cannot. own_pid:
 * signals to others are forbidden by it; 0 in a pid namespace, where there
 * are no others. */
static scmp_filter_ctx make_filter(bool leak_check, bool gpu, pid_t own_pid)
{
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
    int rc = f ? 0 : -ENOMEM;

    for (size_t i = 0; !rc && i < sizeof forbidden / sizeof *forbidden; i++)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, forbidden[i], 0);
    for (size_t i = 0; !rc && i < sizeof refused / sizeof *refused; i++)
        rc = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), refused[i], 0);
    /* CUDA asks the owner of shared memory through a socket on this machine. */
    if (!rc && gpu)
        rc = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                              SCMP_A0(SCMP_CMP_NE, AF_UNIX));
    else if (!rc)
        rc = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 0);
    for (size_t i = 0;
         !rc && i < sizeof refused_requests / sizeof *refused_requests; i++)
        rc = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM),
                              refused_requests[i].call, 1,
                              SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX,
                                      refused_requests[i].request));
    /* its own limits (process 0) are its own business, the judge's are not */
    if (!rc)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(prlimit64), 1,
                              SCMP_A0(SCMP_CMP_NE, 0));
    /* clone3 hides its flags behind a pointer: glibc falls back to clone */
    if (!rc)
        rc = seccomp_rule_add(f, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    /* A new process has no CLONE_THREAD; LeakSanitizer's tracer, which has
     * CLONE_VM, is let through where leaks are looked for. */
    if (!rc)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                              SCMP_A0(SCMP_CMP_MASKED_EQ,
                                      leak_check ? CLONE_VM : CLONE_THREAD, 0));
    /* In a user namespace of its own it would be root again. */
    if (!rc && leak_check)
        rc = seccomp_rule_add(
            f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
    if (!rc && !leak_check)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(ptrace), 0);
    if (!rc && own_pid)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(tgkill), 1,
                              SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)own_pid));
    /* What looks like a tracer stays in the group that is ended with us. */
    if (!rc && own_pid)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(setsid), 0);
    if (!rc && own_pid)
        rc = seccomp_rule_add(f, SCMP_ACT_KILL_PROCESS, SCMP_SYS(setpgid), 0);
    if (rc) {
        seccomp_release(f);
        errno = -rc;
        return NULL;
    }
    return f;
}

/* The filter as a file that bubblewrap reads; -1 with errno. */
static int filter_file(bool leak_check)
{
    int rc, fd = -1;
    scmp_filter_ctx f = make_filter(leak_check, false, 0);

    if (!f)
        return -1;
    fd = memfd_create("filter", 0);
    if (fd >= 0 && (rc = seccomp_export_bpf(f, fd)) != 0) {
        close(fd);
        errno = -rc;
        fd = -1;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    seccomp_release(f);
    return fd;
}

static void load_filter(bool leak_check, bool gpu)
{
    scmp_filter_ctx f = make_filter(leak_check, gpu, getpid());
    int rc = f ? seccomp_load(f) : -errno;

    if (rc)
        dprintf(2, "seccomp: %s\n", strerror(-rc));
    if (f)
        seccomp_release(f);
}

void sandbox_filter_self(void)
{
    load_filter(false, false);
}

_Noreturn void sandbox_enter(const char *program)
{
    close(FD_REPORT); /* compute-sanitizer's alone */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    load_filter(false, true);
    execl(program, program, (char *)NULL);
    dprintf(2, "exec: %s\n", strerror(errno));
    _exit(98);
}

/* Become compute-sanitizer, which starts this executable once more, for
 * sandbox_enter(). Without --padding an index that is some way past the end of
 * an array may be in the next one. */
static void run_memcheck(const char *checker, const char *program)
{
    char self[4096], log[32];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

    if (n < 0)
        return;
    self[n] = '\0';
    snprintf(log, sizeof log, "/proc/self/fd/%d", FD_REPORT);
    execl(checker, checker, "--tool", "memcheck", "--target-processes", "all",
          "--report-api-errors", "no", "--padding", "4096", "--log-file", log,
          self, "-x", program, (char *)NULL);
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

#define MAX_ARGV 48

/* Everything readable, nothing writable, no network, no other process. Root
 * would keep its rights in there, and could mount the tree writable. */
static void bwrap_arguments(const struct sandbox_options *o, const char **argv)
{
    const char *args[] = {
        "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        "--tmpfs", "/tmp", "--ro-bind", o->folder, "/tmp/lab", "--remount-ro",
        "/tmp", "--remount-ro", "/dev",
        /* libomp wants a file in shared memory */
        "--size", "16777216", "--tmpfs", "/dev/shm", "--unshare-all",
        "--cap-drop", "ALL", "--die-with-parent", "--chdir", "/tmp/lab",
        "--seccomp", "7", "--"};
    size_t n = sizeof args / sizeof *args;

    memcpy(argv, args, sizeof args);
    argv[n] = NULL;
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

static void set_number(const char *name, uint64_t n)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, n);
    setenv(name, text, 1);
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
    if (o->device) {
        set_number("SIMT_REPORT_FD", FD_REPORT);
        set_number("SIMT_SECONDS", (uint64_t)o->seconds);
        set_number("SIMT_PITCH", 1);
        set_number("SIMT_DEVICES", o->devices ? (uint64_t)o->devices : 2);
        if (o->order)
            set_number("SIMT_ORDER", o->order);
        if (o->no_launches)
            set_number("SIMT_REFUSE_LAUNCHES", 1);
        if (o->no_copy)
            set_number("SIMT_REFUSE_COPY", (uint64_t)o->no_copy);
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
    if (o->archer)
        setenv("OMP_TOOL_LIBRARIES", o->archer, 1);
    if (o->detector) {
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
}

/* Between fork and exec; never returns. wanted[] goes to descriptors 0.. */
static _Noreturn void become(const struct sandbox_options *o, bool bwrap,
                             rlim_t cpu_seconds, int *wanted, int n_wanted)
{
    const char *argv[MAX_ARGV];
    char path[4096];
    sigset_t none;

    /* First above the range, so that no dup2 overwrites one still needed. */
    for (int i = 0; i < n_wanted; i++)
        if (wanted[i] >= 0)
            wanted[i] = fcntl(wanted[i], F_DUPFD, 32);
    for (int i = 0; i < n_wanted; i++) {
        close(i);
        if (wanted[i] >= 0 && dup2(wanted[i], i) < 0)
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
    else if (!o->detector)
        limit(RLIMIT_AS, SANDBOX_MEMORY);
    set_environment(o);
    if (bwrap) {
        bwrap_arguments(o, argv);
        int n = 0;
        while (argv[n])
            n++;
        snprintf(path, sizeof path, "/tmp/lab/%s", o->program);
        argv[n++] = path;
        argv[n] = NULL;
        execvp("bwrap", (char *const *)argv);
    } else {
        snprintf(path, sizeof path, "%s/%s", o->folder, o->program);
        if (o->checker) {
            run_memcheck(o->checker, path);
        } else {
            load_filter(o->leak_check, o->gpu);
            execl(path, path, (char *)NULL);
        }
    }
    dprintf(2, "exec: %s\n", strerror(errno));
    _exit(98);
}

/* Fill the pipe to the brim, so that the first write of the program blocks. */
static size_t fill_pipe(int fd)
{
    static const char filler[4096];
    size_t total = 0;
    ssize_t n;
    int flags = fcntl(fd, F_GETFL);

    fcntl(fd, F_SETPIPE_SZ, 4096);
    fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    while ((n = write(fd, filler, sizeof filler)) > 0)
        total += (size_t)n;
    fcntl(fd, F_SETFL, flags);
    return total;
}

/* The way for a CPU device's report: a socket. In check mode a secret lies in
 * it, which the device takes out before the program's own code runs. 0, or -1
 * with errno. */
static int report_socket(int report[2], bool check, char secret[17])
{
    uint64_t number;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) != 0)
        return -1;
    if (!check)
        return 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return -1;
    snprintf(secret, 17, "%016" PRIx64, number);
    return send(report[0], secret, 16, MSG_NOSIGNAL) == 16 ? 0 : -1;
}

/* Looking for leaks takes ptrace: only where there is nobody else to trace,
 * because it is a pid namespace, or because Yama lets a program that is not
 * root's trace only its own children and who asks for it. */
static bool traces_only_itself(bool bwrap)
{
    FILE *file;
    int scope = 0;

    if (bwrap)
        return true;
    file = fopen("/proc/sys/kernel/yama/ptrace_scope", "r");
    if (file) {
        if (fscanf(file, "%d", &scope) != 1)
            scope = 0;
        fclose(file);
    }
    return scope == 1 && geteuid() != 0;
}

int sandbox_start(const struct sandbox_options *o, struct sandbox *s)
{
    int output[2] = {-1, -1}, report[2] = {-1, -1}, control[2] = {-1, -1};
    int null = -1, filter = -1, one = 1;
    const char *what = "pipe";
    /* CUDA shares memory only between processes that see each other. */
    bool bwrap = !o->gpu && sandbox_has_bwrap();
    struct sandbox_options plain = *o;
    rlim_t cpu_seconds = SANDBOX_CPU_SECONDS * measure_cores(NULL, NULL);

    plain.leak_check = o->leak_check && traces_only_itself(bwrap);
    o = &plain;
    memset(s, 0, sizeof *s);
    s->bwrap = bwrap;
    s->leak_check = o->leak_check;
    s->control = s->output_fd = s->report_fd = -1;
    s->exit_code = -1;
    s->output.kept_max = SANDBOX_OUTPUT_KEPT;
    s->report.kept_max = o->checker ? SANDBOX_LOG_KEPT : SANDBOX_REPORT_KEPT;
    s->report.reader = o->reader;
    if (pipe2(output, O_CLOEXEC) != 0 ||
        (o->device && !o->gpu ? report_socket(report, o->detector, s->secret)
                              : pipe2(report, O_CLOEXEC)) != 0)
        goto fail;
    what = "socketpair";
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0)
        goto fail;
    /* The kernel then tells us the program's pid in our own numbering. */
    setsockopt(control[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof one);
    what = "/dev/null";
    if ((null = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0)
        goto fail;
    what = "seccomp filter";
    if (bwrap && (filter = filter_file(o->leak_check)) < 0)
        goto fail;
    if (o->hold_output)
        s->held = fill_pipe(output[1]);

    what = "fork";
    s->child = fork();
    if (s->child < 0)
        goto fail;
    if (s->child == 0) {
        int wanted[] = {null,     output[1], output[1], control[1],
                        o->in_fd, o->out_fd, report[1], filter};
        become(o, bwrap, cpu_seconds, wanted, bwrap ? 8 : 7);
    }
    s->control = control[0];
    s->output_fd = output[0];
    s->report_fd = report[0];
    fcntl(s->output_fd, F_SETFL, O_NONBLOCK);
    fcntl(s->report_fd, F_SETFL, O_NONBLOCK);
    close(output[1]);
    close(report[1]);
    close(control[1]);
    close(null);
    if (filter >= 0)
        close(filter);
    return 0;

fail:
    fprintf(stderr, "labkit: cannot start a program: %s: %s\n", what,
            strerror(errno));
    int all[] = {output[0],  output[1],  report[0], report[1],
                 control[0], control[1], null,      filter};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] >= 0)
            close(all[i]);
    s->child = 0;
    return -1;
}

/* ---- reading, waiting, ending -------------------------------------------- */

static void keep(struct text *t, const char *bytes, size_t n)
{
    t->total += n;
    if (t->reader)
        t->reader(bytes, n);
    if (t->reader || t->length >= t->kept_max)
        return;
    if (n > t->kept_max - t->length)
        n = t->kept_max - t->length;
    char *grown = realloc(t->bytes, t->length + n + 1);
    if (!grown)
        return;
    memcpy(grown + t->length, bytes, n);
    t->bytes = grown;
    t->length += n;
    t->bytes[t->length] = '\0';
}

/* Read one pipe until it is empty; closes it at its end. */
static void drain_pipe(int *fd, struct text *t, size_t *skip)
{
    char buffer[65536];
    /* A program that prints without end must not keep us here for ever. */
    for (int round = 0; *fd >= 0 && round < 64; round++) {
        ssize_t n = read(*fd, buffer, sizeof buffer);
        if (n > 0) {
            size_t drop = *skip < (size_t)n ? *skip : (size_t)n;
            *skip -= drop;
            keep(t, buffer + drop, (size_t)n - drop);
        } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
            close(*fd);
            *fd = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

bool sandbox_drain(struct sandbox *s)
{
    size_t none = 0;

    if (s->held == 0)
        drain_pipe(&s->output_fd, &s->output, &none);
    drain_pipe(&s->report_fd, &s->report, &none);
    return s->output.total <= SANDBOX_OUTPUT_LIMIT &&
           s->report.total <= SANDBOX_REPORT_LIMIT;
}

void sandbox_release(struct sandbox *s)
{
    size_t skip = s->held;

    s->held = 0;
    if (s->output_fd >= 0)
        fcntl(s->output_fd, F_SETPIPE_SZ, 65536);
    drain_pipe(&s->output_fd, &s->output, &skip);
}

/* Reap without waiting. True if it ended. */
static bool reap(struct sandbox *s)
{
    int status;

    if (s->exit_code >= 0 || s->child <= 0)
        return true;
    pid_t pid = waitpid(s->child, &status, WNOHANG);
    if (pid == 0)
        return false;
    if (pid < 0)
        s->exit_code = 255;
    else if (WIFSIGNALED(status))
        s->exit_code = 128 + WTERMSIG(status);
    else
        s->exit_code = WEXITSTATUS(status);
    return true;
}

bool sandbox_wait(struct sandbox *s, double seconds)
{
    double end = measure_now() + seconds;
    bool ended;

    while (!(ended = reap(s)) && measure_now() < end) {
        struct pollfd p[2] = {{s->held ? -1 : s->output_fd, POLLIN, 0},
                              {s->report_fd, POLLIN, 0}};
        poll(p, 2, 2);
        sandbox_drain(s);
    }
    sandbox_drain(s);
    return ended;
}

void sandbox_end(struct sandbox *s)
{
    if (s->child > 0 && !reap(s)) {
        /* The program first: bwrap then ends by itself and takes its own
         * helper with it, which nobody would reap if we killed bwrap. */
        if (s->inside > 0) {
            kill(s->inside, SIGKILL);
            kill(s->inside, SIGCONT);
            sandbox_wait(s, 1);
        }
        if (s->exit_code < 0) {
            kill(-s->child, SIGKILL);
            kill(s->child, SIGKILL);
            while (waitpid(s->child, NULL, 0) < 0 && errno == EINTR)
                ;
        }
    }
    /* In the place of a tracer something may go on. */
    if (s->child > 0 && s->leak_check && !s->bwrap)
        kill(-s->child, SIGKILL);
    if (s->control >= 0)
        close(s->control);
    if (s->output_fd >= 0)
        close(s->output_fd);
    if (s->report_fd >= 0)
        close(s->report_fd);
    free(s->output.bytes);
    free(s->report.bytes);
    memset(s, 0, sizeof *s);
    s->control = s->output_fd = s->report_fd = -1;
    s->exit_code = -1;
}
