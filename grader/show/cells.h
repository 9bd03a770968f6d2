/*
 * cells.h - rows of 32 cells in an SVG picture, which show what a warp's
 * request touches (touched.h). A word has the colour of the lanes that want
 * it: 0-7, 8-15, 16-23 or 24-31; all of them if several want it. Grey is moved
 * and wanted by nobody.
 */
#ifndef CELLS_H
#define CELLS_H

#include <stdio.h>

#include "show/touched.h"

struct cells {
    int x;             /* of the first cell */
    int width, height; /* of a cell, pixels */
    int gap;           /* between sectors */
    bool numbers;      /* a word that one lane wants has its number */
};

void cells_row(FILE *out, const struct cells *c, enum touched_form form,
               const struct touched_row *row, int y);

/* All lanes, in their colours; grey those that take no part. */
void cells_lanes(FILE *out, const struct cells *c, enum touched_form form,
                 uint32_t mask, int y);

/* Where a column begins; column 32 is where the row ends. */
int cells_x(const struct cells *c, enum touched_form form, int column);

#endif
