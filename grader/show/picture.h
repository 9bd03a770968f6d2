/*
 * picture.h - one warp's request as a picture: which lanes touch which sectors
 * (global memory), which banks (shared memory), which address (atomics).
 *
 * Rules of use:
 * - Text is at most 76 columns wide, ASCII only.
 * - An SVG is valid XML whatever the source line and the names are, readable
 *   on a light and on a dark page, and needs no fonts or files.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdio.h>

#include "reports/simt_report.h"

void picture_text(FILE *out, const struct simt_line *l);

/* `code`: the line's source text, or "". */
void picture_svg(FILE *out, const struct simt_line *l, const char *code);

/* 1,234,567; into a buffer that eight calls share. */
const char *picture_number(uint64_t n);

#endif
