/*
 * sandbox.c - see sandbox.h. In the order of a program's life: the system
 * call filter, the argument list for bubblewrap, the child between fork and
 * exec, then reading, waiting, ending.
 */
#define _GNU_SOURCE
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/landlock.h>
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
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/measure.h"
#include "student/protocol.h"

/* ---- what the program may ask of the kernel ------------------------------ */

/*
 * Two filters, one behind the other; the kernel takes the stricter answer.
 *
 * - The first knows only names: what the C library, OpenMP, the detectors and
 *   the CPU device use. All else is answered as if this kernel did not have
 *   it, so that who only tries goes on without. A name that libseccomp or this
 *   architecture does not know is left out.
 * - The second refuses some uses of what the first lets through, and ends who
 *   reaches for other processes or for the kit's descriptors: the judge can
 *   name SIGSYS.
 *
 * CUDA needs more than anybody could list; there the second is alone, and
 * knows more names.
 *
 * The kernel looks at the lower half of a number that is an int. So what is
 * refused is compared by that half alone, and what is allowed as a whole.
 */
static const char allowed[] =
    /* memory */
    "brk mmap munmap mprotect mremap madvise mincore msync membarrier "
    "get_mempolicy map_shadow_stack "
    /* threads and signals of its own */
    "clone set_robust_list set_tid_address rseq futex futex_waitv gettid "
    "getpid getppid getpgrp getpgid getsid exit exit_group restart_syscall "
    "sched_yield sched_getaffinity sched_getparam sched_getscheduler "
    "sched_getattr sched_get_priority_max sched_get_priority_min getcpu "
    "getpriority tgkill rt_sigaction rt_sigprocmask rt_sigreturn "
    "rt_sigpending rt_sigsuspend rt_sigtimedwait sigaltstack pause arch_prctl "
    "riscv_flush_icache riscv_hwprobe "
    /* time, and what kind of machine this is */
    "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time "
    "times getrusage uname sysinfo getrandom getuid geteuid getgid getegid "
    "getresuid getresgid getgroups getrlimit ugetrlimit setrlimit prlimit64 "
    /* files */
    "read readv pread64 preadv preadv2 write writev pwrite64 pwritev pwritev2 "
    "lseek open openat close stat lstat fstat newfstatat fstatat64 statx "
    "statfs fstatfs access faccessat faccessat2 readlink readlinkat getdents "
    "getdents64 getcwd dup dup2 dup3 fcntl ioctl pipe pipe2 poll ppoll select "
    "pselect6 ftruncate unlink unlinkat execve "
    /* for the second filter to come, and for what that refuses */
    "seccomp";

/* Ends the program. */
static const char forbidden[] =
    "fork vfork kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open "
    "pidfd_send_signal pidfd_getfd process_vm_readv process_vm_writev "
    "process_madvise unshare setns mount umount2 pivot_root chroot open_tree "
    "move_mount fsopen mount_setattr bpf perf_event_open execveat setsid "
    "setpgid";

/* Calls that OpenMP runtimes try and can do without. Changing its own
 * priority or cores would let a program make its own run delay; a timer that
 * sends SIGCONT would wake it while the judge has stopped it; another filter
 * could swallow what a detector writes. */
static const char refused[] =
    "sched_setaffinity sched_setscheduler sched_setparam sched_setattr "
    "setpriority io_uring_setup timer_create seccomp";

/* The same where CUDA runs, for want of a list: what leaves notes in the
 * kernel, or works behind the filter's back. */
static const char refused_to_cuda[] =
    "add_key request_key keyctl shmget shmat shmctl semget semctl msgget "
    "msgctl msgsnd msgrcv mq_open io_setup io_submit io_uring_enter "
    "userfaultfd ioprio_set fanotify_init name_to_handle_at "
    "open_by_handle_at setitimer personality swapon quotactl acct "
    "kexec_load";

/* What prctl() may be asked: names of threads and of memory, and what
 * LeakSanitizer says before it stops all threads. */
static const struct {
    int option;
    bool any;      /* else with this argument only: */
    unsigned long argument;
} prctl_options[] = {
    {PR_SET_NAME, true, 0},          {PR_GET_NAME, true, 0},
    {PR_GET_DUMPABLE, true, 0},      {PR_SET_DUMPABLE, false, 1},
    {PR_SET_PTRACER, true, 0},       {PR_SET_PDEATHSIG, false, SIGKILL},
    {PR_SET_NO_NEW_PRIVS, true, 0},  {0x53564d41 /* PR_SET_VMA */, true, 0},
    {PR_SET_SECCOMP, true, 0}, /* of the two that load a filter, the second */
};

/* LeakSanitizer's tracer. Nobody may ask to be traced by somebody else, for
 * then it could not look. */
static const int ptrace_requests[] = {PTRACE_ATTACH,  PTRACE_CONT,
                                      PTRACE_KILL,    PTRACE_DETACH,
                                      PTRACE_GETREGS, PTRACE_GETREGSET};

/* Requests to fcntl() and ioctl() that choose who gets a signal, and which,
 * when a descriptor is ready: SIGKILL for the judge, SIGCONT for oneself. */
static const struct {
    const char *call;
    scmp_datum_t request;
} refused_requests[] = {
    {"fcntl", F_SETOWN},  {"fcntl", F_SETOWN_EX}, {"fcntl", F_SETSIG},
    {"ioctl", FIOSETOWN}, {"ioctl", SIOCSPGRP},
};

/* What would take a descriptor of the kit away, or change what it does: the
 * argument that it is, and the request that comes with it. A second number for
 * it would be as good as the first. An ioctl() may also be a detector's
 * question whether it writes to a terminal; it does without an answer. And gcc's
 * UBSan, beside another detector, closes the report's before it prints its first
 * finding elsewhere: it is told that it has. */
static const struct {
    const char *call;
    unsigned argument;
    int request; /* -1: whatever it is */
} refused_to_ours[] = {
    {"close", 0, -1},      {"dup", 0, -1},  {"dup2", 0, -1},
    {"dup2", 1, -1},       {"dup3", 0, -1}, {"dup3", 1, -1},
    {"ioctl", 0, -1},      {"fcntl", 0, F_DUPFD},
    {"fcntl", 0, F_SETFL}, {"fcntl", 0, F_DUPFD_CLOEXEC},
    {"fcntl", 0, F_SETPIPE_SZ},
    /* CUDA has these; elsewhere no name lets them through */
    {"sendmsg", 0, -1},    {"shutdown", 0, -1}, {"setsockopt", 0, -1},
};

/* What a program is; given to sandbox_enter() as a number. */
enum { LEAK_CHECK = 1, GPU = 2, FENCED = 4, LIBOMP = 8, DEVICE = 16 };

static uint32_t refusal(const char *call, int fd, unsigned how)
{
    if (!strcmp(call, "ioctl"))
        return SCMP_ACT_ERRNO(ENOTTY);
    if (!strcmp(call, "close") && fd == FD_REPORT && !(how & (GPU | DEVICE)))
        return SCMP_ACT_ERRNO(0);
    return SCMP_ACT_KILL_PROCESS;
}

/* Add a rule for each name in the list. 0, or an error below 0. */
static int add_names(scmp_filter_ctx f, uint32_t action, const char *list)
{
    char name[32];
    int rc = 0, length;

    for (; !rc && sscanf(list, "%31s%n", name, &length) == 1; list += length) {
        int number = seccomp_syscall_resolve_name(name);

        if (number >= 0)
            rc = seccomp_rule_add(f, action, number, 0);
    }
    return rc;
}

/* The same for a name and some of its arguments. */
static int add_rule(scmp_filter_ctx f, uint32_t action, const char *name,
                    unsigned n, const struct scmp_arg_cmp *arguments)
{
    int number = seccomp_syscall_resolve_name(name);

    return number < 0 ? 0
                      : seccomp_rule_add_array(f, action, number, n, arguments);
}

#define ARGUMENTS(...)                                                      \
    sizeof((struct scmp_arg_cmp[]){__VA_ARGS__}) /                          \
        sizeof(struct scmp_arg_cmp),                                        \
        (struct scmp_arg_cmp[])                                             \
    {                                                                       \
        __VA_ARGS__                                                         \
    }
#define IS_INT(k, value) \
    SCMP_CMP(k, SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)(value))

/* Load the filter, and free it. False, with errno set. */
static bool load(scmp_filter_ctx f, int rc)
{
    if (!rc)
        rc = seccomp_attr_set(f, SCMP_FLTATR_ACT_BADARCH,
                              SCMP_ACT_KILL_PROCESS);
    if (!rc)
        rc = seccomp_load(f);
    if (f)
        seccomp_release(f);
    errno = -rc;
    return rc == 0;
}

static bool load_names(unsigned how)
{
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    int rc = f ? add_names(f, SCMP_ACT_ALLOW, allowed) : -ENOMEM;

    if (f) /* a binary tree, from libseccomp 2.5 on */
        seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (!rc)
        rc = add_names(f, SCMP_ACT_ALLOW, refused);
    if (!rc)
        rc = add_names(f, SCMP_ACT_ALLOW, forbidden);
    if (!rc)
        rc = add_rule(f, SCMP_ACT_ALLOW, "sendto",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_EQ, FD_CONTROL)));
    if (!rc)
        rc = add_rule(f, SCMP_ACT_ALLOW, "recvfrom",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_EQ, FD_CONTROL)));
    if (!rc) /* the CPU device's secret */
        rc = add_rule(f, SCMP_ACT_ALLOW, "recvfrom",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_EQ, FD_REPORT)));
    for (size_t i = 0;
         !rc && i < sizeof prctl_options / sizeof *prctl_options; i++)
        rc = seccomp_rule_add(
            f, SCMP_ACT_ALLOW, SCMP_SYS(prctl), prctl_options[i].any ? 1 : 2,
            SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)prctl_options[i].option),
            SCMP_A1(SCMP_CMP_EQ, prctl_options[i].argument));
    if (!rc) /* only to see what it is */
        rc = add_rule(f, SCMP_ACT_ALLOW, "personality",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_EQ, UINT32_MAX)));
    if (!rc && how & LEAK_CHECK)
        rc = add_rule(f, SCMP_ACT_ALLOW, "wait4", 0, NULL);
    for (size_t i = 0; !rc && how & LEAK_CHECK &&
                       i < sizeof ptrace_requests / sizeof *ptrace_requests;
         i++)
        rc = add_rule(f, SCMP_ACT_ALLOW, "ptrace",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_EQ,
                                        (scmp_datum_t)ptrace_requests[i])));
    return load(f, rc);
}

/* `program`: the only path, by its address, that may become the program. */
static bool load_rules(unsigned how, const char *program)
{
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
    int rc = f ? add_names(f, SCMP_ACT_KILL_PROCESS, forbidden) : -ENOMEM;

    if (!rc)
        rc = add_names(f, SCMP_ACT_ERRNO(EPERM), refused);
    if (!rc && how & GPU)
        rc = add_names(f, SCMP_ACT_ERRNO(EPERM), refused_to_cuda);
    /* CUDA asks the owner of shared memory through a socket on this machine. */
    if (!rc && how & GPU)
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), "socket",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE, AF_UNIX)));
    for (size_t i = 0;
         !rc && i < sizeof refused_requests / sizeof *refused_requests; i++)
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), refused_requests[i].call,
                      ARGUMENTS(IS_INT(1, refused_requests[i].request)));
    for (size_t i = 0;
         !rc && i < sizeof refused_to_ours / sizeof *refused_to_ours; i++)
        for (int fd = FD_CONTROL; !rc && fd <= FD_REPORT; fd++) {
            /* The runner closes the arenas once the device has them. */
            if (how & DEVICE && (fd == FD_IN || fd == FD_OUT) &&
                !strcmp(refused_to_ours[i].call, "close"))
                continue;
            rc = add_rule(f, refusal(refused_to_ours[i].call, fd, how),
                          refused_to_ours[i].call,
                          refused_to_ours[i].request < 0 ? 1 : 2,
                          (struct scmp_arg_cmp[]){
                              IS_INT(refused_to_ours[i].argument, fd),
                              IS_INT(1, refused_to_ours[i].request)});
        }
    /* its own limits (process 0) are its own business, the judge's are not */
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "prlimit64",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE, 0)));
    if (!rc)
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), "prctl",
                      ARGUMENTS(IS_INT(0, PR_SET_SECCOMP)));
    if (!rc && how & GPU) /* to outlive the judge */
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), "prctl",
                      ARGUMENTS(IS_INT(0, PR_SET_PDEATHSIG)));
    /* clone3 hides its flags behind a pointer: glibc falls back to clone */
    if (!rc)
        rc = add_rule(f, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);
    /* A new process has no CLONE_THREAD; LeakSanitizer's tracer, which has
     * CLONE_VM, is let through where leaks are looked for. */
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "clone",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_MASKED_EQ,
                                        how & LEAK_CHECK ? CLONE_VM
                                                         : CLONE_THREAD,
                                        0)));
    /* In a user namespace of its own it would be root again. */
    if (!rc && how & LEAK_CHECK)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "clone",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER,
                                        CLONE_NEWUSER)));
    if (!rc && !(how & LEAK_CHECK))
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "ptrace", 0, NULL);
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "tgkill",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)getpid())));
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "execve",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE,
                                        (scmp_datum_t)(uintptr_t)program)));
    return load(f, rc);
}

static bool load_filters(unsigned how, const char *program)
{
    return (how & GPU || load_names(how)) && load_rules(how, program);
}

void sandbox_filter_self(void)
{
    if (!load_filters(0, NULL))
        dprintf(2, "seccomp: %s\n", strerror(errno));
}

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
           (!(how & LIBOMP) ||
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

    if (program && (!(how & FENCED) || build_fence(how)) &&
        load_filters(how, program))
        execl(program, path, (char *)NULL);
    dprintf(2, "exec: %s\n", strerror(errno));
    _exit(98);
}

_Noreturn void sandbox_enter(const char *how, const char *program)
{
    unsigned bits = (unsigned)atoi(how);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (bits & GPU)
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
    snprintf(how, sizeof how, "%d", GPU);
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

#define MAX_ARGV 48

/* Everything readable, nothing writable, no network, no other process. Root
 * would keep its rights in there, and could mount the tree writable. In /proc
 * a process could change its own priority. `self` then puts the filter on and
 * becomes the program. */
static void bwrap_arguments(const struct sandbox_options *o, const char *self,
                            const char *how, const char *program,
                            const char **argv)
{
    const char *args[] = {
        "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        "--remount-ro", "/proc", "--tmpfs", "/tmp", "--ro-bind", o->folder,
        "/tmp/lab", "--ro-bind", self, "/tmp/enter", "--remount-ro", "/tmp",
        "--remount-ro", "/dev",
        /* libomp wants a file in shared memory */
        "--size", "16777216", "--tmpfs", "/dev/shm", "--unshare-all",
        "--cap-drop", "ALL", "--die-with-parent", "--chdir", "/tmp/lab",
        "--", "/tmp/enter", "-x", how, program};
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
                             rlim_t cpu_seconds, int *wanted, size_t n_wanted)
{
    const char *argv[MAX_ARGV];
    char path[4096], self[4096], how[12];
    const unsigned bits =
        (o->leak_check ? LEAK_CHECK : 0) | (o->gpu ? GPU : 0) |
        (!bwrap && !o->gpu && sandbox_has_landlock() ? FENCED : 0) |
        (o->archer ? LIBOMP : 0) | (o->device ? DEVICE : 0);
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
        limit(RLIMIT_AS, SANDBOX_MEMORY +
                             (o->threads > 128 ? (size_t)o->threads : 0) *
                                 SANDBOX_STACK);
    set_environment(o);
    snprintf(path, sizeof path, "%s/%s", bwrap ? "/tmp/lab" : o->folder,
             o->program);
    if (bwrap && own_path(self, sizeof self)) {
        snprintf(how, sizeof how, "%u", bits);
        bwrap_arguments(o, self, how, path, argv);
        execvp("bwrap", (char *const *)argv);
    } else if (!bwrap && o->checker) {
        run_memcheck(o->checker, path);
    } else if (!bwrap) {
        enter(bits, path);
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

/* The way for a detector's report: a socket, for who opens a pipe again by
 * /proc gets its other end, and could read what the judge should. In check
 * mode of the CPU device a secret lies in it, which the device takes out before
 * the program's own code runs. 0, or -1 with errno. */
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
 * because it is a pid namespace, because of the fence, or because Yama lets a
 * program that is not root's trace only its own children and who asks for it.
 */
static bool traces_only_itself(bool bwrap)
{
    FILE *file;
    int scope = 0;

    if (bwrap || sandbox_has_landlock())
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
    int null = -1, one = 1;
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
        (o->checker ? pipe2(report, O_CLOEXEC)
                    : report_socket(report, o->device && o->detector,
                                    s->secret)) != 0)
        goto fail;
    what = "socketpair";
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0)
        goto fail;
    /* The kernel then tells us the program's pid in our own numbering. */
    setsockopt(control[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof one);
    what = "/dev/null";
    if ((null = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0)
        goto fail;
    if (o->hold_output)
        s->held = fill_pipe(output[1]);

    what = "fork";
    s->child = fork();
    if (s->child < 0)
        goto fail;
    if (s->child == 0) {
        /* none is left free, for the program's own would come there */
        int wanted[] = {null,
                        output[1],
                        output[1],
                        control[1],
                        o->in_fd < 0 ? null : o->in_fd,
                        o->out_fd < 0 ? null : o->out_fd,
                        report[1]};
        become(o, bwrap, cpu_seconds, wanted, sizeof wanted / sizeof *wanted);
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
    return 0;

fail:
    fprintf(stderr, "labkit: cannot start a program: %s: %s\n", what,
            strerror(errno));
    int all[] = {output[0],  output[1],  report[0], report[1],
                 control[0], control[1], null};
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

/* What libomp leaves in shared memory where it does not come to its end. */
static void remove_file_of_libomp(pid_t pid)
{
    char name[64];

    snprintf(name, sizeof name, "/__KMP_REGISTERED_LIB_%d_%d", (int)pid,
             (int)getuid());
    shm_unlink(name);
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
    if (s->child > 0 && !s->bwrap)
        remove_file_of_libomp(s->child);
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
