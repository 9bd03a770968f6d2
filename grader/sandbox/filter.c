/* filter.c - see filter.h. First the lists, then how they are loaded. */
#define _GNU_SOURCE
#include "sandbox/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include "student/protocol.h"

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
 * question whether it writes to a terminal; it does without an answer. And
 * gcc's UBSan, beside another detector, closes the report's before it prints
 * its first finding elsewhere: it is told that it has. */
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

static uint32_t refusal(const char *call, int fd, unsigned how)
{
    if (!strcmp(call, "ioctl"))
        return SCMP_ACT_ERRNO(ENOTTY);
    if (!strcmp(call, "close") && fd == FD_REPORT &&
        !(how & (INSIDE_GPU | INSIDE_DEVICE)))
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
    if (!rc && how & INSIDE_LEAK_CHECK)
        rc = add_rule(f, SCMP_ACT_ALLOW, "wait4", 0, NULL);
    for (size_t i = 0; !rc && how & INSIDE_LEAK_CHECK &&
                       i < sizeof ptrace_requests / sizeof *ptrace_requests;
         i++)
        rc = add_rule(f, SCMP_ACT_ALLOW, "ptrace",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_EQ,
                                        (scmp_datum_t)ptrace_requests[i])));
    return load(f, rc);
}

/* What is refused to who reaches for the kit's descriptors. */
static int refuse_ours(scmp_filter_ctx f, unsigned how)
{
    int rc = 0;

    for (size_t i = 0;
         !rc && i < sizeof refused_to_ours / sizeof *refused_to_ours; i++)
        for (int fd = FD_CONTROL; !rc && fd <= FD_REPORT; fd++) {
            /* The runner closes the arenas once the device has them. */
            if (how & INSIDE_DEVICE && (fd == FD_IN || fd == FD_OUT) &&
                !strcmp(refused_to_ours[i].call, "close"))
                continue;
            rc = add_rule(f, refusal(refused_to_ours[i].call, fd, how),
                          refused_to_ours[i].call,
                          refused_to_ours[i].request < 0 ? 1 : 2,
                          (struct scmp_arg_cmp[]){
                              IS_INT(refused_to_ours[i].argument, fd),
                              IS_INT(1, refused_to_ours[i].request)});
        }
    return rc;
}

/* ... to who would make other processes, or reach for them. `program`: the only
 * path, by its address, that may become the program. */
static int refuse_others(scmp_filter_ctx f, unsigned how, const char *program)
{
    /* clone3 hides its flags behind a pointer: glibc falls back to clone */
    int rc = add_rule(f, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);

    /* A new process has no CLONE_THREAD; LeakSanitizer's tracer, which has
     * CLONE_VM, is let through where leaks are looked for. From LLVM 20 on
     * LeakSanitizer would first try in one without, made by fork(), whether it
     * may trace, and goes on where there is none to be had. */
    if (!rc && how & INSIDE_LEAK_CHECK)
        rc = add_rule(f, SCMP_ACT_ERRNO(EAGAIN), "clone",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_VM, 0)));
    else if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "clone",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)));
    /* In a user namespace of its own it would be root again. */
    if (!rc && how & INSIDE_LEAK_CHECK)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "clone",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER,
                                        CLONE_NEWUSER)));
    if (!rc && !(how & INSIDE_LEAK_CHECK))
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "ptrace", 0, NULL);
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "tgkill",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)getpid())));
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "execve",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE,
                                        (scmp_datum_t)(uintptr_t)program)));
    return rc;
}

static bool load_rules(unsigned how, const char *program)
{
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
    int rc = f ? add_names(f, SCMP_ACT_KILL_PROCESS, forbidden) : -ENOMEM;

    if (!rc)
        rc = add_names(f, SCMP_ACT_ERRNO(EPERM), refused);
    if (!rc && how & INSIDE_GPU)
        rc = add_names(f, SCMP_ACT_ERRNO(EPERM), refused_to_cuda);
    /* CUDA asks the owner of shared memory through a socket on this machine. */
    if (!rc && how & INSIDE_GPU)
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), "socket",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE, AF_UNIX)));
    for (size_t i = 0;
         !rc && i < sizeof refused_requests / sizeof *refused_requests; i++)
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), refused_requests[i].call,
                      ARGUMENTS(IS_INT(1, refused_requests[i].request)));
    if (!rc)
        rc = refuse_ours(f, how);
    /* its own limits (process 0) are its own business, the judge's are not */
    if (!rc)
        rc = add_rule(f, SCMP_ACT_KILL_PROCESS, "prlimit64",
                      ARGUMENTS(SCMP_A0(SCMP_CMP_NE, 0)));
    if (!rc)
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), "prctl",
                      ARGUMENTS(IS_INT(0, PR_SET_SECCOMP)));
    if (!rc && how & INSIDE_GPU) /* to outlive the judge */
        rc = add_rule(f, SCMP_ACT_ERRNO(EPERM), "prctl",
                      ARGUMENTS(IS_INT(0, PR_SET_PDEATHSIG)));
    if (!rc)
        rc = refuse_others(f, how, program);
    return load(f, rc);
}

bool filter_load(unsigned how, const char *program)
{
    return (how & INSIDE_GPU || load_names(how)) && load_rules(how, program);
}
