/*
 * array_names.h - the arrays that a source line accesses, by the line's text:
 * a report knows the names of variables, but not which of a kernel's parameters
 * an address came from. Those that are only read come first, as they are.
 *
 *     c[i] = a[i] + b[i];              loads a and b, stores c
 *     out[atomicAdd(count, 1)] = *x;   an atomic on count, loads x, stores out
 *     sum += a[k] * (*factor);         loads a and factor
 *     bins[c]++;                       loads and stores bins
 *     row(c, pitch, i)[j] = 0;         stores c
 *     v = ((const int4 *)text)[i];     loads text
 */
#ifndef ARRAY_NAMES_H
#define ARRAY_NAMES_H

#include "reports/simt_report.h"

enum { ARRAY_NAME = 64 };

/* How many names there are, in the order of the text and each only once; the
 * first `max` are in name[]. */
int array_names(const char *text, enum simt_access access,
                char name[][ARRAY_NAME], int max);

#endif
