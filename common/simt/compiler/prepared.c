/*
 * prepared.c - see prepared.h.
 */
#define _GNU_SOURCE
#include "compiler/prepared.h"
#include "compiler/host_compiler.h"
#include "compiler/jobs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * cuda_runtime.h takes the compiler twice as long as a student's file. With
 * --prepare, what the preprocessor makes of it is kept beside simtcc, and what
 * the compiler makes of that, which is for one set of the compiler's options
 * alone. It is used in place of text that is the same byte by byte.
 */
static char *prepared(void)
{
    return home(want.check ? "headers-check.ii" : "headers.ii");
}

/* Where in preprocessed text cuda_runtime.h is; its length, or 0. */
static size_t find_headers(const char *text, size_t *at)
{
    static const char last[] = "\"<command-line>\" 2\n";
    const char *marker =
        format_string("# 1 \"%s/cuda_runtime.h\" 1", include_folder());
    const char *first = strstr(text, marker);
    const char *end = first ? strstr(first, last) : NULL;
    if (!end)
        return 0;
    *at = (size_t)(first - text);
    return (size_t)(end - first) + sizeof last - 1;
}

/* Whether the compiler is the one that is taken by default, with no options
 * but for warnings. */
static bool usual_options(void)
{
    const char *name = getenv("CXX");
    if (want.compiler || (name && *name) || strcmp(compiler.s[0], "g++") != 0 ||
        want.optimized || strcmp(want.standard, "-std=gnu++17") != 0)
        return false;
    for (int i = 0; i < want.compile.n; i++)
        if (want.compile.s[i][1] != 'W' && want.compile.s[i][1] != 'w')
            return false;
    for (int i = 0; i < want.both.n; i++)
        if (strncmp(want.both.s[i], "-fdiagnostics-", 14) != 0)
            return false;
    return true;
}

void prepare(const char *text)
{
    struct list c = {0};
    char *path = prepared(), *made = format_string("%s.gch", path);
    size_t at, n = find_headers(text, &at);
    unlink(made);
    write_file(path, text + at, n);
    add_list(&c, &compiler);
    add_words(&c, "-x c++-header -fpreprocessed", " ");
    add(&c, want.standard);
    common_options(&c, false);
    add(&c, path);
    add(&c, "-o");
    add(&c, made);
    if (run_apart(&c, "/dev/null", NULL, NULL) != 0)
        unlink(made);
}

/* The text with a line that names them instead of the headers; null if they
 * are not prepared, or others. */
static char *without_headers(const char *text, size_t *n)
{
    char *path = prepared(), *kept = NULL, *made, *shorter = NULL;
    size_t at, length = find_headers(text, &at);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd >= 0 && usual_options() && fstat(fd, &st) == 0 && length &&
        strlen(text) == *n && (size_t)st.st_size == length &&
        (kept = malloc(length)) && read(fd, kept, length) == (ssize_t)length &&
        memcmp(kept, text + at, length) == 0) {
        made = format_string("%s.gch", path);
        if (access(made, R_OK) == 0)
            shorter = format_string("%.*s#pragma GCC pch_preprocess \"%s\"\n%s",
                                    (int)at, text, made, text + at + length);
    }
    if (shorter)
        *n = strlen(shorter);
    if (fd >= 0)
        close(fd);
    free(kept);
    return shorter;
}

bool compile_shorter(const char *text, size_t n, const char *object)
{
    char *shorter = without_headers(text, &n), *path, *complaints;
    struct list c;
    struct stat st;
    if (!shorter)
        return false;
    path = temporary_file("shorter.ii");
    complaints = temporary_file("complaints");
    write_file(path, shorter, n);
    free(shorter);
    c = compilation(path, object);
    return run_apart(&c, complaints, NULL, NULL) == 0 &&
           stat(complaints, &st) == 0 && st.st_size == 0;
}
