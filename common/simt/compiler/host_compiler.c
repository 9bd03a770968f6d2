/*
 * host_compiler.c - see host_compiler.h.
 */
#define _GNU_SOURCE
#include "compiler/host_compiler.h"
#include "compiler/jobs.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/auxv.h>
#include <unistd.h>

struct list compiler;
static bool is_clang;
static int gcc_version; /* its first number; 0 for clang */

static bool in_path(const char *name)
{
    const char *path = getenv("PATH");
    char *rest = copy_of(path ? path : "/usr/bin"), *folder;
    while ((folder = strsep(&rest, ":")))
        if (access(format_string("%s/%s", folder, name), X_OK) == 0)
            return true;
    return false;
}

void choose_compiler(void)
{
    const char *name = want.compiler;
    struct stat st;
    if (name && stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        name = format_string("%s/g++", name);
    /* nvcc takes the C compiler's name as well */
    if (name && strcmp(name, "gcc") == 0)
        name = "g++";
    if (name && strcmp(name, "clang") == 0)
        name = "clang++";
    if (!name)
        name = getenv("CXX");
    if (!name || !*name)
        name = in_path("g++") ? "g++" : in_path("clang++") ? "clang++" : NULL;
    if (!name)
        die(USAGE, "neither g++ nor clang++ is installed");
    add_words(&compiler, name, " ");
}

/* What the compiler prints when asked with one option. */
static char *answer_to(const char *option)
{
    struct list ask = {0};
    char *text;
    size_t n;
    add_list(&ask, &compiler);
    add(&ask, option);
    if (run(&ask, &text, &n) != 0)
        die(USAGE, "%s %s failed", compiler.s[0], option);
    text[n] = '\0'; /* run() leaves room */
    return text;
}

void know_compiler(void)
{
    char *text = answer_to("--version");
    is_clang = strstr(text, "clang") != NULL;
    free(text);
    if (!is_clang) {
        text = answer_to("-dumpversion");
        gcc_version = atoi(text);
        free(text);
    }
}

/* For check mode: what makes the compiler report every access. Not while it
 * preprocesses: libstdc++ would see ThreadSanitizer, and call what only its
 * library has. */
static void add_check_options(struct list *l, bool preprocess)
{
    static struct list chosen, reports;
    if (!chosen.n) {
        /* meet_at_end() in translate.c puts an else behind a loop's head. */
        add_words(&chosen, "-fno-builtin -Wno-dangling-else", " ");
        if (is_clang) {
            add(&chosen, "-O1");
            add_words(&reports,
                      "-fsanitize=thread,array-bounds,shift-exponent,"
                      "float-cast-overflow "
                      "-mllvm -tsan-distinguish-volatile=1 "
                      "-mllvm -tsan-instrument-func-entry-exit=0 "
                      "-mllvm -tsan-instrument-read-before-write=1",
                      " ");
        } else {
            /* Where lanes have parted, check mode takes code at higher
             * addresses for what comes later: blocks stay in the program's
             * order. */
            add_words(&chosen, "-Og -fno-reorder-blocks", " ");
            add_words(&reports,
                      "-fsanitize=thread,bounds,shift-exponent,"
                      "float-cast-overflow",
                      " ");
            if (gcc_version > 10)
                add_words(&reports,
                          "--param tsan-distinguish-volatile=1 "
                          "--param tsan-instrument-func-entry-exit=0",
                          " ");
        }
    }
    add_list(l, &chosen);
    if (!preprocess)
        add_list(l, &reports);
}

char *home(const char *below)
{
    static char self[PATH_MAX], folder[PATH_MAX];
    if (!self[0]) {
        /* by no /proc, which compilers do not get in a grading */
        const char *path = (const char *)getauxval(AT_EXECFN);
        if (!path || !realpath(path, self))
            die(USAGE, "%s: %s", path ? path : "AT_EXECFN", strerror(errno));
        strcpy(folder, dirname(strcpy(folder, self)));
    }
    return format_string("%s/%s", folder, below);
}

char *include_folder(void)
{
    char *there = home("../../common/simt/include");
    char *real = realpath(there, NULL);
    if (!real)
        die(USAGE, "%s: %s", there, strerror(errno));
    return real;
}

/* What the preprocessor and the compiler both get. A null pointer is an address
 * like others: an access through it must not be compiled away, but found. What
 * nobody has given a value holds no 0 by luck, as little as on a GPU. An int
 * that overflows wraps in both modes, so that they compute the same. */
void common_options(struct list *l, bool preprocess)
{
    if (want.check) {
        add_check_options(l, preprocess);
    } else if (!want.optimized) {
        add(l, "-O2");
    }
    add_words(l,
              "-g -fPIE -pthread -fstack-clash-protection -fno-strict-aliasing "
              "-fno-math-errno -fno-delete-null-pointer-checks -fwrapv "
              "-ftls-model=local-exec",
              " ");
    if (is_clang || gcc_version > 11)
        add(l, "-ftrivial-auto-var-init=pattern");
    add_list(l, &want.compile);
    add_list(l, &want.both);
}

/* What is preprocessed gets these. */
void language_options(struct list *l, const struct input *in)
{
    add(l, "-isystem");
    add(l, include_folder());
    add(l, "-isystem"); /* what the kit's build makes for our headers */
    add(l, home("include"));
    if (in->language == CUDA) /* first, as with nvcc */
        add_words(l, "-include cuda_runtime.h -include simt_words.h", " ");
    add_list(l, &want.preprocess);
    if (want.check)
        add_words(l, "-DSIMT_CHECK -U_FORTIFY_SOURCE", " ");
    if (in->language != C)
        add(l, want.standard);
}

void dependency_options(struct list *l, const char *object)
{
    add_list(l, &want.depend);
    if (want.depend.n && !want.only_preprocess) {
        if (!want.depend_file) {
            char *d = copy_of(object);
            char *dot = strrchr(d, '.');
            if (dot)
                *dot = '\0';
            add(l, "-MF");
            add(l, format_string("%s.d", d));
        }
        add(l, "-MT");
        add(l, object);
    }
}

struct list compilation(const char *path, const char *object)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add_words(&c, "-c -x c++-cpp-output", " ");
    add(&c, want.standard);
    common_options(&c, false);
    add(&c, path);
    add(&c, "-o");
    add(&c, object);
    return c;
}
