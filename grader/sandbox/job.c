/* job.c - see job.h. In the order of a job's life: its command line, the child
 * that becomes the compiler, waiting for all. */
#define _GNU_SOURCE
#include "sandbox/job.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

/* Behind the wall: become the program. */
static void enter(const struct job *j, const struct jobs *of)
{
    struct words command = {0};
    char here[PATH_MAX];

    if (of->kind == WALL_LANDLOCK && !wall_landlock(of->wall))
        return;
    if (of->kind == WALL_BWRAP && getcwd(here, sizeof here)) {
        wall_bwrap(of->wall, &command);
        words_add(&command, "--chdir");
        words_add(&command, here);
        words_add(&command, "--");
        for (int i = 0; i < j->argc; i++)
            words_add(&command, j->argv[i]);
        execvp("bwrap", (char *const *)command.word);
    } else if (of->kind != WALL_BWRAP) {
        execvp(j->argv[0], (char *const *)j->argv);
    }
}

/* In the child: become the compiler. */
static _Noreturn void become(const struct job *j, const struct jobs *of,
                             pid_t parent)
{
    int in = open("/dev/null", O_RDONLY);
    int out = open(j->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    char found[PATH_MAX];

    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(out, 2) < 0 || !wall_program(j->argv[0], found, sizeof found))
        _exit(CANNOT_START);
    keeper_stand(parent);
    setenv("LC_ALL", "C", 1);      /* English messages, which we read below */
    setenv("TMPDIR", of->work, 1); /* so that nothing stays behind in /tmp */
    setenv("CCACHE_DISABLE", "1", 1); /* its cache lies in the real home */
    setenv("HOME", of->work, 1);
    ulimits_set(j->kind, 0, 1);
    enter(j, of);
    _exit(CANNOT_START);
}

/* ---- waiting ------------------------------------------------------------ */

int job_seconds(const struct job *j)
{
    return j->kind == ULIMITS_NVCC ? JOB_NVCC_SECONDS : JOB_SECONDS;
}

/* Whether the job has ended; collects it and its helpers. */
static bool collect(struct job *j, struct jobs *of)
{
    siginfo_t info = {0};
    struct rusage used = {0};
    double cpu;

    if (waitid(P_PID, (id_t)j->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0)
        return false;
    kill(-j->pid, SIGKILL);
    while (wait4(j->pid, &j->status, 0, &used) < 0 && errno == EINTR)
        continue;
    /* What bubblewrap's helpers have used, nobody is told. */
    cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    if (j->cpu < cpu)
        j->cpu = cpu;
    j->slow = j->slow || j->cpu >= job_seconds(j) - 1;
    if (j->kind == ULIMITS_COMPILER)
        of->cpu += j->cpu;
    j->pid = 0;
    return true;
}

/* What a job's processes have used, in ticks, and whether one of them works, or
 * would if it had a core. */
struct use {
    double ticks;
    bool works;
};

/* Add this process to the job of its group. */
static void add_process(const char *pid, const struct job *jobs, int n,
                        struct use *use)
{
    char path[300], text[512], state, *end;
    unsigned long time[4]; /* user, system, and of helpers that ended */
    int group;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    file = fopen(path, "re");
    /* PID (name) state parent group ..., times are fields 14 to 17 */
    if (file && fgets(text, sizeof text, file) && (end = strrchr(text, ')')) &&
        sscanf(end + 1,
               " %c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
               &state, &group, &time[0], &time[1], &time[2], &time[3]) == 6)
        for (int i = 0; i < n; i++)
            if (jobs[i].pid == group) {
                use[i].ticks += (double)(time[0] + time[1] + time[2] + time[3]);
                use[i].works |= state == 'R' || state == 'D';
            }
    if (file)
        fclose(file);
}

/* A busy machine makes a compiler slow; one that has used no time at all for
 * long reads from something that gives it nothing. */
static void look(struct job *jobs, int n, const struct jobs *of)
{
    const double now = measure_now(), second = (double)sysconf(_SC_CLK_TCK);
    const int cores = measure_cores(NULL, NULL);
    struct use *use = calloc((size_t)n, sizeof *use);
    double all = of->cpu;
    DIR *proc = use ? opendir("/proc") : NULL;
    struct dirent *entry;
    bool late;

    while (proc && (entry = readdir(proc)))
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            add_process(entry->d_name, jobs, n, use);
    for (int i = 0; i < n && proc; i++) {
        struct job *j = &jobs[i];

        if (!j->pid)
            continue;
        if (use[i].works || use[i].ticks / second != j->cpu)
            j->since = now;
        j->cpu = use[i].ticks / second;
        j->idle = now - j->since > JOB_IDLE_SECONDS;
        j->slow = j->cpu >= job_seconds(j);
        if (j->kind == ULIMITS_COMPILER)
            all += j->cpu;
    }
    late = all > JOB_SECONDS * (cores > 2 ? cores : 2) ||
           now - of->begun > JOB_PATIENCE;
    for (int i = 0; i < n; i++)
        if (jobs[i].pid && late)
            jobs[i].slow = true;
    if (proc)
        closedir(proc);
    free(use);
}

/* In a process group of its own. False, said. */
static bool start(struct job *j, const struct jobs *of)
{
    pid_t self = getpid();

    fflush(NULL);
    j->pid = fork();
    if (j->pid == 0)
        become(j, of, self);
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

int jobs_run(struct job *jobs, int n, struct jobs *of)
{
    const struct timespec nap = {0, 3000000};
    double looked = measure_now();
    int running = 0, result = 0;

    if (!of->begun)
        of->begun = looked;
    for (; running < n && !result; running += !result) {
        jobs[running].since = looked;
        jobs[running].cpu = 0;
        jobs[running].slow = jobs[running].idle = false;
        result = start(&jobs[running], of) ? 0 : -1;
    }
    while (running > 0) {
        if (measure_now() - looked > 0.5) {
            look(jobs, n, of);
            looked = measure_now();
        }
        if (interrupt_waits())
            result = -1;
        for (int i = 0; i < n; i++) {
            if (!jobs[i].pid)
                continue;
            if (jobs[i].idle || jobs[i].slow || result)
                kill(-jobs[i].pid, SIGKILL);
            running -= collect(&jobs[i], of);
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
