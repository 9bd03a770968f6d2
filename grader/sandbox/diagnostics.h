/*
 * diagnostics.h - what a compiler or a linker has printed, as a sentence for
 * the student.
 */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/finding.h"
#include "base/lab.h"

/* The beginning of a compiler's words as a string, made safe; "" if there are
 * none, null without memory. To be freed. */
char *diagnostics_read(const char *path);

/* Fail f by the first error that the compiler of this build (enum build)
 * printed: its place and its words. Cuts the text. */
void diagnostics_say_error(const struct lab *lab, char *text,
                           const char *source, int build, struct finding *f);

/* The same for the linker. False if it is no mistake of the student's. */
bool diagnostics_say_link_error(const char *text, const char *source,
                                struct finding *f);

/* What the linker cannot place because there is so much of it; each linker has
 * its own words for that. False if this object holds not so much. */
bool diagnostics_say_too_large(const char *object, const char *source,
                               struct finding *f);

/* The first pragma that is meant for OpenMP, and that the compiler only warned
 * of and ignored, in the words of the file at `path`: the line of `source`, and
 * what to say of it, beginning with a blank. False if there is none. */
bool diagnostics_say_ignored(const char *path, const char *source,
                             struct place *place, char *said, size_t size);

/* The same for a function that may end without returning a value. */
bool diagnostics_say_no_return(const char *path, const char *source,
                               struct place *place, char *said, size_t size);

/* The same for a variable that is used before anything is put into it. */
bool diagnostics_say_unset(const char *path, const char *source,
                           struct place *place, char *said, size_t size);

#endif
