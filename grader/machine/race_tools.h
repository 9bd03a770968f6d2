/*
 * race_tools.h - the tools that the race check needs, and whether they can be
 * trusted here: a clang, libarcher, which tells ThreadSanitizer what OpenMP
 * orders, and a symbolizer.
 */
#ifndef RACE_TOOLS_H
#define RACE_TOOLS_H

#include <stdbool.h>

/* Their paths; "" where missing. */
struct race_tools {
    char clang[256];
    char flags[256];      /* what this clang compiles and links with for it */
    char archer[256];     /* libarcher.so: OpenMP's happens-before for tsan */
    char symbolizer[256]; /* llvm-symbolizer, or addr2line */
};

/* Asked of clang once, then known to later calls, to the programs that this
 * one starts (by the environment) and to the next grading (by a file in
 * build/). */
void race_tools_find(struct race_tools *tools);

/* When each folder of PATH has changed last: a program has come, or gone, or is
 * another one. Null without memory; the caller frees. */
char *race_tools_times(void);

/* Whether the race detector leaves a right OpenMP program alone; tries one in
 * this folder, which takes a second. Ubuntu 22.04's libarcher is linked such
 * that it never notices ThreadSanitizer, and does nothing. */
bool race_tools_work(const struct race_tools *tools, const char *folder);

/* A word of OpenMP in the preprocessed `file` that the detector's clang takes
 * and does not do: a small program with it goes wrong, tried in `folder`. Null:
 * none. */
const char *race_tools_misread(const struct race_tools *tools,
                               const char *folder, const char *file);

#endif
