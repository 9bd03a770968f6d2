/*
 * svg.h - what the kit's pictures have in common: an SVG file of rectangles and
 * text that is valid XML whatever the names are, readable on a light and on a
 * dark page, and needs no fonts or files.
 *
 * Classes of rectangles: page, need (used), waste or idle (moved or there, not
 * used), off (empty), frame, g0 to g3 (one of four colours); of text: title,
 * text, code, label, name (monospaced), count and axis (they end at x), head
 * and lane (centered, lane on a colour), small.
 * Positions and sizes are in pixels, from the top left corner.
 */
#ifndef SVG_H
#define SVG_H

#include <stdio.h>

void svg_begin(FILE *out, int width, int height, const char *title);
void svg_text(FILE *out, int x, int y, const char *class, const char *format,
              ...) __attribute__((format(printf, 5, 6)));
void svg_rect(FILE *out, int x, int y, int width, int height,
              const char *class);
void svg_end(FILE *out);

#endif
