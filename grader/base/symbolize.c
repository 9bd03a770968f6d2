/*
 * symbolize.c - see symbolize.h. First running a tool and reading what it
 * prints, then the search for the tools, then offsets to lines, then lines to
 * names.
 */
#define _GNU_SOURCE
#include "base/symbolize.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine/keeper.h"
#include "reports/sanitizer.h"
#include "base/source.h"
#include "base/tokens.h"

/* Far more than the frames of one report need. */
#define MAX_OUTPUT (4u << 20)
/* llvm-symbolizer answers in 0.1 s; this only ends one that hangs. */
#define PATIENCE_MS 30000

/* ---- running a tool ----------------------------------------------------- */

static long now_ms(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail with this clock */
    return t.tv_sec * 1000L + t.tv_nsec / 1000000;
}

/* Read fd to its end or the limits; the caller frees. NULL for no memory. */
static char *read_all(int fd)
{
    const long deadline = now_ms() + PATIENCE_MS;
    size_t size = 65536, used = 0;
    char *text = malloc(size);

    while (text && used < MAX_OUTPUT) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        long left = deadline - now_ms();
        ssize_t got;

        if (left <= 0)
            break;
        if (poll(&ready, 1, (int)left) < 0 && errno != EINTR)
            break;
        if (!ready.revents)
            continue;
        got = read(fd, text + used, size - used - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        used += (size_t)got;
        if (used + 1 == size) {
            char *larger = realloc(text, size * 2);
            if (!larger)
                break; /* what we have is still of use */
            text = larger;
            size *= 2;
        }
    }
    if (text)
        text[used] = '\0';
    return text;
}

/* What `argv` prints on its standard output, or NULL; the caller frees. No
 * shell in between, so any byte may stand in a path. */
static char *output_of(const char *const *argv)
{
    posix_spawn_file_actions_t actions;
    int fd[2] = {-1, -1};
    char *text = NULL;
    pid_t child;
    int status;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return NULL;
    if (pipe2(fd, O_CLOEXEC) != 0)
        goto done;
    if (posix_spawn_file_actions_adddup2(&actions, fd[1], 1) != 0 ||
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY,
                                         0) != 0 ||
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY,
                                         0) != 0)
        goto done;
    /* posix_spawn does not change argv; its type is older than const */
    if (posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv,
                     environ) != 0)
        goto done;
    close(fd[1]);
    fd[1] = -1;
    text = read_all(fd[0]);
    kill(child, SIGKILL); /* it closed its output, or it hangs */
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
done:
    for (int i = 0; i < 2; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    posix_spawn_file_actions_destroy(&actions);
    return text;
}

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
    char *text = output_of((const char *const[]){clang, question, NULL});
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
    char *text = output_of((const char *const[]){clang, "-mllvm", look, "-E",
                                                 "-x", "c", "/dev/null", NULL});

    /* what it does not know, it says on its error output */
    snprintf(flags, size, text && *text ? "%s -mllvm %s" : "%s", basic, look);
    free(text);
}

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

/* When each folder of PATH has changed last; the caller frees. */
static char *path_times(void)
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
    char text[8192], *times = path_times(), *last;
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
    char *times = path_times(), name[64];
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

void sanitizer_find_tools(struct race_tools *tools)
{
    if (recall_tools(tools) || recall_file(tools))
        return;
    look_for_tools(tools);
    remember_tools(tools);
    remember_in_file(tools);
}

/* ---- from offsets to lines ---------------------------------------------- */

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool same_file(const char *a, const char *b)
{
    char real_a[PATH_MAX], real_b[PATH_MAX];

    if (strcmp(last_component(a), last_component(b)) != 0)
        return false;
    /* Relative paths, "..", links: let the file system decide if it can. */
    if (!realpath(a, real_a) || !realpath(b, real_b))
        return true;
    return strcmp(real_a, real_b) == 0;
}

/* Take ":NUMBER" (or addr2line's ":?", a 0) off the end of the text. */
static bool take_number(char *text, int *number)
{
    char *colon = strrchr(text, ':');
    char *end;
    long value;

    if (!colon || !colon[1])
        return false;
    value = strtol(colon + 1, &end, 10);
    if (*end && strcmp(colon, ":?") != 0)
        return false;
    *number = value > 0 && value < INT_MAX ? (int)value : 0;
    *colon = '\0';
    return true;
}

/* One line "FILE:LINE:COLUMN" or "FILE:LINE (discriminator 2)". */
static void take_location(char *text, symbolize_rule *mine, void *context,
                          int i, struct spot *spot)
{
    char *extra = strstr(text, " (discriminator ");
    int line, column = 0;

    if (extra)
        *extra = '\0';
    if (!take_number(text, &line))
        return;
    if (strrchr(text, ':') && take_number(text, &column)) {
        int swap = line; /* there were two: the second was the column */
        line = column;
        column = swap;
    }
    spot->known = spot->known || strcmp(text, "??") != 0;
    if (!mine(context, i, text))
        return;
    /* Line 0: optimized code that belongs to several lines. The line that it
     * was inlined into is the best that is known, but only near. */
    if (!spot->found || (spot->rough && !spot->line)) {
        spot->rough = spot->found || !line;
        spot->found = true;
        spot->line = line;
        spot->column = line ? column : 0;
    }
}

int symbolize_by(const char *tool, const char *program, symbolize_rule *mine,
                 void *context, const unsigned long *offsets, int n,
                 struct spot *spots)
{
    /* Both tools know these options and answer alike: per address a line
     * "0x...", then a function and a location for each inlined frame. */
    enum { FIXED = 6 };
    if (n == 0)
        return 0;
    const char **argv = calloc((size_t)n + FIXED + 1, sizeof *argv);
    char(*numbers)[24] = calloc((size_t)n + 1, sizeof *numbers);
    char *text = NULL;
    int rc = -1;

    memset(spots, 0, (size_t)n * sizeof *spots);
    if (!argv || !numbers || !*tool)
        goto done;
    memcpy(argv,
           (const char *const[FIXED]){tool, "-a", "-f", "-i", "-e", program},
           FIXED * sizeof *argv);
    for (int i = 0; i < n; i++) {
        snprintf(numbers[i], sizeof numbers[i], "0x%lx", offsets[i]);
        argv[FIXED + i] = numbers[i];
    }
    text = output_of(argv);
    if (!text)
        goto done;

    int at = -1;
    bool function = true; /* the next line is a function's name */
    char *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        if (function && strncmp(line, "0x", 2) == 0) {
            at++;
            continue;
        }
        if (!function && at >= 0 && at < n)
            take_location(line, mine, context, at, &spots[at]);
        function = !function;
    }
    rc = at >= 0 ? 0 : -1;
done:
    free(text);
    free(numbers);
    free(argv);
    return rc;
}

static bool in_source(void *source, int i, const char *file)
{
    (void)i;
    return same_file(file, source);
}

int symbolize(const char *tool, const char *program, const char *source,
              const unsigned long *offsets, int n, struct spot *spots)
{
    return symbolize_by(tool, program, in_source, (void *)source, offsets, n,
                        spots);
}

/* ---- from lines to names ------------------------------------------------ */

bool source_line(const char *path, int number, char *line, size_t size)
{
    char *text = number > 0 ? source_read(path, true, NULL) : NULL;
    const char *p = text;

    while (p && --number > 0)
        p = (p = strchr(p, '\n')) ? p + 1 : NULL;
    if (p && *p)
        snprintf(line, size, "%.*s", (int)strcspn(p, "\r\n"), p);
    number = p && *p;
    free(text);
    return number;
}

static bool is_word(const char *start, const char *end, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == (size_t)(end - start) &&
            memcmp(*list, start, (size_t)(end - start)) == 0)
            return true;
    return false;
}

/* Words that are no variable. Those of the second row can stand directly
 * before an expression. */
static const char *const not_a_name[] = {
    "if",     "for",      "while",  "do",     "else",   "return", "switch",
    "case",   "goto",     "break",  "sizeof", "static", "const",  "volatile",
    "struct", "unsigned", "signed", "int",    "long",   "short",  "char",
    "float",  "double",   "void",   "bool",   "auto",   NULL};
static const char *const before_expression[] = {"else", "do", "return", "case",
                                                NULL};

static const char *skip_back(const char *line, const char *p)
{
    while (p > line && isspace((unsigned char)p[-1]))
        p--;
    return p;
}

/* p is just after a closing bracket: to its opening one, or NULL. Brackets in
 * quotes are not looked for; a wrong match only costs the name. */
static const char *open_bracket(const char *line, const char *p)
{
    int depth = 0;

    while (p > line) {
        p--;
        if (*p == ')' || *p == ']')
            depth++;
        else if ((*p == '(' || *p == '[') && --depth == 0)
            return p;
    }
    return NULL;
}

/* p is on an opening bracket: to just after its closing one, or NULL. */
static const char *close_bracket(const char *p)
{
    int depth = 0;

    for (; *p; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if ((*p == ')' || *p == ']') && --depth == 0)
            return p + 1;
    }
    return NULL;
}

/* Where the chain of names, [...], (...), . and -> that ends at `end` starts;
 * NULL if there is none. */
static const char *chain_start(const char *line, const char *end)
{
    const char *p = skip_back(line, end);

    for (;;) {
        const char *name_end = p;

        if (p > line && (p[-1] == ']' || p[-1] == ')')) {
            bool index = p[-1] == ']';
            p = open_bracket(line, p);
            if (!p)
                return NULL;
            const char *before = skip_back(line, p);
            if (before > line && (token_in_name(before[-1]) ||
                                  before[-1] == ']' || before[-1] == ')')) {
                p = before; /* an index or a call of what stands there */
                continue;
            }
            return index ? NULL : p; /* "(*p)" starts a chain, "[i]" cannot */
        }
        while (p > line && token_in_name(p[-1]))
            p--;
        if (p == name_end || isdigit((unsigned char)*p) ||
            is_word(p, name_end, not_a_name))
            return NULL;
        const char *before = skip_back(line, p);
        if (before - line >= 2 && before[-2] == '-' && before[-1] == '>')
            p = skip_back(line, before - 2);
        else if (before > line && before[-1] == '.')
            p = skip_back(line, before - 1);
        else
            return p;
    }
}

/* Take in the "*" before a chain that is assigned to: "*p = 1", but neither
 * "int *p = q" nor a product. */
static const char *take_stars(const char *line, const char *start)
{
    const char *p = start;

    for (;;) {
        const char *before = skip_back(line, p);
        if (before == line || before[-1] != '*')
            break;
        p = before - 1;
    }
    if (p == start)
        return start;
    const char *end = skip_back(line, p);
    const char *word = end;
    while (word > line && token_in_name(word[-1]))
        word--;
    bool declared = end > line && (token_in_name(end[-1]) || end[-1] == ']');
    return declared && !is_word(word, end, before_expression) ? start : p;
}

/* The lvalue that ends at `end`, for an operator that stands there. */
static const char *lvalue_before(const char *line, const char *end)
{
    const char *p = skip_back(line, end);

    if (p - line >= 2 &&
        (memcmp(p - 2, "++", 2) == 0 || memcmp(p - 2, "--", 2) == 0))
        p -= 2; /* *p++ = x */
    p = chain_start(line, p);
    return p ? take_stars(line, p) : NULL;
}

/* Past the [...] that follow a name. */
static const char *take_indices(const char *p)
{
    while (p && *p == '[')
        p = close_bracket(p);
    return p;
}

/* Past a name and its indices, or NULL if it is a call or none. */
static const char *name_end(const char *p)
{
    const char *end = p;

    while (token_in_name(*end))
        end++;
    if (end == p || isdigit((unsigned char)*p) || is_word(p, end, not_a_name))
        return NULL;
    return end[strspn(end, " \t")] == '(' ? NULL : take_indices(end);
}

/* Past the members that follow: "->x.y[3]"; NULL if one is called. */
static const char *take_members(const char *end)
{
    while (end && (*end == '.' || memcmp(end, "->", 2) == 0))
        end = name_end(end + (*end == '.' ? 1 : 2));
    return end;
}

/* The lvalue after a prefix operator: "*p", "++x", "*(int *)p", "*p->x". */
static const char *lvalue_end(const char *p)
{
    const char *end = p + strspn(p, "*+- \t");

    while (end && *end == '(') {
        end = close_bracket(end);
        if (end && !token_in_name(*end) && *end != '(')
            return take_members(take_indices(end));
    }
    return end ? take_members(name_end(end)) : NULL;
}

/* How long the assigning operator at p is; 0 if there is none. */
static size_t assignment(const char *p)
{
    size_t n = strspn(p, "+-*/%&|^<>"); /* of +=, <<=, ... */

    if (p[n] != '=' || p[n + 1] == '=')
        return 0;
    if (n == 2 && memcmp(p, "<<", 2) != 0 && memcmp(p, ">>", 2) != 0)
        return 0;
    /* "<=" and ">=" compare */
    return n > 2 || (n == 1 && (*p == '<' || *p == '>')) ? 0 : n + 1;
}

bool lvalue_at(const char *line, int column, bool reading, char *name,
               size_t size)
{
    const char *start = NULL, *end = NULL;

    if (column < 1 || (size_t)column > strlen(line))
        return false;
    const char *p = line + column - 1;
    size_t operator_length = assignment(p);

    if (token_in_name(*p)) {
        while (p > line && token_in_name(p[-1]))
            p--;
        /* Only what the name itself stands for: at the p of p->x, clang
         * means the pointer. */
        end = name_end(p);
        for (start = p; end && token_in_name(*p); p++)
            continue;
        start = end ? chain_start(line, p) : NULL;
    } else if (operator_length == 1 && reading) {
        return false;
    } else if (operator_length > 0) {
        start = lvalue_before(line, p);
        end = skip_back(line, p);
    } else if (memcmp(p, "++", 2) == 0 || memcmp(p, "--", 2) == 0) {
        start = lvalue_before(line, p);
        end = start ? skip_back(line, p) : lvalue_end(p);
        start = start ? start : p + 2 + strspn(p + 2, " \t");
    } else if (*p == '[') {
        start = chain_start(line, p);
        end = take_indices(p);
    } else if (*p == '.' || memcmp(p, "->", 2) == 0) {
        start = chain_start(line, p);
        p += *p == '.' ? 1 : 2;
        end = name_end(p + strspn(p, " \t"));
    } else if (*p == '*') {
        start = p;
        end = lvalue_end(p);
    }

    if (!start || !end || end <= start || (size_t)(end - start) >= size)
        return false;
    memcpy(name, start, (size_t)(end - start));
    name[end - start] = '\0';
    return true;
}

/* ---- does the race detector do its work? --------------------------------- */

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
        "OMP_TOOL_LIBRARIES=$LABKIT_ARCHER OMP_NUM_THREADS=4 "
        "TSAN_OPTIONS='symbolize=0 exitcode=66 "
        "ignore_noninstrumented_modules=1' setarch -R ./probe\n"
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

bool sanitizer_archer_works(const struct race_tools *tools, const char *folder)
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

const char *sanitizer_misunderstood(const struct race_tools *tools,
                                    const char *folder, const char *file)
{
    for (size_t i = 0;
         i < sizeof words_of_openmp / sizeof *words_of_openmp; i++) {
        const struct misunderstood *m = &words_of_openmp[i];

        if (in_a_pragma(file, m->word) && try_out(tools, folder, m->program))
            return m->word;
    }
    return NULL;
}
