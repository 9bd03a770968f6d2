/*
 * jobs.c - see jobs.h.
 */
#define _GNU_SOURCE
#include "compiler/jobs.h"
#include "compiler/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *work; /* our folder; null before it is there */
static struct list temporary;

void clean(void)
{
    for (int i = 0; i < temporary.n; i++)
        unlink(temporary.s[i]);
    if (work)
        rmdir(work);
}

static void make_work(void)
{
    const char *tmp = getenv("TMPDIR");
    if (work)
        return;
    char *name = format_string("%s/simtcc.XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(name))
        die(USAGE, "%s: %s", name, strerror(errno));
    work = name;
    atexit(clean);
}

char *temporary_file(const char *name)
{
    make_work();
    char *path = format_string("%s/%d.%s", work, temporary.n, name);
    add(&temporary, path);
    return path;
}

char *intermediate_file(char *name)
{
    return !want.keep      ? temporary_file(name)
           : want.keep_dir ? format_string("%s/%s", want.keep_dir, name)
                           : name;
}

void write_file(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(text, 1, n, f) != n || fclose(f) != 0)
        die(USAGE, "%s: %s", path, strerror(errno));
}

static void show(const struct list *command)
{
    for (int i = 0; i < command->n; i++)
        fprintf(stderr, "%s%s", i ? " " : "", command->s[i]);
    fputs("\n", stderr);
}

int run(const struct list *command, char **text, size_t *length)
{
    int pipe_[2] = {-1, -1};
    if (want.verbose)
        show(command);
    if (want.dryrun && !text)
        return 0;
    fflush(NULL);
    if (text && pipe2(pipe_, O_CLOEXEC) != 0)
        die(USAGE, "pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die(USAGE, "fork: %s", strerror(errno));
    if (child == 0) {
        if (text)
            dup2(pipe_[1], 1);
        execvp(command->s[0], command->s);
        fprintf(stderr, "simtcc: %s: %s\n", command->s[0], strerror(errno));
        _exit(127);
    }
    if (text) {
        size_t room = 0;
        close(pipe_[1]);
        *text = NULL;
        for (*length = 0;;) {
            if (*length + 65536 > room) {
                room = room * 2 + (1 << 20);
                *text = realloc(*text, room);
                if (!*text)
                    die(USAGE, "no memory");
            }
            ssize_t got = read(pipe_[0], *text + *length, 65536);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            *length += (size_t)got;
        }
        close(pipe_[0]);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die(USAGE, "waitpid: %s", strerror(errno));
    if (WIFSIGNALED(status))
        die(1, "%s was ended by a signal: %s", command->s[0],
            strsignal(WTERMSIG(status)));
    return WEXITSTATUS(status);
}

int run_apart(const struct list *command, const char *path, char **text,
              size_t *length)
{
    int complaints = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int saved = fcntl(2, F_DUPFD_CLOEXEC, 3);
    if (complaints < 0 || saved < 0)
        die(USAGE, "%s: %s", path, strerror(errno));
    dup2(complaints, 2);
    int status = run(command, text, length);
    dup2(saved, 2);
    close(saved);
    close(complaints);
    return status;
}
