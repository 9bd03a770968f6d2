/*
 * refuse.h - what a student's file may not hold: what switches a detector off
 * or tells it apart from another build, what no detector looks into, and what
 * reaches out of the answer: files, other processes, the loader, names that the
 * kit or a library would then take for its own.
 *
 * Looked at in three steps, a file of ours for each, since each sees what the
 * one before cannot: the text as it was written (comments, directives), what
 * the preprocessor made of it (pasted words, macros), and the object files
 * (names made by the compiler).
 * What may be called stands in common/library.def. All functions that return
 * bool say the first thing found in f and return true; false: nothing was
 * found.
 */
#ifndef REFUSE_H
#define REFUSE_H

#include <stdbool.h>

#include "base/finding.h"
#include "base/lab.h"
#include "sandbox/build.h"

/* Fails f at a line of the file; 0 if the line is not known. */
void refuse(struct finding *f, const char *file, int line);

/* LABKIT_DOOR=open: the kit's own tests of what stands behind these looks. */
bool refuse_is_off(void);

/* The student's file: it has to be there, a file of their own with text in
 * UTF-8 in it. */
bool refuse_file(const struct lab *lab, const char *source, struct finding *f);

/* A file as it was written: the student's, or a header of theirs. */
bool refuse_text(const char *path, bool cuda, struct finding *f);

/* What the preprocessor made of `source`: all in it is the student's own. Of a
 * .cu file then also what the translator made of that, which puts in names,
 * sections and asm of its own: all of them begin with "simt", and nothing in
 * the text before did. */
enum refuse_text { REFUSE_C, REFUSE_CUDA, REFUSE_TRANSLATED };
bool refuse_preprocessed(const char *preprocessed, const char *source,
                         enum refuse_text what, struct finding *f);

/* What the compiler said: that it could not open a header which is there, but
 * behind its wall. */
bool refuse_walled_off(const struct lab *lab, const char *said,
                       const char *source, bool cuda, struct finding *f);

/* An object file of build `b`, as `readelf -W -S -s` lists it; `preprocessed`
 * is where the line of a name is looked for, "" if there is none. */
bool refuse_object(const char *listing, int b, bool cuda, const char *source,
                   const char *preprocessed, struct finding *f);

/* Whether a compiler's builtin, or a vector intrinsic, may not be used. */
bool refuse_builtin(const char *name, bool cuda);

/* Write the names that may stay visible from outside the object: the functions
 * that the lab's header declares, a line each. 0, or -1 with a message. */
int refuse_write_names(const struct lab *lab, const char *path);

/* Write what calls of the C library become where a detector is in, for objcopy
 * --redefine-syms: see library_wraps.h. 0, or -1 with a message. */
int refuse_write_wraps(const char *path);

#endif
