/*
 * symbolize.h - from an offset in a program to the student's line.
 */
#ifndef SYMBOLIZE_H
#define SYMBOLIZE_H

#include <stdbool.h>
#include <stddef.h>

/* A place in the student's file. */
struct spot {
    bool found;
    bool known; /* it is somebody's source, the student's or other */
    bool rough; /* the compiler moved this code: the line is only near, or 0 */
    int line;   /* 0 if unknown */
    int column; /* in bytes, from 1; 0 if unknown */
};

/*
 * Look up n offsets of `program` with one run of `tool` (llvm-symbolizer or
 * addr2line). spots[i] gets the innermost frame, inlined ones included, that
 * is in `source`; !found if there is none, !known if it is code without debug
 * data, such as the sanitizer's own. 0, or -1 if the tool did not run.
 */
int symbolize(const char *tool, const char *program, const char *source,
              const unsigned long *offsets, int n, struct spot *spots);

/* The same for any rule of what is the student's: mine() is asked about the
 * file of each frame of offset i, innermost first. */
typedef bool symbolize_rule(void *context, int i, const char *file);
int symbolize_by(const char *tool, const char *program, symbolize_rule *mine,
                 void *context, const unsigned long *offsets, int n,
                 struct spot *spots);

/* Do both paths name the same file? `a` may be from a debug record and need
 * not exist; then the last component decides. */
bool same_file(const char *a, const char *b);

#endif
