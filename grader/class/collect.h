/*
 * collect.h - from what a platform exports to the submissions of a class.
 *
 * IN is a folder with, per student, a folder, an archive (zip, tar, tar.gz,
 * ...) or single files, or one archive that holds all that; as Moodle, Canvas,
 * Gradescope, Autolab and git name them (names.h). Whoever filled it is not
 * trusted: nothing is unpacked but files that are named as a lab's own file
 * (its case and what a platform added to its name do not count), each of at
 * most COLLECT_FILE bytes; links, device files, paths that leave the archive,
 * archives in archives deeper than COLLECT_DEPTH and what unpacks to more than
 * COLLECT_ARCHIVE bytes are left, with a reason.
 */
#ifndef COLLECT_H
#define COLLECT_H

#include "class/class.h"

#define COLLECT_FILE ((size_t)1 << 20)
#define COLLECT_ARCHIVE ((size_t)256 << 20)
#define COLLECT_DEPTH 2

/* Fill c->submission and c->n from c->in, copy the files to c->out, and write
 * collected.txt there. 0, or -1 with a message; *left gets how many files were
 * left. */
int class_collect(struct class *c, int *left);

void class_free(struct class *c);

#endif
