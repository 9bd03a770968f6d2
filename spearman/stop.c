/*
 * stop.c - how the program ends when something is wrong; see spearman.h.
 */
#include "spearman.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void stop(int status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("spearman: ", stderr);
    vfprintf(stderr, format, args);
    fputs("\n", stderr);
    va_end(args);
    exit(status);
}

void stop_for_file(const char *name, int error)
{
    const char *advice = "";

    switch (error) {
    case ENOENT:
        advice = ". Is the name right, and its folder there?";
        break;
    case EACCES:
    case EPERM:
        advice = ". Ask its owner to let you, or name another file";
        break;
    case ENOSPC:
    case EDQUOT:
        advice = ". Make room, then give the same command again";
        break;
    case EROFS:
        advice = ". Name a file in another folder";
        break;
    }
    stop(error == ENOENT || error == EACCES || error == EISDIR ||
                 error == ENOTDIR
             ? WRONG
             : FAILED,
         "%s: %s%s", name, strerror(error), advice);
}

void *memory(unsigned long long bytes)
{
    void *got = bytes < SIZE_MAX ? malloc((size_t)bytes + 1) : NULL;

    if (!got)
        stop(FAILED,
             "no memory for %llu bytes. End other programs, or use a machine "
             "with more",
             bytes);
    return got;
}

double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
