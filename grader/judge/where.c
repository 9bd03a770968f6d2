/* where.c - see where.h; the other half is student/where.c. */
#define _GNU_SOURCE
#include "judge/where.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/said.h"
#include "base/source.h"
#include "base/symbolize.h"
#include "judge/builds.h"
#include "judge/state.h"
#include "machine/measure.h"
#include "machine/race_tools.h"
#include "student/protocol.h"

/* ---- what a thread does ------------------------------------------------- */

enum doing {
    COMPUTES,     /* or goes round in a loop */
    AT_BARRIER,   /* waits for its team */
    FOR_LOCK,     /* waits to get in */
    AT_REGION,    /* has done its part, and waits for the others' */
    FOR_A_THREAD, /* waits for one to end */
    WAITS,        /* for something else */
    IS_DONE       /* with its part of the region */
};

/* By words in the line that calls the library: a pragma's, or the function's.
 * IS_DONE: by none. */
static enum doing doing_by(const char *line)
{
    static const struct {
        const char *word;
        enum doing doing;
    } known[] = {
        {"critical", FOR_LOCK},       {"ordered", FOR_LOCK},
        {"atomic", FOR_LOCK},         {"omp_set_", FOR_LOCK},
        {"mutex_lock", FOR_LOCK},     {"mtx_lock", FOR_LOCK},
        {"barrier", AT_BARRIER},      {"omp parallel", AT_REGION},
        {"omp for", AT_BARRIER},      {"omp single", AT_BARRIER},
        {"omp sections", AT_BARRIER}, {"pthread_join", FOR_A_THREAD},
        {"thrd_join", FOR_A_THREAD},  {"cond_wait", WAITS},
        {"cnd_wait", WAITS},          {"sem_wait", WAITS},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(line, known[i].word))
            return known[i].doing;
    return IS_DONE;
}

/* What a thread does, and in which line. A `for`, `single` or `sections` waits
 * at its end, where the compiler names a line of its body: then the pragma is
 * not far above. */
static enum doing doing_at(const struct where *w, const char *source, int *line)
{
    enum { ABOVE = 12 };
    char text[400] = "";
    enum doing doing;

    *line = w->line;
    if (!w->line)
        return IS_DONE;
    if (!w->in_library)
        return COMPUTES;
    source_line(source, w->line, text, sizeof text);
    if ((doing = doing_by(text)) != IS_DONE)
        return doing;
    for (int k = w->line - 1; k > 0 && k > w->line - ABOVE; k--) {
        source_line(source, k, text, sizeof text);
        if (strstr(text, "#pragma omp") && doing_by(text) == AT_BARRIER) {
            *line = k;
            return AT_BARRIER;
        }
    }
    return WAITS;
}

/* ---- in words ----------------------------------------------------------- */

enum { NUMBERS = 3 };

/* Threads that do the same at the same line. */
struct group {
    enum doing doing;
    int line;
    int n, number[NUMBERS]; /* the smallest numbers */
    bool numbered;          /* all are in a team */
    bool main; /* the process's first is one of them, and in no team */
};

/* Keeps the smallest ones, in order. */
static void note_number(struct group *g, int number)
{
    int k = g->n++ < NUMBERS ? g->n - 1 : NUMBERS;

    if (k == NUMBERS && number >= g->number[--k])
        return;
    for (; k > 0 && g->number[k - 1] > number; k--)
        g->number[k] = g->number[k - 1];
    g->number[k] = number;
}

static int group_threads(const struct where *at, int n, const char *source,
                         struct group *group, int most)
{
    int groups = 0;

    for (int i = 0; i < n; i++) {
        int g = 0, line;
        const enum doing doing = doing_at(&at[i], source, &line);

        /* Those outside of any region wait for work. */
        if (doing == IS_DONE && at[i].number < 0)
            continue;
        while (g < groups && (group[g].doing != doing || group[g].line != line))
            g++;
        if (g == most)
            continue;
        if (g == groups)
            group[groups++] =
                (struct group){.doing = doing, .line = line, .numbered = true};
        note_number(&group[g], at[i].number);
        group[g].numbered &= at[i].number >= 0;
        group[g].main |= at[i].main && at[i].number < 0;
    }
    return groups;
}

static void add(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);

    snprintf(text + used, size - used, "%s", more);
}

/* "thread 2", "threads 1 and 2", "5 threads", "the main thread" */
static void say_who(const struct group *g, char *text, size_t size)
{
    const int *k = g->number;

    if (g->n == 1 && g->main)
        said_put(text, size, SAY(part_main_thread));
    else if (g->n == 1 && g->numbered)
        said_put(text, size, SAY(part_thread), k[0]);
    else if (g->n == 1)
        said_put(text, size, SAY(part_a_thread));
    else if (g->n == 2 && g->numbered)
        said_put(text, size, SAY(part_two_threads), k[0], k[1]);
    else if (g->n == 3 && g->numbered)
        said_put(text, size, SAY(part_three_threads), k[0], k[1], k[2]);
    else
        said_put(text, size, SAY(part_threads), g->n);
}

static void say_group(const struct group *g, const char *source, char *text,
                      size_t size)
{
    char who[80], line[200] = "", quote[100] = "";
    const bool one = g->n == 1;
    const char *begin = line;

    say_who(g, who, sizeof who);
    if (g->line && source_line(source, g->line, line, sizeof line)) {
        begin += strspn(line, " \t");
        snprintf(quote, sizeof quote,
                 strlen(begin) > 60 ? " (`%.56s ...`)" : " (`%.60s`)", begin);
    }
    switch (g->doing) {
    case COMPUTES:
        said_put(text, size,
                 one ? SAY(part_was_at_line) : SAY(part_were_at_line), who,
                 g->line, quote);
        break;
    case AT_BARRIER:
        said_put(text, size, SAY(part_waited_at_barrier), who, g->line, quote);
        break;
    case FOR_LOCK:
        said_put(text, size, SAY(part_waited_for_lock), who, g->line, quote);
        break;
    case AT_REGION:
        said_put(text, size, SAY(part_waited_at_region_end), who, g->line,
                 quote);
        break;
    case FOR_A_THREAD:
        said_put(text, size, SAY(part_waited_for_thread_end), who, g->line,
                 quote);
        break;
    case WAITS:
        said_put(text, size, SAY(part_waited_at_line), who, g->line, quote);
        break;
    case IS_DONE:
        said_put(text, size,
                 one ? SAY(part_was_at_region_end)
                     : SAY(part_were_at_region_end),
                 who);
        break;
    }
}

/* Does a directive shortly above that line share its loop in chunks of what is
 * worked out? With chunks of 0 nobody gets on. Its line, or 0. */
static int say_chunk(const char *source, int waits, char *text, size_t size)
{
    enum { ABOVE = 3 };
    char code[300], said[300];

    for (int line = waits; line > 0 && line >= waits - ABOVE; line--) {
        const char *chunk, *end;
        int open = 0;

        if (!source_line(source, line, code, sizeof code) ||
            !strstr(code, "#pragma") || !(chunk = strstr(code, "schedule(")) ||
            !(chunk = strchr(chunk, ',')))
            continue;
        chunk += 1 + strspn(chunk + 1, " ");
        for (end = chunk; *end && (*end != ')' || open > 0); end++)
            open += (*end == '(') - (*end == ')');
        if (!*end || chunk[strspn(chunk, "0123456789 ")] == ')')
            return 0; /* a number */
        said_put(said, sizeof said, SAY(schedule_chunk_may_be_zero),
                 (int)(end - chunk), chunk, line);
        add(text, size, said);
        return line;
    }
    return 0;
}

/* What follows from where they are, and the line to look at. */
static int say_why(const struct group *group, int groups, const char *source,
                   char *text, size_t size)
{
    const struct group *lock = NULL, *barrier = NULL, *loop = NULL;
    const int first = group[0].line;
    bool elsewhere = false; /* somebody is at no barrier, or at another one */
    int chunk = 0;

    for (int i = 0; i < groups; i++) {
        const struct group *g = &group[i];

        if (g->doing == FOR_LOCK)
            lock = lock ? lock : g;
        else if (g->doing == AT_BARRIER)
            barrier = barrier ? barrier : g;
        else if (g->doing == COMPUTES)
            loop = loop ? loop : g;
    }
    for (int i = 0; i < groups; i++)
        elsewhere |= &group[i] != barrier && group[i].doing != FOR_LOCK;
    if (lock && (barrier || loop)) {
        add(text, size, SAY(lock_held_while_waiting));
        return barrier ? barrier->line : loop->line;
    }
    if (lock) {
        add(text, size, SAY(lock_not_released));
        return lock->line;
    }
    if (barrier && elsewhere) {
        add(text, size, SAY(barrier_not_reached_by_all));
        return barrier->line;
    }
    for (int i = 0; i < groups && !chunk; i++)
        if (group[i].doing == WAITS || group[i].doing == AT_BARRIER)
            chunk = say_chunk(source, group[i].line, text, size);
    if (chunk)
        return chunk;
    if (loop) {
        add(text, size, SAY(loop_never_ends));
        return loop->line;
    }
    return barrier ? barrier->line : first;
}

int where_say(const struct where *at, int n, const char *source, char *text,
              size_t size)
{
    enum { SAID = 4 };
    struct group group[SAID];
    const int groups = group_threads(at, n, source, group, SAID);
    bool known = false;
    char one[300];

    *text = '\0';
    for (int i = 0; i < groups; i++)
        known |= group[i].line > 0;
    if (!known)
        return 0;
    add(text, size, SAY(part_when_stopped));
    for (int i = 0; i < groups; i++) {
        if (i)
            add(text, size, i == groups - 1 ? SAY(part_and) : ", ");
        say_group(&group[i], source, one, sizeof one);
        add(text, size, one);
    }
    add(text, size, ".");
    return say_why(group, groups, source, text, size);
}

/* ---- asking them -------------------------------------------------------- */

/* Send each thread the signal; how many there are. */
static int ask(pid_t pid)
{
    char path[64];
    struct dirent *d;
    int n = 0;
    DIR *tasks;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    tasks = opendir(path);
    while (tasks && n < WHERE_THREADS && (d = readdir(tasks)))
        if (*d->d_name != '.' &&
            !syscall(SYS_tgkill, pid, atoi(d->d_name), WHERE_SIGNAL))
            n++;
    if (tasks)
        closedir(tasks);
    kill(pid, SIGCONT); /* between calls it is stopped */
    return n;
}

static int answers(const char *report)
{
    int n = 0;

    if (!report)
        return 0;
    for (const char *at = strstr(report, WHERE_BEGIN); at;
         at = strstr(at + strlen(WHERE_BEGIN), WHERE_BEGIN))
        n += strchr(at, '\n') != NULL;
    return n;
}

/* The answers' threads; offset[i] are the addresses of thread i, 0 behind the
 * last. */
enum { DEPTH = 12 };

static int read_answers(const char *report, struct where *at,
                        unsigned long (*offset)[DEPTH])
{
    int n = 0;

    while (n < WHERE_THREADS && (report = strstr(report, WHERE_BEGIN))) {
        struct where *w = &at[n];
        char who[8], library[64], *end;
        int used = 0, k = 0;

        report += strlen(WHERE_BEGIN);
        *w = (struct where){0};
        memset(offset[n], 0, sizeof offset[n]);
        if (sscanf(report, " %7s %d %63s%n", who, &w->number, library, &used) !=
            3)
            continue;
        w->main = !strcmp(who, "main");
        w->in_library = strcmp(library, "-") != 0;
        for (report += used; k < DEPTH && *report == ' '; report = end) {
            unsigned long at_ = strtoul(report, &end, 16);

            if (end == report)
                break;
            offset[n][k++] = at_;
        }
        n++;
    }
    return n;
}

bool where_lines(const unsigned long *offset, int n, int *line)
{
    static struct spot spot[WHERE_THREADS * DEPTH];
    struct race_tools tools;
    char program[4096];

    race_tools_find(&tools);
    snprintf(program, sizeof program, "%s/%s", judge.work,
             build_names[student.build]);
    if (!*tools.symbolizer || n > WHERE_THREADS * DEPTH ||
        symbolize(tools.symbolizer, program, judge.source, offset, n, spot))
        return false;
    for (int i = 0; i < n; i++)
        line[i] = spot[i].found ? spot[i].line : 0;
    return true;
}

/* Give each thread the line of its innermost frame in the student's file. */
static void find_lines(struct where *at, int n, unsigned long (*offset)[DEPTH])
{
    static unsigned long all[WHERE_THREADS * DEPTH];
    static int line[WHERE_THREADS * DEPTH];
    int used = 0;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < DEPTH && offset[i][k]; k++)
            all[used++] = offset[i][k];
    if (!where_lines(all, used, line))
        return;
    used = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < DEPTH && offset[i][k]; k++, used++) {
            if (!at[i].line)
                at[i].line = line[used];
            if (!at[i].line && k == 0) /* it was not the student who called */
                at[i].in_library = false;
        }
}

void where_threads_are(struct place *place, char *text, size_t size)
{
    static struct where at[WHERE_THREADS];
    static unsigned long offset[WHERE_THREADS][DEPTH];
    struct sandbox *box = &student.box;
    const double end = measure_now() + 0.5;
    int asked, line = 0;

    *text = '\0';
    if (judge_is_cuda() || build_is_detector(student.build) || box->inside <= 0)
        return;
    asked = ask(box->inside);
    while (asked && answers(box->report.bytes) < asked && measure_now() < end) {
        struct pollfd p = {box->report_fd, POLLIN, 0};

        poll(&p, 1, 20);
        sandbox_drain(box);
    }
    if (box->report.bytes) {
        int n = read_answers(box->report.bytes, at, offset);

        find_lines(at, n, offset);
        line = where_say(at, n, judge.source, text, size);
    }
    if (line) {
        *place = (struct place){.line = line};
        snprintf(place->file, sizeof place->file, "%s", judge.source);
    }
}
