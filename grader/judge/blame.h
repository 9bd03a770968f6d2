/*
 * blame.h - which line is to blame for too much traffic, and what to do about
 * it, from what has been counted for each array in each line. No more than
 * that is looked at: a test can hand in lines of its own.
 */
#ifndef BLAME_H
#define BLAME_H

#include "judge/counts.h"

struct blame {
    struct place place; /* line 0: no line is known */
    char text[700];     /* sentences that follow "64 are enough."; or "" */
};

/* What was counted too often. */
struct too_much {
    enum judge_count count;
    enum simt_where where;   /* only there */
    enum simt_access access; /* only by such */
    int64_t got, most;       /* so many, where `most` are enough */
};

/* `line` as simt_report_arrays() gives them, all of them. */
struct blame blame_line(const struct simt_line *line, int n,
                        const struct too_much *m);

/* The same for what is counted by kernel, not by line: launches, blocks, warps,
 * threads, barriers. counted[i] is what kernel[i] has. */
struct blame blame_kernel(const struct simt_launches *kernel,
                          const int64_t *counted, int n,
                          enum judge_count count);

/* The line whose copies took most bytes, of these steps of a timeline. */
struct blame blame_copies(const struct simt_step *step, int n);

#endif
