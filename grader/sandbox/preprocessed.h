/*
 * preprocessed.h - what the preprocessor made of a file: which of its lines are
 * the student's own, and where each token of these stood.
 */
#ifndef PREPROCESSED_H
#define PREPROCESSED_H

#include <stdbool.h>

#include "base/finding.h"
#include "base/tokens.h"

/* A line of it that says where the next one is from: # 12 "file.c" 1 3 */
struct marker {
    int line;
    char file[4096];
    bool enters, leaves; /* a file begins, or we are back in this one */
    bool system;
};

/* False if the line is none. */
bool marker_read(char *line, struct marker *m);

/* The line behind this one; its end if there is none. */
char *marker_next(char *line);

struct preprocessed {
    char *text;      /* as it is */
    struct tokens s; /* only the student's own lines of it, the others empty */
};

/* False where there is no memory, or with a message no file. */
bool preprocessed_read(struct preprocessed *p, const char *path);
void preprocessed_free(struct preprocessed *p);

/* Where token k stands in the student's own files. */
struct place preprocessed_place(const struct preprocessed *p, int k);

#endif
