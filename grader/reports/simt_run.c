/* simt_run.c - see simt_run.h. */
#define _GNU_SOURCE
#include "reports/simt_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/keeper.h"

/* The file that runs there, whatever name it was started by. */
static void find_program(pid_t child, const char *name, char *path, size_t size)
{
    char link[64];
    ssize_t n;

    snprintf(link, sizeof link, "/proc/%d/exe", (int)child);
    n = readlink(link, path, size - 1);
    if (n > 0)
        path[n] = '\0';
    else
        snprintf(path, size, "%s", name);
}

/* Read the report until the program has ended and nothing more is there: what
 * it leaves running may keep the pipe open. */
static int read_report(struct simt_run *run, int fd, pid_t child,
                       const char *name)
{
    char bytes[65536];
    bool ended = false;

    for (;;) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int n = poll(&ready, 1, ended ? 0 : 50);
        if (n < 0 && errno != EINTR)
            return -1;
        if (n > 0) {
            ssize_t got = read(fd, bytes, sizeof bytes);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            if (!run->report) {
                find_program(child, name, run->program, sizeof run->program);
                run->report = simt_report_new(run->program, NULL);
            }
            if (!run->report)
                return -1;
            simt_report_feed(run->report, bytes, (size_t)got);
        } else if (ended) {
            return 0;
        }
        if (!ended)
            ended = waitpid(child, &run->status, WNOHANG) == child;
    }
    while (!ended && waitpid(child, &run->status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return 0;
}

int simt_run(struct simt_run *run, char **argv, const char *output)
{
    int fd[2];
    char number[16];
    pid_t child, self = getpid();

    if (pipe(fd) != 0) {
        perror("pipe");
        return -1;
    }
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    snprintf(number, sizeof number, "%d", fd[1]);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        keeper_die_with(self);
        setenv("SIMT_REPORT_FD", number, 1);
        if (output && !freopen(output, "w", stdout))
            _exit(127);
        execvp(argv[0], argv);
        fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
        _exit(127);
    }
    close(fd[1]);
    if (child < 0) {
        perror("fork");
        close(fd[0]);
        return -1;
    }
    /* Ctrl-C ends the program; we still tell what was found until then */
    signal(SIGINT, SIG_IGN);
    int rc = read_report(run, fd[0], child, argv[0]);
    if (rc != 0)
        perror("reading the report");
    close(fd[0]);
    return rc;
}
