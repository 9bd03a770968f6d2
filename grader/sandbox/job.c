/* job.c - see job.h. In the order of a job's life: its command line, the child
 * that becomes the compiler, waiting for all. */
#define _GNU_SOURCE
#include "sandbox/job.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"

#define CANNOT_START 127 /* exit code; no compiler has it */

/* ---- the command line --------------------------------------------------- */

void job_add(struct job *j, const char *format, ...)
{
    size_t room = sizeof j->store - j->used;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(j->store + j->used, room, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= room || j->argc == JOB_ARGS - 1)
        return;
    j->argv[j->argc++] = j->store + j->used;
    j->used += (size_t)n + 1;
}

void job_add_words(struct job *j, const char *words)
{
    size_t n;

    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        n = strcspn(words, " ");
        job_add(j, "%.*s", (int)n, words);
        words += n;
    }
}

/* ---- the child ---------------------------------------------------------- */

static void limit(int what, rlim_t value)
{
    struct rlimit r = {value, value};

    setrlimit(what, &r); /* fails only where a lower limit stands already */
}

/* In the child: become the compiler. */
static _Noreturn void become(const struct job *j, const char *work,
                             pid_t parent)
{
    int in = open("/dev/null", O_RDONLY);
    int out = open(j->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(out, 2) < 0)
        _exit(CANNOT_START);
    keeper_stand(parent);
    setenv("LC_ALL", "C", 1);  /* English messages, which we read below */
    setenv("TMPDIR", work, 1); /* so that nothing stays behind in /tmp */
    limit(RLIMIT_FSIZE, JOB_FILE_SIZE);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, j->memory);
    limit(RLIMIT_CPU, JOB_SECONDS); /* of each of its processes */
    execvp(j->argv[0], (char *const *)j->argv);
    _exit(CANNOT_START);
}

/* ---- waiting ------------------------------------------------------------ */

/* Whether the job has ended; collects it and its helpers. */
static bool collect(struct job *j)
{
    siginfo_t info = {0};
    struct rusage used = {0};

    if (waitid(P_PID, (id_t)j->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0)
        return false;
    kill(-j->pid, SIGKILL);
    while (wait4(j->pid, &j->status, 0, &used) < 0 && errno == EINTR)
        continue;
    j->slow = used.ru_utime.tv_sec + used.ru_stime.tv_sec >= JOB_SECONDS - 1;
    j->pid = 0;
    return true;
}

/* The processor time of a job's processes that run now, seconds; -1 if none can
 * be seen. */
static double cpu_of_group(pid_t group)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    double ticks = 0;
    bool seen = false;

    while (proc && (entry = readdir(proc))) {
        char path[300], text[512], *end;
        unsigned long time[4]; /* user, system, and of helpers that ended */
        int its_group;
        FILE *file;

        if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
            continue;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        file = fopen(path, "re");
        /* PID (name) state parent group ..., times are fields 14 to 17 */
        if (file && fgets(text, sizeof text, file) &&
            (end = strrchr(text, ')')) &&
            sscanf(end + 1,
                   " %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu "
                   "%lu %lu",
                   &its_group, &time[0], &time[1], &time[2], &time[3]) == 5 &&
            its_group == group && (seen = true))
            ticks += (double)(time[0] + time[1] + time[2] + time[3]);
        if (file)
            fclose(file);
    }
    if (proc)
        closedir(proc);
    return seen ? ticks / (double)sysconf(_SC_CLK_TCK) : -1;
}

/* A busy machine makes a compiler slow; one that has used no time at all for
 * long reads from something that gives it nothing. */
static void look_if_idle(struct job *j)
{
    double cpu = cpu_of_group(j->pid), now = measure_now();

    if (cpu < 0 || cpu != j->cpu) {
        j->cpu = cpu;
        j->since = now;
    }
    j->idle = now - j->since > JOB_IDLE_SECONDS;
}

/* In a process group of its own. False, said. */
static bool start(struct job *j, const char *work)
{
    pid_t self = getpid();

    fflush(NULL);
    j->pid = fork();
    if (j->pid == 0)
        become(j, work, self);
    if (j->pid < 0) {
        fprintf(stderr, "%s: fork: %s\n", j->argv[0], strerror(errno));
        j->pid = 0;
        return false;
    }
    setpgid(j->pid, j->pid); /* the child does it too; one is first */
    return true;
}

static bool could_start(const struct job *j)
{
    if (j->status != W_EXITCODE(CANNOT_START, 0))
        return true;
    fprintf(stderr,
            _("%s cannot be started. Install it (Debian: sudo apt install gcc "
              "clang); make doctor shows what is missing.\n"),
            j->argv[0]);
    return false;
}

int jobs_run(struct job *jobs, int n, const char *work)
{
    const struct timespec nap = {0, 3000000};
    double looked = measure_now();
    int running = 0, result = 0;

    for (; running < n && !result; running += !result) {
        jobs[running].since = looked;
        result = start(&jobs[running], work) ? 0 : -1;
    }
    while (running > 0) {
        bool look = measure_now() - looked > 1;

        if (look)
            looked = measure_now();
        if (interrupt_waits())
            result = -1;
        for (int i = 0; i < n; i++) {
            if (!jobs[i].pid)
                continue;
            if (look)
                look_if_idle(&jobs[i]);
            if (jobs[i].idle || result)
                kill(-jobs[i].pid, SIGKILL);
            running -= collect(&jobs[i]);
        }
        nanosleep(&nap, NULL);
    }
    for (int i = 0; i < n && !result; i++)
        if (!could_start(&jobs[i]))
            result = -1;
    return result;
}

bool job_went_well(const struct job *j)
{
    return WIFEXITED(j->status) && WEXITSTATUS(j->status) == 0;
}
