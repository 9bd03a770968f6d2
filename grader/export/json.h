/* json.h - what the formats in JSON share. */
#ifndef EXPORT_JSON_H
#define EXPORT_JSON_H

#include <jansson.h>
#include <stdio.h>

/* Points as a number with at most six decimals. */
json_t *points_json(double points);

/* Write j, and free it; `flags` as for json_dumpf(). 0, or -1 with a message.
 * A null j is for lack of memory. */
int write_json(json_t *j, size_t flags, FILE *out);

#endif
