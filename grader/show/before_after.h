/*
 * before_after.h - the picture of a handout: what one warp's requests touch before
 * and after, beside each other, and what the kernels' requests come to in all.
 * All of it was counted; nothing is placed by hand.
 */
#ifndef BEFORE_AFTER_H
#define BEFORE_AFTER_H

#include <stdio.h>

#include "reports/simt_report.h"

enum { PATTERN_ITEMS = 6 };

struct pattern {
    char program[80]; /* whose requests: "the skeleton", "lab 31" */
    int n;
    struct pattern_item {
        char name[64]; /* the array's */
        struct simt_line line;
    } item[PATTERN_ITEMS];
    struct simt_counts all; /* of the kernels that they are of */
};

void pattern_svg(FILE *out, const char *title, const struct pattern *before,
                 const struct pattern *after);

#endif
