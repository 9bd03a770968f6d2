/*
 * simtcc.c - compile CUDA programs for the CPU device, as nvcc does for GPUs.
 *
 * A .cu file goes through the C++ compiler's preprocessor, the translator, and
 * the C++ compiler; everything is then linked with libsimt.a. Options are
 * nvcc's; those that only matter to a GPU are accepted and ignored.
 */
#define _GNU_SOURCE
#include "compiler/align.h"
#include "compiler/command_line.h"
#include "compiler/host_compiler.h"
#include "compiler/jobs.h"
#include "compiler/prepared.h"
#include "compiler/translate.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(int number)
{
    clean();
    signal(number, SIG_DFL);
    raise(number);
}

static char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *s = copy_of(slash ? slash + 1 : path);
    char *dot = strrchr(s, '.');
    if (dot && dot > s)
        *dot = '\0';
    return s;
}

/* Libraries of which there is nothing here, by the folder of their headers. */
static const struct library {
    const char *folder, *name;
} libraries[] = {
    {"thrust/", "Thrust"},
    {"cutlass/", "CUTLASS"},
    {"cute/", "CuTe"},
};

/* What the preprocessor has said, which is in the file: where a header of such
 * a library is missing, that there is no such library. */
static void tell(const char *complaints)
{
    FILE *f = fopen(complaints, "r");
    char *line = NULL;
    size_t room = 0;
    while (f && getline(&line, &room, f) > 0) {
        char *at = strstr(line, "fatal error: "), *end = NULL;
        const struct library *found = NULL;
        if (at) {
            at += strlen("fatal error: ");
            at += *at == '\''; /* clang++ */
            end = at + strcspn(at, ":'");
        }
        for (size_t i = 0; at && i < sizeof libraries / sizeof *libraries; i++)
            if (strncmp(at, libraries[i].folder, strlen(libraries[i].folder)) ==
                0)
                found = &libraries[i];
        if (found)
            fprintf(stderr,
                    "%.*serror: %s (%.*s) is not supported by the CPU "
                    "device.\n",
                    (int)(strstr(line, "fatal error: ") - line), line,
                    found->name, (int)(end - at), at);
        else
            fputs(line, stderr);
    }
    free(line);
    if (f)
        fclose(f);
}

/* Returns 0 or the compiler's exit status. */
static int compile_cuda(struct input *in)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add_words(&c,
              "-E -x c++ -D__CUDACC__ -D__NVCC__ -D__CUDA_ARCH__=800 "
              "-D__CUDACC_VER_MAJOR__=12 -D__CUDACC_VER_MINOR__=4 "
              "-D__CUDACC_VER_BUILD__=0",
              " ");
    common_options(&c, true);
    language_options(&c, in);
    dependency_options(&c, in->object);
    add(&c, in->path);
    char *text;
    size_t n;
    char *complaints = temporary_file("complaints");
    int status = want.verbose ? run(&c, &text, &n)
                              : run_apart(&c, complaints, &text, &n);
    if (!want.verbose)
        tell(complaints);
    if (status != 0)
        return status;
    if (want.keep && !want.only_preprocess) /* the program's own words alone */
        write_file(
            intermediate_file(format_string("%s.ii", base_name(in->path))),
            text, n);
    bool only_dependencies = want.only_preprocess && want.depend.n;
    if (!only_dependencies) {
        char *aligned = translate_align(text, &n);
        free(text);
        int errors = 0;
        int how = (want.check ? TRANSLATE_CHECK : 0) |
                  (want.relaxed ? TRANSLATE_RELAXED : 0);
        text = aligned ? translate(aligned, &n, how, stderr, &errors) : NULL;
        free(aligned);
        if (!text)
            die(USAGE, "no memory");
        if (errors) {
            fprintf(stderr, "simtcc: %d error%s in %s\n", errors,
                    errors == 1 ? "" : "s", in->path);
            free(text);
            return 1;
        }
    }
    if (want.only_preprocess) {
        if (want.output)
            write_file(want.output, text, n);
        else
            fwrite(text, 1, n, stdout);
        free(text);
        return 0;
    }
    if (want.prepare) {
        prepare(text);
        return 0;
    }
    char *name = format_string("%s.simt.ii", base_name(in->path));
    char *path = intermediate_file(name);
    write_file(path, text, n);
    if (!want.verbose && compile_shorter(text, n, in->object))
        return 0;
    /* clang++ begins with such a line. When it corrects a misspelt name in a
     * launch's arguments, it adds messages about its own lambda. */
    bool clang = memmem(text, n < 4096 ? n : 4096, "\"<built-in>\" 3", 14);
    free(text);
    c = compilation(path, in->object);
    if (clang)
        add(&c, "-fno-spell-checking");
    return run(&c, NULL, NULL);
}

static int compile_other(struct input *in)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add_words(&c, in->language == C ? "-x c" : "-x c++", " ");
    add(&c, want.only_preprocess ? "-E" : "-c");
    common_options(&c, want.only_preprocess);
    if (want.check)
        add(&c, "-U__SANITIZE_THREAD__"); /* see add_check_options() */
    language_options(&c, in);
    dependency_options(&c, in->object);
    add(&c, in->path);
    if (!want.only_preprocess || want.output) {
        add(&c, "-o");
        add(&c, want.only_preprocess ? want.output : in->object);
    }
    return run(&c, NULL, NULL);
}

/* The functions whose calls check/hooks.c takes. */
#define WATCHED(where, type, result, name, ...) ",--wrap=" #name
#define SEEN WATCHED
#define HOSTS(...)
#define PRINTS(...)
#define NAMES(...)
static const char library_wraps[] = "-Wl"
#include "../../library.def"
    ;

static int link_program(void)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add(&c, "-pie");
    int next = 0;
    for (int i = 0; i < want.link.n; i++) {
        if (want.link.s[i][0]) {
            add(&c, want.link.s[i]);
            continue;
        }
        while (want.inputs[next].language == OBJECT)
            next++;
        add(&c, want.inputs[next++].object);
    }
    add(&c, "-o");
    add(&c, want.output ? want.output : "a.out");
    add_list(&c, &want.both);
    add(&c, "-Wl,--wrap=printf,--wrap=__printf_chk,--wrap=puts,"
            "--wrap=putchar"); /* see base/print.h */
    if (want.check) {
        add(&c, library_wraps);
        add(&c, "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,"
                "--wrap=aligned_alloc,--wrap=free,--wrap=_Znwm,--wrap=_Znam,"
                "--wrap=_ZdlPv,--wrap=_ZdaPv,--wrap=_ZdlPvm,--wrap=_ZdaPvm");
    }
    add(&c, home("libsimt.a"));
    add_words(&c, "-lgomp -lm -pthread -ldl", " ");
    return run(&c, NULL, NULL);
}

int main(int n, char **v)
{
    read_command_line(n, v);
    choose_compiler();
    know_compiler();
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    signal(SIGHUP, stop);
    int status = 0;
    for (int i = 0; i < want.ninputs; i++) {
        struct input *in = &want.inputs[i];
        if (in->language == OBJECT)
            continue;
        char *name = format_string("%s.o", base_name(in->path));
        if (want.only_compile)
            in->object = want.output ? copy_of(want.output) : name;
        else
            in->object = intermediate_file(name);
        int failed =
            in->language == CUDA ? compile_cuda(in) : compile_other(in);
        if (failed)
            status = failed;
    }
    if (status == 0 && !want.only_compile && !want.only_preprocess &&
        !want.prepare)
        status = link_program();
    return status;
}
