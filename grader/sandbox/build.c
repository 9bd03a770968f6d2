/*
 * build.c - see build.h. The compiler runs on text that we do not trust
 * (#include "/dev/zero" is one line), so every job has limits on time, memory
 * and file size, and is ended with all its helpers.
 *
 * The story: look at the file, compile it for every build at once, look for
 * words and symbols that switch a detector off, link, and put the first thing
 * that went wrong into a sentence.
 */
#define _GNU_SOURCE
#include "sandbox/build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine/gpu.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"
#include "sandbox/object.h"
#include "sandbox/refuse.h"
#include "machine/race_tools.h"
#include "base/say.h"
#include "base/source.h"

#define SECONDS_MAX 60         /* of the processor, for one compiler */
#define IDLE_MAX 20            /* seconds in which a compiler did nothing */
#define OUTPUT_MAX (256 << 10) /* bytes of a compiler's messages we read */
#define FILE_MAX ((rlim_t)256 << 20)       /* of each file that it writes */
#define VARIABLES_MAX ((uint64_t)1 << 30)  /* so many always find room */
#define MEMORY_MAX ((rlim_t)1 << 30)       /* of each; several run at once */
#define NVCC_MEMORY_MAX ((rlim_t)16 << 30) /* addresses; it uses a tenth */

const char *const build_names[BUILD_COUNT] = {
    "plain", "filled", "serial", "asan", "tsan", "check", "gpu", "memcheck"};

/* ---- running compilers -------------------------------------------------- */

#define JOB_ARGS 48
#define CANNOT_START 127 /* exit code; no compiler has it */

struct job {
    const char *argv[JOB_ARGS];
    int argc;
    char store[4096]; /* the arguments' text */
    size_t used;
    char output[600]; /* file that gets what the compiler prints */
    rlim_t memory;    /* limit on its addresses */
    pid_t pid;        /* 0: not running */
    int status;       /* as from waitpid() */
    bool slow;        /* ended because it took too long */
    bool idle;        /* ended by us: it waits for something */
    double cpu;       /* seconds that it and its helpers have used ... */
    double since;     /* ... since then, on our clock */
};

/* printf one argument. What does not fit is left out; the compiler then
 * complains about the rest. */
__attribute__((format(printf, 2, 3))) static void add(struct job *j,
                                                      const char *format, ...)
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

/* Several arguments in one string, separated by blanks. */
static void add_words(struct job *j, const char *words)
{
    size_t n;

    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        n = strcspn(words, " ");
        add(j, "%.*s", (int)n, words);
        words += n;
    }
}

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
    limit(RLIMIT_FSIZE, FILE_MAX);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, j->memory);
    limit(RLIMIT_CPU, SECONDS_MAX); /* of each of its processes */
    execvp(j->argv[0], (char *const *)j->argv);
    _exit(CANNOT_START);
}

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
    j->slow = used.ru_utime.tv_sec + used.ru_stime.tv_sec >= SECONDS_MAX - 1;
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
    j->idle = now - j->since > IDLE_MAX;
}

/* Run all jobs at the same time. 0, or -1 for trouble of our own: said, or we
 * were interrupted. */
static int run_jobs(struct job *jobs, int n, const char *work)
{
    const struct timespec nap = {0, 3000000};
    double looked = measure_now();
    pid_t self = getpid();
    int running = 0, result = 0;

    for (int i = 0; i < n; i++) {
        struct job *j = &jobs[i];

        fflush(NULL);
        j->since = looked;
        j->pid = fork();
        if (j->pid == 0)
            become(j, work, self);
        if (j->pid < 0) {
            fprintf(stderr, "%s: fork: %s\n", j->argv[0], strerror(errno));
            j->pid = 0;
            result = -1;
            break;
        }
        setpgid(j->pid, j->pid); /* the child does it too; one is first */
        running++;
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
        if (jobs[i].status == W_EXITCODE(CANNOT_START, 0)) {
            fprintf(stderr,
                    _("%s cannot be started. Install it (Debian: sudo apt "
                      "install gcc clang); make doctor shows what is "
                      "missing.\n"),
                    jobs[i].argv[0]);
            result = -1;
        }
    return result;
}

static bool went_well(const struct job *j)
{
    return WIFEXITED(j->status) && WEXITSTATUS(j->status) == 0;
}

/* ---- the student's file, before any compiler sees it -------------------- */

/* Says it in f and returns false if the text is not UTF-8. */
static bool good_text(const char *text, size_t n, const char *source,
                      struct finding *f)
{
    size_t start = 0;

    if (n >= 2 &&
        (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2))) {
        refuse(f, source, 0);
        finding_say(f, _("This file is saved as UTF-16, which compilers do "
                         "not read. Save it as UTF-8 in your editor."));
        return false;
    }
    for (int line = 1; start < n; line++) {
        const char *end = memchr(text + start, '\n', n - start);
        size_t length = end ? (size_t)(end - text) - start : n - start;
        /* jansson refuses strings that are not UTF-8 */
        json_t *string = json_stringn(text + start, length);
        bool utf8 = string != NULL;

        json_decref(string);
        if (!utf8 || memchr(text + start, 0, length)) {
            refuse(f, source, line);
            finding_say(f, _("This line holds bytes that are not text in "
                             "UTF-8. Save the file as UTF-8 in your editor "
                             "and look at this line again."));
            return false;
        }
        start += length + 1;
    }
    return true;
}

/* Say in f why the file cannot be read, for errno. */
static void say_unreadable(const struct lab *lab, const char *path, int why,
                           struct finding *f)
{
    refuse(f, path, 0);
    if (why == ENOENT || why == ENOTDIR)
        finding_say(f,
                    _("There is no file %s. To get the skeleton "
                      "again, type:\nmake reset LAB=%s"),
                    path, lab->id);
    else if (why == ELOOP)
        finding_say(f,
                    _("%s is a symbolic link. Only a file of its own is graded "
                      "here: put a copy in the link's place."),
                    path);
    else if (why == EISDIR)
        finding_say(f, _("%s is a folder; it should be your %s file."), path,
                    lab->ext);
    else if (why == ENOTSUP)
        finding_say(f, _("%s is not a file with text in it."), path);
    else if (why == EFBIG)
        finding_say(f, _("The file has more than a million bytes, which no "
                         "answer to this lab needs."));
    else
        finding_say(f, _("%s cannot be read: %s."), path, strerror(why));
}

static bool good_source(const struct lab *lab, const char *source,
                        struct finding *f)
{
    size_t n = 0;
    char *text = source_read(source, false, &n);
    bool good = false;

    if (!text) {
        say_unreadable(lab, source, errno, f);
    } else if (n == 0) {
        refuse(f, source, 0);
        finding_say(f,
                    _("The file is empty. Was it saved? To get the "
                      "skeleton again, type:\nmake reset LAB=%s"),
                    lab->id);
    } else if (source_is_solution(source)) {
        refuse(f, source, 0);
        finding_say(f, _("This folder is a link to the reference solution. "
                         "Your own answer is graded here."));
    } else {
        good = good_text(text, n, source, f);
    }
    free(text);
    return good;
}

/* ---- what compilers print ----------------------------------------------- */

/* The beginning of a compiler's words as a string, made safe; "" if there are
 * none. Free it. */
static char *read_output(const char *path, size_t max)
{
    char *text = calloc(1, max + 1);
    FILE *file = fopen(path, "r");

    if (file && text)
        text[fread(text, 1, max, file)] = 0;
    if (text)
        text_clean(text, text, max + 1);
    if (file)
        fclose(file);
    return text;
}

/* "path:12:5" before `end`, or nvcc's "path(12)": split into a place. */
static void read_place(const char *line, const char *end, struct place *p)
{
    int number[2] = {0, 0}, found = 0;
    const char *open = memrchr(line, '(', (size_t)(end - line));

    if (open && end[-1] == ')' && sscanf(open, "(%d)", &p->line) == 1) {
        snprintf(p->file, sizeof p->file, "%.*s", (int)(open - line), line);
        return;
    }

    while (found < 2) {
        const char *digits = end;

        while (digits > line && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        if (digits == end || digits == line || digits[-1] != ':')
            break;
        number[found++] = (int)strtol(digits, NULL, 10);
        end = digits - 1;
    }
    if (found == 0)
        return; /* "cc1: fatal error: ...": no place in a file */
    p->line = number[found - 1];
    p->column = found == 2 ? number[0] : 0;
    snprintf(p->file, sizeof p->file, "%.*s", (int)(end - line), line);
}

/* Whether line `line` of the file belongs to a #pragma omp. */
static bool is_pragma(const char *path, int line)
{
    FILE *file = fopen(path, "re");
    char text[4096] = "";
    bool goes_on = false, pragma = false;

    for (int k = 1; file && k <= line && fgets(text, sizeof text, file); k++) {
        const char *p = text + strspn(text, " \t");
        size_t n = strcspn(text, "\r\n");

        if (!goes_on)
            pragma = *p == '#' && (p += 1 + strspn(p + 1, " \t"),
                                   !strncmp(p, "pragma omp", 10));
        goes_on = n > 0 && text[n - 1] == '\\';
    }
    if (file)
        fclose(file);
    return pragma;
}

/* Put the first error that the compiler of this build printed into f. */
static void say_error(const struct lab *lab, char *text, const char *source,
                      int build, struct finding *f)
{
    enum { BROKEN = 2 };
    static const char *const marks[] = {": fatal error: ", ": error: ",
                                        ": internal compiler error: "};
    char *rest, *words = NULL, *mark = NULL, *last = NULL;
    bool broke = false;

    refuse(f, source, 0);
    for (char *line = strtok_r(text, "\n", &rest); line && !words;
         line = strtok_r(NULL, "\n", &rest)) {
        for (int i = 0; i <= BROKEN && !words; i++)
            if ((mark = strstr(line, marks[i]))) {
                words = mark + strlen(marks[i]);
                broke = i == BROKEN;
            }
        if (words) {
            size_t n = strlen(words);

            read_place(line, mark, &f->place);
            if (n && strchr(".?;", words[n - 1])) /* ours ends with its own */
                words[n - 1] = 0;
        }
        last = line;
    }
    if (strstr(words ? words : last ? last : "", "out of memory alloc"))
        finding_say(f,
                    _("The compiler needs more than %d MB of memory for this "
                      "file. Is something in it very large?"),
                    (int)(MEMORY_MAX >> 20));
    else if (!words)
        finding_say(f, _("The compiler gave up on this file: %s."),
                    last ? last : _("it does not say why"));
    else if (strstr(words, "File size limit exceeded"))
        finding_say(f,
                    _("What the compiler makes of this file has more than %d "
                      "MB. How large are its arrays that have values from the "
                      "beginning, and those of the device?"),
                    (int)(FILE_MAX >> 20));
    else if (broke)
        finding_say(f,
                    _("The compiler itself breaks down here (%s). That is a "
                      "mistake of its own; write this in another way."),
                    words);
    else if (!strncmp(words, "conflicting types for", 21) ||
             !strncmp(words, "conflicting declaration of C function", 37))
        finding_say(f,
                    _("The compiler stops here: %s. The function is declared "
                      "in labs/%s/%s.h; keep its return type and its "
                      "parameters as they are there."),
                    words, lab->folder, lab->name);
    else if (build == BUILD_TSAN && is_pragma(source, f->place.line)) {
        f->status = STATUS_SKIPPED;
        finding_say(f,
                    _("Not checked: gcc takes this pragma of OpenMP, but "
                      "clang, which the race detector needs, does not know it: "
                      "%s. No points are lost; without it races can be looked "
                      "for."),
                    words);
    } else if (build == BUILD_TSAN)
        finding_say(f,
                    _("Races cannot be looked for: gcc takes this file, but "
                      "clang, which the race detector needs, stops here: %s. "
                      "Write it in another way."),
                    words);
    else if (build >= BUILD_GPU)
        finding_say(f,
                    _("The CPU device takes this file, but nvcc, NVIDIA's "
                      "compiler for the GPU, stops here: %s."),
                    words);
    else
        finding_say(f, _("The compiler stops here: %s."), words);
}

/* The same for the linker. False if it is no mistake of the student's. */
static bool say_link_error(const char *text, const char *source,
                           struct finding *f)
{
    const char *undefined = strstr(text, "undefined reference to `");
    const char *multiple = strstr(text, "multiple definition of `");
    const char *far = strstr(text, "relocation truncated to fit");
    const char *found = undefined ? undefined : multiple ? multiple : far;
    const char *name, *line;
    struct place place = {0};
    int n;

    if (!found)
        return false;
    name = found + strcspn(found, "`\n");
    name += *name == '`';
    n = (int)strcspn(name, "'\n");
    for (line = found; line > text && line[-1] != '\n'; line--)
        continue;
    if (found - line > 2) {
        const char *end = found - 2;

        /* newer linkers: "FILE:LINE:(.text+0x1): undefined reference" */
        while (end[-1] == ')' && end - line > 2) {
            const char *open = end - 1;

            while (open > line && *open != '(')
                open--;
            if (open == line || open[-1] != ':')
                break;
            end = open - 1;
        }
        read_place(line, end, &place);
    }
    if (found == multiple) {
        /* "KIT'S PLACE: multiple definition of `x'; x.o:STUDENT'S PLACE: first
         * defined here": plain.o and the others come first on our lines. */
        const char *theirs = strstr(found, "'; ");
        const char *end = strstr(found, ": first defined here");

        place.line = 0;
        if (theirs && end && theirs < end)
            read_place(theirs + 3, end, &place);
    }
    refuse(f, source, place.line);
    if (undefined && n == 4 && !strncmp(name, "main", 4))
        finding_say(f, _("There is no function main() in this file; a program "
                         "needs one."));
    else if (undefined && !strncmp(name, "omp_", 4))
        finding_say(f,
                    _("This program is also built without -fopenmp, and "
                      "then there is no %.*s(). Put the call between "
                      "#ifdef _OPENMP and #endif."),
                    n, name);
    else if (undefined)
        finding_say(f,
                    _("%.*s is used here, but there is no function or "
                      "variable of this name. Is it spelled right? Did "
                      "you write its body?"),
                    n, name);
    else if (found == far)
        finding_say(f,
                    _("An index here lies very far outside its array. Has it "
                      "been given a value? A variable that nobody has set is "
                      "no 0."));
    else
        finding_say(f,
                    _("%.*s has the same name as something in the kit. "
                      "Rename yours, or make it static."),
                    n, name);
    return true;
}

static bool disk_full(const char *work)
{
    struct statvfs v;

    return statvfs(work, &v) == 0 && v.f_bavail * v.f_frsize < (1 << 20);
}

/* ---- the builds --------------------------------------------------------- */

/* TIMED_FLAGS come from the Makefile: the lab's own functions are compiled
 * with the same, so that the speed check compares like with like. */
#define SIMTCC "build/simt/simtcc"
static const char *const build_flags[BUILD_COUNT] = {
    TIMED_FLAGS " -Wall -Wextra -Werror=implicit-function-declaration",
    TIMED_FLAGS " " FILLED_FLAGS " -w",
    ("-O2 -Wall -Wextra -Werror=implicit-function-declaration "
     "-Wno-unknown-pragmas"),
    /* -w: the plain build shows the warnings already */
    ("-O1 -fopenmp -w -fno-omit-frame-pointer -fsanitize=address,undefined "
     "-fno-sanitize-recover=undefined"),
    "-fopenmp -w", /* and race_tools.flags */
    "--check --keep -w -g -Xcompiler -fdiagnostics-color=never",
    /* CUB's headers would look for a profiler, by dlopen(). */
    "-O3 -lineinfo -arch=native -DNVTX_DISABLE",
    /* Optimized in full, the assembler reads 16 bytes of shared memory where
     * the code reads the 4 at the end of an array, which is no error of the
     * student's. With 64 registers a block may still have 1024 threads. */
    "-O1 -lineinfo -arch=native -Xptxas -O1 -maxrregcount=64 "
    "-DNVTX_DISABLE",
};

struct plan {
    const struct lab *lab;
    const char *source, *work;
    bool wanted[BUILD_COUNT];
    bool own_runner; /* the lab has a runner.c */
    bool cuda;       /* the file is a .cu */
    bool extern_inline; /* the file has inline functions as in C99 */
    char nvcc[256];  /* its path */
    struct race_tools tools;
    struct job job[4 * BUILD_COUNT]; /* compile, preprocess, look, names */
    int n_jobs;
    struct job *compile[BUILD_COUNT];
};

/* A new command line, empty. */
static struct job *new_job(struct plan *p, int b, const char *what)
{
    struct job *j = &p->job[p->n_jobs++];

    memset(j, 0, sizeof *j);
    j->memory = b >= BUILD_GPU ? NVCC_MEMORY_MAX : MEMORY_MAX;
    snprintf(j->output, sizeof j->output, "%s/%s-%s.txt", p->work,
             build_names[b], what);
    return j;
}

/* Begin it with the compiler of build `b`. */
static void add_compiler(const struct plan *p, int b, struct job *j)
{
    const char *cc = getenv("CC");

    if (b >= BUILD_GPU)
        add(j, "%s", p->nvcc);
    else if (p->cuda)
        add(j, "%s", SIMTCC);
    else if (b == BUILD_TSAN)
        add(j, "%s", p->tools.clang);
    else
        add_words(j, cc && *cc ? cc : "gcc");
}

/* With which flags the file is compiled, or linked, for build `b`. */
static void add_flags(const struct plan *p, int b, struct job *j)
{
    if (p->cuda && b == BUILD_PLAIN)
        add_words(j, "-g -Xcompiler -fdiagnostics-color=never "
                     "-Wall -Wextra");
    else
        add_words(j, build_flags[b]);
    if (b == BUILD_TSAN)
        add_words(j, p->tools.flags);
}

/* Translate `from` to work/NAME.o, or only preprocess it to work/NAME.i. */
static struct job *new_compile(struct plan *p, int b, const char *name,
                               const char *from, bool only_preprocess)
{
    const struct lab *lab = p->lab;
    const char *ext = only_preprocess ? "i" : "o";
    char what[64];
    struct job *j;

    snprintf(what, sizeof what, "%s-%s", name, ext);
    j = new_job(p, b, what);
    add_compiler(p, b, j);
    if (!p->cuda)
        add_words(j, "-std=gnu11 -g -fdiagnostics-color=never");
    add_flags(p, b, j);
    /* Where nothing is inlined, an `inline` function must be there. */
    if (b == BUILD_TSAN && !p->extern_inline)
        add(j, "-fgnu89-inline");
    if (b == BUILD_CHECK)
        add(j, "--keep-dir=%s", p->work);
    add_words(j, "-I.");
    add(j, "-Ilabs/%s", lab->folder);
    if (!lab->program) {
        /* The contract first, so that another signature is an error. */
        add(j, "-include");
        add(j, "labs/%s/%s.h", lab->folder, lab->name);
        add(j, "-Dmain=students_own_main");
    }
    add(j, only_preprocess ? "-E" : "-c");
    add(j, "-o");
    add(j, "%s/%s.%s", p->work, name, ext);
    add(j, "%s", from);
    return j;
}

/* Whether some words stand in a file. */
static bool says(const char *path, const char *words)
{
    char *text = source_read(path, false, NULL);
    bool found = text && strstr(text, words);

    free(text);
    return found;
}

/* What strict_runtime.c does in the C library's place. */
static const char *const strict_calls[] = {
    "pthread_create", "pthread_detach", "thrd_detach",    "pthread_cond_wait",
    "cnd_wait",       "malloc",         "calloc",         "realloc",
    "aligned_alloc",  "posix_memalign", "free",           NULL,
};

static void new_link(struct plan *p, int b)
{
    struct job *j = new_job(p, b, "link");
    char names[600];

    add_compiler(p, b, j);
    /* -rdynamic: the runner finds the student's functions by name. */
    if (b >= BUILD_GPU)
        add_words(j, "grader/student/runner_gpu.cu");
    add_words(j, p->cuda ? "-Xlinker -export-dynamic" : "-g -rdynamic");
    if (p->cuda && b < BUILD_GPU) /* dlsym() finds nothing of the device's */
        add_words(j, "-Xlinker --exclude-libs=libsimt.a");
    add_flags(p, b, j);
    add(j, "-o");
    add(j, "%s/%s", p->work, build_names[b]);
    add(j, "%s/%s.o", p->work, build_names[b]);
    add(j, "build/grader/student/%s.o", p->lab->program ? "program" : "runner");
    if (b == BUILD_TSAN) {
        add(j, "-Wl,@grader/student/race_wraps.txt");
        add(j, "build/grader/student/race_runtime.o");
    }
    if (b == BUILD_FILLED && !p->lab->program) {
        for (int i = 0; strict_calls[i]; i++)
            add(j, "-Wl,--wrap=%s", strict_calls[i]);
        add(j, "build/grader/student/strict_runtime.o");
    }
    if (p->own_runner)
        add(j, "build/labs/%s/runner.o", p->lab->folder);
    add_words(j,
              p->cuda ? "-lffi -lm -lpthread -ldl" : "-lffi -lm -pthread -ldl");
    /* What no instruction does atomically: a reduction of long double. */
    snprintf(names, sizeof names, "%s/%s-object.txt", p->work, build_names[b]);
    if (says(names, " UND __atomic_"))
        add(j, "-latomic");
    p->compile[b] = j;
}

/* The lab's own best on the GPU, if it has one: what speed is held against. */
static void new_ceiling(struct plan *p)
{
    char path[200];
    struct job *j;

    snprintf(path, sizeof path, "labs/%s/ceiling.cu", p->lab->folder);
    if (access(path, F_OK))
        return;
    j = new_job(p, BUILD_GPU, "ceiling");
    add(j, "%s", p->nvcc);
    add_words(j, build_flags[BUILD_GPU]);
    add_words(j, "-I.");
    add(j, "-Ilabs/%s", p->lab->folder);
    add(j, "-o");
    add(j, "%s/ceiling", p->work);
    add(j, "%s", path);
    add_words(j, "grader/student/runner_gpu.cu build/grader/student/runner.o "
                 "-Xlinker -export-dynamic -lffi -lm -lpthread -ldl");
}

/* Is there a GPU to grade on, and nvcc? BACKEND=cpu says to leave it alone. */
static bool find_gpu(struct plan *p)
{
    const char *backend = getenv("BACKEND");

    return !(backend && !strcmp(backend, "cpu")) && gpu_present() &&
           gpu_find_tool("nvcc", p->nvcc, sizeof p->nvcc);
}

/* What the preprocessor made of the file for build `b`. */
static void preprocessed(const struct plan *p, int b, char *path, size_t size)
{
    const char *slash = strrchr(p->source, '/');
    const char *name = slash ? slash + 1 : p->source;
    const char *dot = strrchr(name, '.');

    if (b == BUILD_CHECK) /* simtcc --keep names it after its input */
        snprintf(path, size, "%s/%.*s.simt.ii", p->work,
                 (int)(dot ? dot - name : (long)strlen(name)), name);
    else
        snprintf(path, size, "%s/%s.i", p->work, build_names[b]);
}

/* Words can be pasted together from strings (asm("__ts" "an_...")), symbols
 * are there in full. Then only the functions of the lab's contract stay visible
 * from outside the object, so no other name of it is taken for the kit's or a
 * library's. Returns as compile_all(). */
static int look_at_objects(struct plan *p, struct finding *f)
{
    int first = p->n_jobs;
    struct job *list[BUILD_COUNT];
    char names[600], text[600];

    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b]) {
            list[b] = new_job(p, b, "object");
            add_words(list[b], "readelf -W -S -s");
            add(list[b], "%s/%s.o", p->work, build_names[b]);
        }
    if (run_jobs(p->job + first, p->n_jobs - first, p->work))
        return -1;
    preprocessed(p, p->cuda ? BUILD_CHECK : BUILD_ASAN, text, sizeof text);
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b] &&
            refuse_object(list[b]->output, b, p->cuda, p->source, text, f))
            return 0;
    snprintf(names, sizeof names, "%s/names.txt", p->work);
    if (refuse_write_names(p->lab, names))
        return -1;
    first = p->n_jobs;
    for (int b = 0; b < BUILD_GPU; b++)
        if (p->wanted[b]) {
            struct job *j = new_job(p, b, "names");

            add_words(j, "objcopy");
            add(j, "--keep-global-symbols=%s", names);
            if (p->cuda) /* else a static libstdc++ finds its names here */
                add(j, "--remove-section=.group");
            add(j, "%s/%s.o", p->work, build_names[b]);
        }
    if (run_jobs(p->job + first, p->n_jobs - first, p->work))
        return -1;
    for (int i = first; i < p->n_jobs; i++)
        if (!went_well(&p->job[i])) {
            refuse(f, p->source, 0);
            finding_say(f, _("Nobody could look into what the compiler made of "
                             "this file."));
            return 0;
        }
    return 1;
}

/* The file is C for gcc, but not for the clang of the race detector, which may
 * be older: the checks of races find the words in work/tsan-refused, all others
 * go on. False if it was not so, or cannot be written down. */
static bool only_clang_refuses(struct plan *p)
{
    struct finding f = {.kind = KIND_BUILD};
    char path[600], *text;
    bool written = false;
    FILE *file;

    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b] && went_well(p->compile[b]) == (b == BUILD_TSAN))
            return false;
    if (!p->wanted[BUILD_TSAN] || p->compile[BUILD_TSAN]->slow ||
        p->compile[BUILD_TSAN]->idle || disk_full(p->work))
        return false;
    text = read_output(p->compile[BUILD_TSAN]->output, OUTPUT_MAX);
    snprintf(path, sizeof path, "%s/tsan-refused", p->work);
    file = text ? fopen(path, "w") : NULL;
    if (file) {
        say_error(p->lab, text, p->source, BUILD_TSAN, &f);
        written = fwrite(&f, sizeof f, 1, file) == 1;
        written = fclose(file) == 0 && written;
    }
    free(text);
    return written;
}

/* Compile for all builds at once. 1: go on; 0: said in f; -1: our trouble. */
static int compile_all(struct plan *p, struct finding *f)
{
    char path[600];

    p->n_jobs = 0;
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b])
            p->compile[b] = new_compile(p, b, build_names[b], p->source, false);
    for (int b = BUILD_ASAN; b < BUILD_CHECK; b++)
        if (p->wanted[b])
            new_compile(p, b, build_names[b], p->source, true);
    if (run_jobs(p->job, p->n_jobs, p->work))
        return -1;
    if (only_clang_refuses(p))
        p->wanted[BUILD_TSAN] = false;
    /* Before the compiler's words are believed: they may be about a file that
     * must not be included. */
    for (int b = BUILD_ASAN; b < BUILD_GPU; b++) {
        preprocessed(p, b, path, sizeof path);
        if (!p->wanted[b])
            continue;
        if (access(path, R_OK) && went_well(p->compile[b])) {
            fprintf(stderr, "%s: %s\n", path, strerror(errno));
            return -1;
        }
        if (refuse_preprocessed(path, p->source, p->cuda, f))
            return 0;
    }
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b] && !went_well(p->compile[b]))
            return 0;
    return refuse_is_off() ? 1 : look_at_objects(p, f);
}

/* What the linker cannot place because there is so much of it; each linker has
 * its own words for that. False if it is not so much. */
static bool say_too_large(const struct plan *p, int b, struct finding *f)
{
    char path[600];
    uint64_t bytes;

    snprintf(path, sizeof path, "%s/%s.o", p->work, build_names[b]);
    bytes = object_variables(path);
    if (bytes < VARIABLES_MAX)
        return false;
    refuse(f, p->source, 0);
    finding_say(f,
                _("The variables outside functions, and the static ones, take "
                  "%.1f GB, and a program has room for less than 2 GB of "
                  "them. Which array is so large? What has to be large is "
                  "allocated while the program runs."),
                (double)bytes / (1 << 30));
    return true;
}

/* Say in f why the first build that went wrong did. 0, or -1 if that is our
 * own trouble, which is said on stderr. */
static int say_what_failed(struct plan *p, bool linking, struct finding *f)
{
    char *text = NULL;
    int result = 0, b = 0;

    while (b < BUILD_COUNT && !(p->wanted[b] && !went_well(p->compile[b])))
        b++;
    if (b == BUILD_COUNT)
        return 0;
    text = read_output(p->compile[b]->output, OUTPUT_MAX);
    if (!text || disk_full(p->work)) {
        fprintf(stderr, "%s: %s\n", p->work, strerror(text ? ENOSPC : ENOMEM));
        result = -1;
    } else if (p->compile[b]->slow) {
        refuse(f, p->source, 0);
        finding_say(f,
                    _("The compiler was not done with this file after %d "
                      "seconds of processor time."),
                    SECONDS_MAX);
    } else if (p->compile[b]->idle) {
        refuse(f, p->source, 0);
        finding_say(f,
                    _("The compiler did nothing for %d seconds. Does this file "
                      "include something that is not a file with text?"),
                    IDLE_MAX);
    } else if (!linking) {
        say_error(p->lab, text, p->source, b, f);
    } else if (say_too_large(p, b, f) ||
               say_link_error(text, p->source, f)) {
        result = 0;
    } else if (b == BUILD_TSAN) {
        /* Without work/tsan the check for races is skipped, and says so. */
        fprintf(stderr,
                _("The race detector cannot be linked (Debian: sudo "
                  "apt install libclang-rt-dev):\n%s\n"),
                text);
    } else {
        fprintf(stderr,
                _("%s could not be linked:\n%s\nThis is no fault of "
                  "your file. make doctor shows what is missing.\n"),
                build_names[b], text);
        result = -1;
    }
    free(text);
    return result;
}

/* Keep what the compiler said for people: the errors of the build that failed
 * or else the plain build's warnings. */
static int keep_words(const struct plan *p)
{
    char path[600], *text;
    int b = BUILD_PLAIN, result = -1;
    FILE *file;

    for (int i = 0; i < BUILD_COUNT; i++)
        if (p->wanted[i] && !went_well(p->compile[i])) {
            b = i;
            break;
        }
    snprintf(path, sizeof path, "%s/compiler.txt", p->work);
    text = read_output(p->compile[b]->output, OUTPUT_MAX);
    file = fopen(path, "a");
    if (text && file && fputs(text, file) >= 0)
        result = 0;
    if (file && fclose(file))
        result = -1;
    if (result)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    free(text);
    return result;
}

int build_student(const struct lab *lab, const char *source, const char *work,
                  struct finding *f)
{
    struct plan *p = NULL;
    char path[200];
    int result = -1, next;
    bool cuda = !strcmp(lab->ext, ".cu");

    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "build");
    f->kind = KIND_BUILD;
    if (!good_source(lab, source, f) || refuse_text(source, cuda, f))
        return 0;
    f->status = STATUS_NONE;
    p = calloc(1, sizeof *p);
    if (!p) {
        fprintf(stderr, "%s\n", strerror(errno));
        return -1;
    }
    p->lab = lab;
    p->source = source;
    p->work = work;
    race_tools_find(&p->tools);
    p->cuda = cuda;
    p->extern_inline = says(source, "extern inline");
    p->wanted[BUILD_PLAIN] = true;
    p->wanted[BUILD_FILLED] = !cuda;
    p->wanted[BUILD_CHECK] = cuda;
    p->wanted[BUILD_GPU] = cuda && find_gpu(p);
    p->wanted[BUILD_MEMCHECK] =
        p->wanted[BUILD_GPU] &&
        gpu_find_tool("compute-sanitizer", path, sizeof path);
    p->wanted[BUILD_ASAN] = !cuda;
    p->wanted[BUILD_SERIAL] = !cuda && lab->program && lab->serial;
    p->wanted[BUILD_TSAN] = !cuda && *p->tools.clang && *p->tools.archer;
    snprintf(path, sizeof path, "labs/%s/runner.c", lab->folder);
    p->own_runner = !lab->program && access(path, F_OK) == 0;

    next = compile_all(p, f);
    if (next < 0)
        goto done;
    if (next == 0 && f->status == STATUS_FAIL) { /* by us: that is enough */
        result = 0;
        goto done;
    }
    if (keep_words(p))
        goto done;
    if (next == 0) {
        result = say_what_failed(p, false, f);
        goto done;
    }
    p->n_jobs = 0;
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b])
            new_link(p, b);
    if (p->wanted[BUILD_GPU])
        new_ceiling(p);
    if (run_jobs(p->job, p->n_jobs, work))
        goto done;
    result = say_what_failed(p, true, f);
    if (result == 0 && f->status == STATUS_NONE) {
        f->status = STATUS_PASS;
        memset(&f->place, 0, sizeof f->place);
    } else if (result == 0)
        result = keep_words(p);
done:
    free(p);
    return result;
}
