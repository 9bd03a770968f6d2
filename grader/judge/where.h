/*
 * where.h - where each thread of a process is that does not come back, in
 * words.
 */
#ifndef WHERE_H
#define WHERE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/finding.h"

/* One thread. */
struct where {
    bool main;       /* the process's first one */
    int number;      /* in its team; -1: it is in none */
    int line;        /* of the student's file; 0: it is not in there */
    bool in_library; /* which this line has called */
};

enum { WHERE_THREADS = 1024 };

/* The sentences, each with a blank in front, and the line to look at (0: none).
 * "" if no thread is in the student's file. source: to quote its lines. */
int where_say(const struct where *at, int n, const char *source, char *text,
              size_t size);

/* The lines of the student's file at these offsets in the program that runs, 0
 * where it is none of its; false if nobody can tell. */
bool where_lines(const unsigned long *offset, int n, int *line);

/* Ask all threads of the student's process, which is still there, and say it;
 * *place becomes the line to look at. "" where nobody answers, as of CUDA labs
 * and under a detector. */
void where_threads_are(struct place *place, char *text, size_t size);

#endif
