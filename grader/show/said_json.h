/*
 * said_json.h - a message as data (base/said.h) in JSON: an array of texts and
 * sentences, in their order. A sentence is an object:
 *
 *     {"id": "array_size", "say": "The %s has %d elements.",
 *      "args": ["a", "10"]}
 *
 * A lab's own has no id. An argument is a text, or such an array where it holds
 * sentences.
 */
#ifndef SAID_JSON_H
#define SAID_JSON_H

#include <jansson.h>
#include <stddef.h>

/* Null: there is no memory, or it is not in UTF-8. */
json_t *said_to_json(const char *said);

/* What has no room is left out. -1: that is no such array, and out is "". */
int said_from_json(const json_t *j, char *out, size_t size);

#endif
