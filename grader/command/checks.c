/* checks.c - see checks.h. */
#define _GNU_SOURCE /* pipe2() */
#include "command/checks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/say.h"
#include "command/progress.h"
#include "machine/environment.h"
#include "machine/interrupt.h"
#include "machine/measure.h"

/* Show the test names in what the program printed since the last time. */
static void read_progress(int fd, char *line, size_t size,
                          const struct style *s, const struct lab *lab)
{
    size_t have = strlen(line);
    ssize_t n;

    while ((n = read(fd, line + have, size - 1 - have)) > 0) {
        char *end;

        line[have + (size_t)n] = 0;
        while ((end = strchr(line, '\n'))) {
            *end = 0;
            progress_show(s, lab, line);
            memmove(line, end + 1, strlen(end + 1) + 1);
        }
        have = strlen(line);
        if (have == size - 1)
            have = 0; /* no name is that long */
        line[have] = 0;
    }
}

/* Start build/checks/<folder>; its stdout comes through *fd. The process id,
 * or -1 with errno set. */
static pid_t start_checks(const struct lab *lab, const char *work,
                          const char *source, uint64_t seed, enum checks which,
                          const char *one, int *fd)
{
    static char *const only[] = {[CHECKS_OF_RESULTS] = "-kresults",
                                 [CHECKS_OF_MEMORY] = "-kmemory",
                                 [CHECKS_OF_TRAFFIC] = "-ktraffic"};
    char program[128], tap[128], seed_text[32], goal[32];
    char *argv[] = {
        program,
        "-w",
        (char *)work,
        "-f",
        (char *)source,
        "-s",
        seed_text,
        "-g",
        goal,
        "-t",
        which == CHECKS_ALL ? tap : "/dev/null",
        which == CHECKS_ALL ? NULL : "-q",
        only[which],
        NULL, /* -n, the name */
        NULL,
        NULL,
    };
    char **variables;
    size_t n = 0;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    int error, ends[2];
    pid_t pid = -1;

    snprintf(program, sizeof program, "build/checks/%s", lab->folder);
    snprintf(tap, sizeof tap, "build/tap/%s.tap", lab->folder);
    snprintf(seed_text, sizeof seed_text, "%" PRIu64, seed);
    snprintf(goal, sizeof goal, "%g", lab->goal);
    while (argv[n])
        n++;
    if (one) {
        argv[n++] = "-n";
        argv[n] = (char *)one;
    }
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    variables = environment_for(ENVIRONMENT_JUDGE);
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    error = variables ? posix_spawn(&pid, program, &actions, &attributes, argv,
                                    variables)
                      : ENOMEM;
    free(variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    *fd = ends[0];
    return pid;
}

int checks_run(const struct lab *lab, const char *work, const char *source,
               uint64_t seed, enum checks which, const char *one,
               double seconds, const struct style *progress, char *why,
               size_t size)
{
    double start = measure_now(), ended_at = 0;
    bool late = false, stopped = false;
    char line[200] = "";
    siginfo_t info;
    int fd, status = 0;
    pid_t pid = start_checks(lab, work, source, seed, which, one, &fd);

    if (pid < 0) {
        snprintf(why, size, _("build/checks/%s cannot be started: %s."),
                 lab->folder, strerror(errno));
        return 1;
    }
    for (;;) {
        struct pollfd p = {fd, POLLIN, 0};
        double now = measure_now();

        memset(&info, 0, sizeof info);
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
            info.si_pid)
            break;
        if (!ended_at &&
            ((stopped = interrupt_waits()) || (late = now - start > seconds))) {
            /* First ask, so that it can end the student's process. */
            kill(-pid, SIGTERM);
            ended_at = now;
        } else if (ended_at && now - ended_at > 2) {
            kill(-pid, SIGKILL);
        }
        if (poll(&p, 1, 50) > 0 && (p.revents & POLLIN))
            read_progress(fd, line, sizeof line, progress, lab);
        else if (p.revents) /* it closed stdout early: do not spin */
            poll(NULL, 0, 50);
    }
    /* What it left running goes with it. */
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(fd);
    if (stopped || interrupt_waits())
        return -1;
    if (late)
        snprintf(why, size,
                 _("build/checks/%s did not end within %.0f "
                   "seconds."),
                 lab->folder, seconds);
    else if (WIFSIGNALED(status))
        snprintf(why, size, _("build/checks/%s was ended by a signal: %s."),
                 lab->folder, strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        snprintf(why, size, _("build/checks/%s ended with exit code %d."),
                 lab->folder, WEXITSTATUS(status));
    else
        return 0;
    return 1;
}

bool checks_read(const char *work, struct lab_result *l, char *why, size_t size)
{
    char path[600];
    json_error_t error;
    json_t *root, *checks, *speed, *ladder;
    size_t n;
    bool good = false;

    snprintf(path, sizeof path, "%s/checks.json", work);
    root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    checks = json_object_get(root, "checks");
    speed = json_object_get(root, "speed");
    ladder = json_object_get(root, "ladder");
    n = json_array_size(checks);
    if (!root)
        snprintf(why, size,
                 _("The report of the checks is missing or "
                   "damaged: %s."),
                 error.text);
    else if (n == 0 || n > (size_t)(RESULTS_MAX_CHECKS - l->n_checks))
        snprintf(why, size, _("The report holds %zu checks."), n);
    else
        good = true;
    for (size_t i = 0; good && i < n; i++) {
        good = finding_from_json(json_array_get(checks, i),
                                 &l->check[l->n_checks]) == 0;
        if (good)
            l->n_checks++;
        else
            snprintf(why, size, _("Check %zu in the report is damaged."),
                     i + 1);
    }
    if (good && speed && speed_from_json(speed, &l->speed)) {
        snprintf(why, size, _("The speed in the report is damaged."));
        good = false;
    }
    if (good && ladder && ladder_from_json(ladder, &l->ladder)) {
        snprintf(why, size, _("The counts in the report are damaged."));
        good = false;
    }
    json_decref(root);
    return good;
}
