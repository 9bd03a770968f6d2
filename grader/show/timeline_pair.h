/*
 * timeline_pair.h - two modelled timelines (simt_timeline.h), before and after,
 * above each other and on one scale. With one device there is a row for each
 * engine, and a colour for each stream, if there are several; with several
 * devices a row for each of them, copies are grey.
 */
#ifndef TIMELINE_PAIR_H
#define TIMELINE_PAIR_H

#include <stdio.h>

#include "reports/simt_report.h"

struct timeline_side {
    const char *program; /* whose it is, in words */
    struct simt_timeline timeline;
    const struct simt_step *step;
    int n;
};

void timeline_pair_svg(FILE *out, const char *title,
                       const struct timeline_side *before,
                       const struct timeline_side *after);

#endif
