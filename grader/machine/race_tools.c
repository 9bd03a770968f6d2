/*
 * race_tools.c - see race_tools.h. First where the tools are, asked of clang
 * and of PATH; then what was found, remembered for later; then whether they do
 * their work, tried with small programs.
 */
#define _GNU_SOURCE
#include "machine/race_tools.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/tokens.h"
#include "base/tool_output.h"
#include "machine/keeper.h"

/* ---- finding the tools -------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
           access(path, X_OK) == 0;
}

/* Where PATH finds `name`; false if nowhere or if it does not fit. */
static bool find_in_path(const char *name, char *found, size_t size)
{
    const char *path = getenv("PATH");

    while (path && *path) {
        int n = (int)strcspn(path, ":");
        int length = snprintf(found, size, "%.*s/%s", n, path, name);
        if (n > 0 && length > 0 && (size_t)length < size && is_program(found))
            return true;
        path += n + (path[n] == ':');
    }
    *found = '\0';
    return false;
}

/* The one-line answer of `clang question`; false if it is not a path: clang
 * repeats the bare name of what it does not have. */
static bool ask_clang(const char *clang, const char *question, char *answer,
                      size_t size)
{
    char *text = tool_output((const char *const[]){clang, question, NULL});
    size_t length = text ? strcspn(text, "\n") : 0;
    bool good = length > 0 && length < size && *text == '/';

    if (good) {
        memcpy(answer, text, length);
        answer[length] = '\0';
    }
    free(text);
    return good;
}

static bool find_archer(const char *clang, char *archer, size_t size)
{
    /* Debian keeps it beside libomp, where print-file-name does not look */
    static const char *const beside[] = {"../../libarcher.so",
                                         "../../../lib/libarcher.so",
                                         "../../../lib64/libarcher.so"};
    char resources[256];

    if (ask_clang(clang, "-print-file-name=libarcher.so", archer, size) &&
        access(archer, R_OK) == 0)
        return true;
    if (ask_clang(clang, "-print-resource-dir", resources, sizeof resources))
        for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
            int length = snprintf(archer, size, "%s/%s", resources, beside[i]);
            if (length > 0 && (size_t)length < size &&
                access(archer, R_OK) == 0)
                return true;
        }
    *archer = '\0';
    return false;
}

/*
 * What the optimizer removes, no detector sees: at -O1 a static variable that
 * one function sets and reads becomes a register, and a sum leaves its loop.
 * And clang's ThreadSanitizer leaves out what lies in a local variable that
 * nobody else can have the address of. Up to LLVM 19 it asks that about `&s.x`
 * and not about the `s` whose address was passed on. If it may look at no use
 * of an address at all, it takes all addresses for known to others.
 */
static void choose_flags(const char *clang, char *flags, size_t size)
{
    static const char basic[] = "-O0 -fsanitize=thread";
    static const char look[] = "-capture-tracking-max-uses-to-explore=0";
    char *text = tool_output((const char *const[]){
        clang, "-mllvm", look, "-E", "-x", "c", "/dev/null", NULL});

    /* what it does not know, it says on its error output */
    snprintf(flags, size, text && *text ? "%s -mllvm %s" : "%s", basic, look);
    free(text);
}

enum { NEWEST = 21, OLDEST = 14 }; /* clang's numbers */

static void look_for_tools(struct race_tools *tools)
{
    char name[32];
    struct race_tools first = {0};

    /* "clang", then by number. A clang without archer would call every
     * OpenMP barrier a race, so one that has it comes before the others. */
    for (int i = NEWEST + 1; i >= OLDEST; i--) {
        memset(tools, 0, sizeof *tools);
        snprintf(name, sizeof name, i > NEWEST ? "clang" : "clang-%d", i);
        if (!find_in_path(name, tools->clang, sizeof tools->clang))
            continue;
        if (find_archer(tools->clang, tools->archer, sizeof tools->archer))
            break;
        if (!*first.clang)
            first = *tools;
    }
    if (!*tools->archer)
        *tools = first;
    if (*tools->clang)
        choose_flags(tools->clang, tools->flags, sizeof tools->flags);

    char *symbolizer = tools->symbolizer;
    const size_t size = sizeof tools->symbolizer;
    if (*tools->clang &&
        ask_clang(tools->clang, "-print-prog-name=llvm-symbolizer", symbolizer,
                  size) &&
        is_program(symbolizer))
        return;
    if (find_in_path("llvm-symbolizer", symbolizer, size))
        return;
    for (int i = NEWEST; i >= OLDEST; i--) {
        snprintf(name, sizeof name, "llvm-symbolizer-%d", i);
        if (find_in_path(name, symbolizer, size))
            return;
    }
    find_in_path("addr2line", symbolizer, size);
}

/* ---- remembering them --------------------------------------------------- */

/* clang takes 20 ms for an answer, and four are needed. What was found stands
 * in the environment, with the PATH that it is true for, for later calls and
 * for the programs that this one starts; and in a file, for the next grading,
 * with the times at which the folders of PATH have changed: then a program has
 * come or gone. */
#define KNOWN "LABKIT_TOOLS"
#define KNOWN_FILE "build/tools.txt"

static const char *search_path(void)
{
    const char *path = getenv("PATH");

    return path ? path : "";
}

static bool recall_tools(struct race_tools *tools)
{
    char *field[] = {tools->clang, tools->flags, tools->archer,
                     tools->symbolizer};
    const char *known = getenv(KNOWN);

    for (int i = 0; known && i < 4; i++) {
        size_t n = strcspn(known, "\n");

        if (!known[n] || n >= sizeof tools->clang)
            return false;
        memcpy(field[i], known, n);
        field[i][n] = '\0';
        known += n + 1;
    }
    return known && !strcmp(known, search_path());
}

static void remember_tools(const struct race_tools *tools)
{
    char *text;

    if (asprintf(&text, "%s\n%s\n%s\n%s\n%s", tools->clang, tools->flags,
                 tools->archer, tools->symbolizer, search_path()) < 0)
        return;
    setenv(KNOWN, text, 1);
    free(text);
}

char *race_tools_times(void)
{
    char *path = strdup(search_path()), *times = NULL, *rest = NULL;
    size_t size;
    FILE *to = path ? open_memstream(&times, &size) : NULL;

    for (char *dir = to ? strtok_r(path, ":", &rest) : NULL; dir;
         dir = strtok_r(NULL, ":", &rest)) {
        struct stat s;

        if (stat(dir, &s) == 0)
            fprintf(to, "%lld.%09ld ", (long long)s.st_mtim.tv_sec,
                    s.st_mtim.tv_nsec);
    }
    if (to)
        fclose(to); /* to memory; times is null where there was none */
    free(path);
    return times;
}

/* From the file into the environment, if it is still true. */
static bool recall_file(struct race_tools *tools)
{
    FILE *file = fopen(KNOWN_FILE, "re");
    char text[8192], *times = race_tools_times(), *last;
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;

    if (file)
        fclose(file); /* only read from: nothing can be lost */
    text[n] = '\0';
    last = strrchr(text, '\n');
    if (last)
        *last++ = '\0';
    bool known = last && times && !strcmp(last, times);
    free(times);
    if (!known)
        return false;
    setenv(KNOWN, text, 1);
    return recall_tools(tools) && access(tools->archer, R_OK) == 0 &&
           is_program(tools->clang) && is_program(tools->symbolizer);
}

/* Only where nothing is missing: what is, may come without a trace. */
static void remember_in_file(const struct race_tools *tools)
{
    char *times = race_tools_times(), name[64];
    FILE *file = NULL;

    snprintf(name, sizeof name, KNOWN_FILE ".%d", (int)getpid());
    if (times && *tools->archer && *tools->symbolizer && getenv(KNOWN))
        file = fopen(name, "we");
    if (file) {
        bool whole = fprintf(file, "%s\n%s", getenv(KNOWN), times) > 0;

        if (fclose(file) != 0 || !whole || rename(name, KNOWN_FILE) != 0)
            unlink(name);
    }
    free(times);
}

void race_tools_find(struct race_tools *tools)
{
    if (recall_tools(tools) || recall_file(tools))
        return;
    look_for_tools(tools);
    remember_tools(tools);
    remember_in_file(tools);
}

/* ---- do they do their work? --------------------------------------------- */

/* The exit status of a program, built and run as the check of races does it; 0
 * if it could not be tried. */
static int try_out(const struct race_tools *tools, const char *folder,
                   const char *program)
{
    static const char script[] =
        "cd \"$LABKIT_PROBE\" || exit 0\n"
        "printf %s \"$LABKIT_PROGRAM\" >probe.c\n"
        "\"$LABKIT_CLANG\" -fopenmp $LABKIT_FLAGS probe.c -o probe -lm "
        "|| exit 0\n"
        "fixed=env; setarch -R true && fixed='setarch -R'\n"
        "OMP_TOOL_LIBRARIES=$LABKIT_ARCHER OMP_NUM_THREADS=4 "
        "TSAN_OPTIONS='symbolize=0 exitcode=66 "
        "ignore_noninstrumented_modules=1' $fixed ./probe\n"
        "status=$?; rm -f probe probe.c; exit $status\n";
    char *argv[] = {"sh", "-c", (char *)script, NULL};
    int status = 0, null;
    pid_t self = getpid(), pid = fork();

    if (pid == 0) {
        keeper_stand(self);
        null = open("/dev/null", O_RDWR);
        for (int fd = 0; null >= 0 && fd < 3; fd++)
            dup2(null, fd);
        setenv("LABKIT_PROBE", folder, 1);
        setenv("LABKIT_PROGRAM", program, 1);
        setenv("LABKIT_CLANG", tools->clang, 1);
        setenv("LABKIT_FLAGS", tools->flags, 1);
        setenv("LABKIT_ARCHER", tools->archer, 1);
        execvp(argv[0], argv);
        _exit(0);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return pid < 0 ? 0 : WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool race_tools_work(const struct race_tools *tools, const char *folder)
{
    static const char program[] =
        "int main(void)\n"
        "{\n"
        "    int sum = 0, count = 0;\n"
        "    for (int k = 0; k < 20; k++) {\n"
        "#pragma omp parallel for reduction(+ : sum)\n"
        "        for (int i = 0; i < 1000; i++)\n"
        "            sum += i & 1;\n"
        "#pragma omp parallel\n"
        "        {\n"
        "#pragma omp critical\n"
        "            count++;\n"
        "        }\n"
        "    }\n"
        "    return sum != 10000 || count != 80;\n"
        "}\n";
    enum { RACE = 66 };

    return try_out(tools, folder, program) != RACE;
}

/* What clang 14 takes and does otherwise than OpenMP says. */
static const struct misunderstood {
    const char *word, *program;
} words_of_openmp[] = {
    {"loop", /* done by every thread, with nothing private */
     "int main(void)\n"
     "{\n"
     "    int sum = 0;\n"
     "#pragma omp parallel\n"
     "    {\n"
     "#pragma omp loop bind(parallel) reduction(+ : sum)\n"
     "        for (int i = 0; i < 100; i++)\n"
     "            sum += i;\n"
     "    }\n"
     "    return sum != 4950;\n"
     "}\n"},
    {"exclusive", /* the sum is lost */
     "int main(void)\n"
     "{\n"
     "    int before[33], sum = 0, wrong = 0;\n"
     "#pragma omp parallel for reduction(inscan, + : sum)\n"
     "    for (int i = 0; i < 33; i++) {\n"
     "        before[i] = sum;\n"
     "#pragma omp scan exclusive(sum)\n"
     "        sum += 1;\n"
     "    }\n"
     "    for (int i = 0; i < 33; i++)\n"
     "        wrong |= before[i] != i;\n"
     "    return wrong || sum != 33;\n"
     "}\n"},
    {"inclusive", /* likewise */
     "int main(void)\n"
     "{\n"
     "    int up_to[33], sum = 0, wrong = 0;\n"
     "#pragma omp parallel for reduction(inscan, + : sum)\n"
     "    for (int i = 0; i < 33; i++) {\n"
     "        sum += 1;\n"
     "#pragma omp scan inclusive(sum)\n"
     "        up_to[i] = sum;\n"
     "    }\n"
     "    for (int i = 0; i < 33; i++)\n"
     "        wrong |= up_to[i] != i + 1;\n"
     "    return wrong || sum != 33;\n"
     "}\n"},
    {"omp_orig", /* not the variable before the loop, but one of a thread */
     "struct sum { int of; };\n"
     "#pragma omp declare reduction(plus : struct sum : omp_out.of += "
     "omp_in.of) initializer(omp_priv = omp_orig)\n"
     "int main(void)\n"
     "{\n"
     "    struct sum sum = {0};\n"
     "#pragma omp parallel for reduction(plus : sum)\n"
     "    for (int i = 0; i < 6400; i++)\n"
     "        sum.of += 1;\n"
     "    return sum.of != 6400;\n"
     "}\n"},
};

/* Whether a word stands in a #pragma omp of a preprocessed file. */
static bool in_a_pragma(const char *path, const char *word)
{
    FILE *file = fopen(path, "re");
    char line[4096];
    bool found = false;

    while (file && !found && fgets(line, sizeof line, file)) {
        const char *p = line + strspn(line, " \t#");
        size_t n = strlen(word);

        if (!strchr(line, '#') || strncmp(p, "pragma omp ", 11))
            continue;
        for (p += 10; !found && (p = strstr(p, word)); p += n)
            found = !token_in_name(p[-1]) && !token_in_name(p[n]);
    }
    if (file)
        fclose(file);
    return found;
}

const char *race_tools_misread(const struct race_tools *tools,
                               const char *folder, const char *file)
{
    for (size_t i = 0; i < sizeof words_of_openmp / sizeof *words_of_openmp;
         i++) {
        const struct misunderstood *m = &words_of_openmp[i];

        if (in_a_pragma(file, m->word) && try_out(tools, folder, m->program))
            return m->word;
    }
    return NULL;
}
