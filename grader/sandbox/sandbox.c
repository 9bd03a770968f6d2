/*
 * sandbox.c - see sandbox.h: how the judge starts a program, reads from it,
 * waits for it, and ends it. What happens in the child is inside.c.
 */
#define _GNU_SOURCE
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/measure.h"
#include "sandbox/inside.h"

/* ---- starting ----------------------------------------------------------- */

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
 * because it is a pid namespace, because of Landlock, or because Yama lets a
 * program that is not root's trace only its own children and who asks for it.
 */
static bool traces_only_itself(enum wall_kind kind)
{
    FILE *file;
    int scope = 0;

    if (kind != WALL_NONE)
        return true;
    file = fopen("/proc/sys/kernel/yama/ptrace_scope", "r");
    if (file) {
        if (fscanf(file, "%d", &scope) != 1)
            scope = 0;
        fclose(file);
    }
    return scope == 1 && geteuid() != 0;
}

/* What judge and program share, of each the judge's end first. */
struct ends {
    int output[2], report[2], control[2];
    int null; /* /dev/null */
};

/* Null, or what could not be made, with errno. */
static const char *open_ends(const struct sandbox_options *o, struct ends *e,
                             struct sandbox *s)
{
    int one = 1;

    *e = (struct ends){{-1, -1}, {-1, -1}, {-1, -1}, -1};
    if (pipe2(e->output, O_CLOEXEC) != 0 ||
        (o->checker ? pipe2(e->report, O_CLOEXEC)
                    : report_socket(e->report, o->device && o->detector,
                                    s->secret)) != 0)
        return "pipe";
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, e->control) != 0)
        return "socketpair";
    /* The kernel then tells us the program's pid in our own numbering. */
    setsockopt(e->control[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof one);
    e->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (e->null < 0)
        return "/dev/null";
    if (o->hold_output)
        s->held = fill_pipe(e->output[1]);
    return NULL;
}

static _Noreturn void in_child(const struct sandbox_options *o,
                               const struct ends *e, enum wall_kind kind,
                               int cores)
{
    /* none is left free, for the program's own would come there */
    int wanted[] = {e->null,
                    e->output[1],
                    e->output[1],
                    e->control[1],
                    o->in_fd < 0 ? e->null : o->in_fd,
                    o->out_fd < 0 ? e->null : o->out_fd,
                    e->report[1]};

    inside_become(o, kind, cores, wanted, sizeof wanted / sizeof *wanted);
}

static void close_one(int fd)
{
    if (fd >= 0)
        close(fd);
}

int sandbox_start(const struct sandbox_options *o, struct sandbox *s)
{
    /* CUDA shares memory only between processes that see each other. */
    enum wall_kind kind = o->gpu ? WALL_NONE : wall_kind();
    struct sandbox_options plain = *o;
    const int cores = measure_cores(NULL, NULL);
    const char *failed;
    struct ends e;

    plain.leak_check = o->leak_check && traces_only_itself(kind);
    o = &plain;
    memset(s, 0, sizeof *s);
    s->bwrap = kind == WALL_BWRAP;
    s->leak_check = o->leak_check;
    s->control = s->output_fd = s->report_fd = -1;
    s->exit_code = -1;
    s->output.kept_max = SANDBOX_OUTPUT_KEPT;
    s->report.kept_max = o->checker ? SANDBOX_LOG_KEPT : SANDBOX_REPORT_KEPT;
    s->report.reader = o->reader;
    failed = open_ends(o, &e, s);
    if (!failed) {
        s->child = fork();
        if (s->child == 0)
            in_child(o, &e, kind, cores);
        if (s->child < 0)
            failed = "fork";
    }
    if (failed) {
        fprintf(stderr, "labkit: cannot start a program: %s: %s\n", failed,
                strerror(errno));
        close_one(e.output[0]);
        close_one(e.report[0]);
        close_one(e.control[0]);
        s->child = 0;
    } else {
        s->control = e.control[0];
        s->output_fd = e.output[0];
        s->report_fd = e.report[0];
        fcntl(s->output_fd, F_SETFL, O_NONBLOCK);
        fcntl(s->report_fd, F_SETFL, O_NONBLOCK);
    }
    close_one(e.output[1]);
    close_one(e.report[1]);
    close_one(e.control[1]);
    close_one(e.null);
    return failed ? -1 : 0;
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
    close_one(s->control);
    close_one(s->output_fd);
    close_one(s->report_fd);
    free(s->output.bytes);
    free(s->report.bytes);
    memset(s, 0, sizeof *s);
    s->control = s->output_fd = s->report_fd = -1;
    s->exit_code = -1;
}
