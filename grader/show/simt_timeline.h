/*
 * simt_timeline.h - a modelled timeline (docs/cpu-device.md) as text and as an
 * SVG picture: what each engine of each device does at each time, for which
 * stream, and what the last result had to wait for.
 *
 * Text is at most 76 columns wide, ASCII only. `n` steps are in step[], in the
 * order in which simt_report_timeline() gives them; t->works may be more.
 */
#ifndef SIMT_DRAWN_TIMELINE_H
#define SIMT_DRAWN_TIMELINE_H

#include <stdio.h>

#include "reports/simt_report.h"

/* Whether something could lie side by side: copies, more than one stream or
 * device. */
bool timeline_any(const struct simt_timeline *t, const struct simt_step *step,
                  int n);

void timeline_text(FILE *out, const struct simt_timeline *t,
                   const struct simt_step *step, int n);
void timeline_svg(FILE *out, const struct simt_timeline *t,
                  const struct simt_step *step, int n);

/* The step that ends last; null: there is none. */
const struct simt_step *timeline_last(const struct simt_step *step, int n);
/* The one that s waited for; null: none of them. */
const struct simt_step *timeline_before(const struct simt_step *step, int n,
                                        const struct simt_step *s);

/* The chain that ends with the step that ends last, each the one that the next
 * one had to wait for: what made the whole take so long. Summed up by line and
 * what is done there, the largest first. */
struct timeline_part {
    const struct simt_step *step; /* one of them; null: the host, asking */
    int times;
    int64_t took;
};
int timeline_parts(const struct simt_step *step, int n,
                   struct timeline_part *out, int max);

/* "12.5 us", into a buffer that eight calls share. */
const char *timeline_time(int64_t picoseconds);

#endif
