/*
 * symbolize.h - from an offset in a program to the student's line, and from
 * line and column to the variable's name. The parts of sanitizer.c that know
 * no sanitizer; nothing else in the grader needs them.
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

/* ---- internal; declared here so that the test can reach them ------------- */

/* Copy line `number` (from 1) of the file, without its end. False if there is
 * no such line. */
bool source_line(const char *path, int number, char *line, size_t size);

/*
 * The lvalue that the access at `column` of this source line is about:
 * "sum", "a[i]", "p->x". The column may point at a name in it or at an
 * operator: that of an assignment, ++, [ or ->. `reading` tells that the
 * access is a load: then a plain "=" says nothing about what was loaded.
 * False where the text does not tell (a call, a keyword, a declaration).
 */
bool lvalue_at(const char *line, int column, bool reading, char *name,
               size_t size);

#endif
