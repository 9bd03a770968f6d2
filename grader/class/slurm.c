/* slurm.c - see slurm.h. */
#define _GNU_SOURCE
#include "class/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/say.h"
#include "class/work.h"
#include "command/settings.h"

extern char **environ;

#define JOBS_MAX 3 /* two arrays, and the last job */

/* ---- what was asked for -------------------------------------------------- */

bool slurm_wishes(struct slurm_wishes *w)
{
    int gpu = 0;

    *w = (struct slurm_wishes){.partition = setting("PARTITION"),
                               .cores = WORK_CORES};
    if (!number_setting("CORES", 1, &w->cores) ||
        !number_setting("GPU", 0, &gpu))
        return false;
    w->gpu = gpu > 0;
    if (!w->partition ||
        (w->partition[0] != '-' &&
         !w->partition[strspn(w->partition,
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "abcdefghijklmnopqrstuvwxyz0123456789_.,-")]))
        return true;
    fprintf(stderr,
            _("PARTITION=%s: the name of a partition has letters, digits and "
              "_.- only.\n"),
            w->partition);
    return false;
}

/* ---- Slurm's programs ---------------------------------------------------- */

/* Run one; what it prints comes into `text`, its own messages are shown. Its
 * exit code, or -1 with a message. */
static int run_tool(char *const argv[], char *text, size_t size)
{
    posix_spawn_file_actions_t actions;
    int ends[2], status = 0, error;
    size_t used = 0;
    ssize_t n;
    char rest[4096];
    pid_t pid;

    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC)) {
        fprintf(stderr, "pipe: %s\n", strerror(errno));
        return -1;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    error = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    while (!error && (n = read(ends[0], rest, sizeof rest)) != 0) {
        if (n < 0 && errno != EINTR)
            break;
        for (ssize_t i = 0; i < n && used + 1 < size; i++)
            text[used++] = rest[i];
    }
    text[used] = '\0';
    close(ends[0]);
    if (error == ENOENT)
        fprintf(stderr,
                _("There is no %s here: ENGINE=slurm is for a machine from "
                  "which one hands in jobs to a cluster.\n"),
                argv[0]);
    else if (error)
        fprintf(stderr, "%s: %s\n", argv[0], strerror(error));
    if (error)
        return -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- the jobs' numbers --------------------------------------------------- */

struct jobs {
    long id[JOBS_MAX];
    int n;
};

/* "12,13,14", as Slurm's programs take it. */
static const char *list_of(const struct jobs *j, char text[80])
{
    int used = 0;

    text[0] = '\0';
    for (int i = 0; i < j->n; i++)
        used += snprintf(text + used, (size_t)(80 - used), "%s%ld",
                         i ? "," : "", j->id[i]);
    return text;
}

/* OUT may still be empty, and is left so. */
static void read_jobs(const struct class *c, struct jobs *j)
{
    char path[PATH_MAX + 20];
    FILE *file;

    snprintf(path, sizeof path, "%s/slurm/jobs", c->out);
    j->n = 0;
    file = fopen(path, "re");
    while (file && j->n < JOBS_MAX && fscanf(file, "%ld", &j->id[j->n]) == 1)
        j->n++;
    if (file)
        fclose(file); /* only read from */
}

static int write_jobs(const struct class *c, const struct jobs *j)
{
    char path[CLASS_PATH], text[100];
    int used = 0;

    for (int i = 0; i < j->n; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%ld\n",
                         j->id[i]);
    return class_path(c, path, "slurm/jobs") ||
                   class_write(path, text, (size_t)used)
               ? -1
               : 0;
}

int slurm_busy(const struct class *c)
{
    /* %F: of an element the array's number */
    char *const argv[] = {"squeue", "-h", "--me", "-o", "%F", NULL};
    static char text[1 << 20];
    struct jobs j, busy = {.n = 0};
    char list[80], *rest = text;
    int code;

    read_jobs(c, &j);
    if (!j.n)
        return 0;
    code = run_tool(argv, text, sizeof text);
    if (code > 0)
        fprintf(stderr, "%s",
                _("squeue does not say whether jobs still run: nothing was "
                  "handed in.\n"));
    if (code)
        return -1;
    for (char *line; (line = strsep(&rest, "\n"));)
        for (int i = 0; i < j.n; i++)
            if (strtol(line, NULL, 10) == j.id[i]) {
                busy.id[busy.n++] = j.id[i];
                j.id[i] = -1;
            }
    if (!busy.n)
        return 0;
    list_of(&busy, list);
    fprintf(stderr,
            _("Jobs for this OUT still wait or run: %s. Nothing was handed "
              "in.\n  squeue -j %s   shows them\n"),
            list, list);
    for (char *comma = list; (comma = strchr(comma, ','));)
        *comma = ' ';
    fprintf(stderr, _("  scancel %s    ends them; what is graded stays\n"),
            list);
    return 1;
}

/* ---- handing in ---------------------------------------------------------- */

/* The words of one sbatch, each of its own. */
struct words {
    char *argv[40];
    int n;
};

__attribute__((format(printf, 2, 3))) static void word(struct words *w,
                                                       const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    if (w->n < 0 || w->n + 1 >= (int)(sizeof w->argv / sizeof *w->argv) ||
        vasprintf(&text, format, args) < 0)
        w->n = -1;
    else
        w->argv[w->n++] = text;
    va_end(args);
}

/* In names of files % stands for something. */
static void double_percents(const char *path, char *to, size_t size)
{
    size_t used = 0;

    for (; *path && used + 3 < size; path++) {
        if (*path == '%')
            to[used++] = '%';
        to[used++] = *path;
    }
    to[used] = '\0';
}

static void common_words(struct words *w, const struct class *c,
                         const struct slurm_wishes *wish, bool gpu,
                         const char *file)
{
    char out[2 * PATH_MAX], top[PATH_MAX];

    double_percents(c->out, out, sizeof out);
    word(w, "sbatch");
    word(w, "--parsable");
    word(w, "--requeue");
    word(w, "--nodes=1");
    word(w, "--ntasks=1");
    word(w, "--export=ALL");
    word(w, "--open-mode=append");
    word(w, "--chdir=%s", getcwd(top, sizeof top) ? top : ".");
    word(w, "--output=%s/slurm/%s", out, file);
    word(w, "--cpus-per-task=%d", wish->cores);
    if (wish->partition)
        word(w, "--partition=%s", wish->partition);
    if (gpu)
        word(w, "--gres=gpu:1");
}

/* Hand it in, and write down its number. 0, or -1 with a message. */
static int hand_in(const struct class *c, struct words *w, struct jobs *j)
{
    char text[200] = "", *end = text;
    int code = -1;

    if (w->n < 0) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
    } else {
        w->argv[w->n] = NULL;
        code = run_tool(w->argv, text, sizeof text);
        /* "12", or "12;cluster" */
        j->id[j->n] = strtol(text, &end, 10);
        if (code > 0 || (code == 0 && end == text))
            fprintf(stderr,
                    _("sbatch did not take the job (exit code %d)%s%s"
                      "\n"),
                    code, *text ? ": " : "", text);
    }
    for (int i = 0; i < w->n; i++)
        free(w->argv[i]);
    w->n = 0;
    if (code || end == text)
        return -1;
    j->n++;
    return write_jobs(c, j);
}

/* Lines `from` to `end` of the tasks as one array, if there are any: of many
 * gradings each element has every so-manieth. */
static int hand_in_array(const struct class *c, const struct slurm_wishes *wish,
                         bool gpu, int from, int end, struct jobs *j)
{
    const int elements = end - from < SLURM_ARRAY ? end - from : SLURM_ARRAY;
    struct words w = {.n = 0};

    if (!elements)
        return 0;
    common_words(&w, c, wish, gpu, "%A_%a.out");
    word(&w, "--job-name=class");
    word(&w, "--array=0-%d", elements - 1);
    word(&w, "grader/class/slurm.sh");
    word(&w, "--tasks");
    word(&w, "%d", from);
    word(&w, "%d", end);
    word(&w, "%d", elements);
    return hand_in(c, &w, j);
}

/* The machine is its own, for it measures. It comes after any end of the
 * others: what they have left, it does. */
static int hand_in_last(const struct class *c, const struct slurm_wishes *wish,
                        struct jobs *j)
{
    struct words w = {.n = 0};
    char after[100] = "";
    int used = 0;

    for (int i = 0; i < j->n; i++)
        used += snprintf(after + used, sizeof after - (size_t)used, ":%ld",
                         j->id[i]);
    common_words(&w, c, wish, wish->gpu, "%j.out");
    word(&w, "--job-name=class-last");
    word(&w, "--exclusive");
    word(&w, "--mem=0"); /* all of that machine's */
    word(&w, "--dependency=afterany%s", after);
    word(&w, "grader/class/slurm.sh");
    word(&w, "--last");
    return hand_in(c, &w, j);
}

static void take_back(const struct class *c, struct jobs *j)
{
    struct words w = {.n = 0};
    char text[200];

    word(&w, "scancel");
    for (int i = 0; i < j->n; i++)
        word(&w, "%ld", j->id[i]);
    if (w.n > 1) {
        w.argv[w.n] = NULL;
        run_tool(w.argv, text, sizeof text);
    }
    for (int i = 0; i < w.n; i++)
        free(w.argv[i]);
    j->n = 0;
    write_jobs(c, j);
}

/* ---- the tasks ----------------------------------------------------------- */

static bool is_cuda(const struct class *c, int i)
{
    return !strcmp(c->labs[c->submission[i].lab].ext, ".cu");
}

/* Those of CUDA labs behind all others, else in their order. How many others
 * there are. */
static int cuda_last(const struct class *c, int *missing, int n)
{
    int *cuda = calloc((size_t)n + 1, sizeof *cuda), others = 0, last = 0;

    if (!cuda) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (is_cuda(c, missing[i]))
            cuda[last++] = missing[i];
        else
            missing[others++] = missing[i];
    memcpy(missing + others, cuda, (size_t)last * sizeof *cuda);
    free(cuda);
    return others;
}

static int write_tasks(const struct class *c, const int *missing, int n)
{
    char path[CLASS_PATH], *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int result = -1;

    for (int i = 0; to && i < n; i++) {
        const struct submission *s = &c->submission[missing[i]];

        fprintf(to, "%s %s %d %s\n", s->student, c->labs[s->lab].id, s->number,
                s->source + strlen(c->out) + 1);
    }
    if (!to || fclose(to))
        fprintf(stderr, "%s\n", strerror(ENOMEM));
    else if (class_path(c, path, "slurm/tasks") == 0)
        result = class_write(path, text, size);
    free(text);
    return result;
}

static int read_task(const struct class *c, const char *line,
                     struct submission *s)
{
    char id[8], copy[CLASS_PATH];
    const struct lab *lab;

    memset(s, 0, sizeof *s);
    if (sscanf(line, "%99s %7s %d %999[^\n]", s->student, id, &s->number,
               copy) != 4)
        return -1;
    lab = lab_by_id(c->labs, c->n_labs, id);
    if (!lab || snprintf(s->source, sizeof s->source, "%s/%s", c->out, copy) >=
                    (int)sizeof s->source)
        return -1;
    s->lab = (int)(lab - c->labs);
    return 0;
}

int slurm_tasks(struct class *c, int first, int end, int step)
{
    char path[CLASS_PATH], line[CLASS_PATH + CLASS_NAME + 40];
    FILE *file;
    int result = -1, number = 0;

    c->n = 0;
    c->submission = calloc((size_t)(end > first ? (end - first) / step + 1 : 1),
                           sizeof *c->submission);
    if (!c->submission || class_path(c, path, "slurm/tasks")) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
        return -1;
    }
    file = fopen(path, "re");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    for (; number < end && fgets(line, sizeof line, file); number++) {
        if (number < first || (number - first) % step)
            continue;
        if (read_task(c, line, &c->submission[c->n]))
            break;
        c->n++;
    }
    if (number == end)
        result = 0;
    else
        fprintf(stderr, _("%s: line %d is missing or damaged\n"), path,
                number + 1);
    fclose(file); /* only read from */
    return result;
}

/* ---- all of it ----------------------------------------------------------- */

static void say_what_comes(const struct class *c, const struct jobs *j, int n)
{
    char list[80];

    list_of(j, list);
    printf(_("%d gradings handed in, jobs %s; the last one, %ld, writes marks "
             "and pages.\n"
             "  squeue -j %s   shows them\n"
             "  %s/slurm/   has what they print, %ld.out at the end\n"
             "  %s/index.html   is there then. If not, type the same again.\n"),
           n, list, j->id[j->n - 1], list, c->out, j->id[j->n - 1], c->out);
}

int slurm_submit(const struct class *c, const struct slurm_wishes *w,
                 int *missing, int n)
{
    const int others = w->gpu ? cuda_last(c, missing, n) : n;
    struct jobs j = {.n = 0};

    if (others < 0 || write_tasks(c, missing, n))
        return -1;
    /* Where make was started from is not where the jobs run. */
    if (setenv("IN", c->in, 1) || setenv("OUT", c->out, 1) ||
        unsetenv("ENGINE")) {
        fprintf(stderr, "setenv: %s\n", strerror(errno));
        return -1;
    }
    if (hand_in_array(c, w, false, 0, others, &j) ||
        hand_in_array(c, w, true, others, n, &j) || hand_in_last(c, w, &j)) {
        take_back(c, &j);
        return -1;
    }
    say_what_comes(c, &j, n);
    return 0;
}
