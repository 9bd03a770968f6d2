/*
 * svg.h - what the kit's pictures have in common: an SVG file of rectangles and
 * text that is valid XML whatever the names are, readable on a light and on a
 * dark page, and needs no fonts or files.
 *
 * Classes of rectangles: page, need (used), waste or idle (not used), frame;
 * of text: title, text, code, label, lane (small, centered, on need).
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
