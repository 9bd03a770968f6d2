/*
 * command_line.h - what simtcc was asked for. read_command_line() writes it;
 * later the names of objects are added, and nothing else changes.
 */
#ifndef COMPILER_COMMAND_LINE_H
#define COMPILER_COMMAND_LINE_H

#include "compiler/list.h"

#include <stdbool.h>

struct input {
    char *path;
    enum { CUDA, CXX, C, OBJECT } language;
    char *object;
};

extern struct wanted {
    struct list preprocess; /* options for -E: -I -D ... */
    struct list compile;    /* for the compiler */
    struct list both;       /* for the compiler and the linker */
    struct list link;       /* objects and libraries, in order */
    struct list depend;     /* -MD and the like */
    struct input *inputs;
    int ninputs;
    const char *output, *compiler, *language, *keep_dir;
    char standard[32];
    bool check, keep, prepare, verbose, dryrun, only_compile, only_preprocess,
        optimized, relaxed, depend_file;
} want;

/* Ends the program where that makes no sense, and for --help. */
void read_command_line(int n, char **v);

#endif
