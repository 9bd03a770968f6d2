/*
 * collect.h - from what a platform exports to the submissions of a class.
 *
 * IN is a folder with, per student, a folder, an archive (zip, tar, tar.gz, 7z,
 * ...) or single files, as Moodle, Canvas, Gradescope, Autolab and git name
 * them (names.h); or an archive that holds that. A lone folder or archive in
 * it that holds several students is looked into. So are all that lie there,
 * where each holds names that only a platform gives: several exports. Otherwise
 * a name inside somebody's archive never says whose something is.
 *
 * Rules of use:
 * - Whoever filled IN is not trusted. Nothing is unpacked but files that are
 *   named as a lab's own file, each of at most COLLECT_FILE bytes, and none
 *   under its own name. What is left is written down with the reason; it costs
 *   nobody else anything. The limits below are for each entry of IN.
 * - When it was handed in is what the student cannot set, where there is such:
 *   Gradescope's :created_at:, then the date of the student's own archive, then
 *   that of the file. Not known, and so never late: of Canvas what is not
 * marked LATE (its files have the date of the export), and a git clone.
 * - Of several files for one lab in one hand-in, one is taken: the one in the
 *   lab's folder (NN_name), else the one that has the lab's own name, else the
 *   one least deep, else the newest. The others are written down. Where only
 *   the date decides, an instructor is asked to look.
 * - What is as handed out is left, if there is anything else beside it. Ends of
 *   lines and a byte order mark make no other file.
 * - The same IN, the same submissions, the same bytes of collected.txt.
 */
#ifndef COLLECT_H
#define COLLECT_H

#include "class/class.h"

#define COLLECT_FILE ((size_t)1 << 20)       /* a lab's file */
#define COLLECT_INNER ((size_t)128 << 20)    /* an archive in an archive */
#define COLLECT_ARCHIVE ((size_t)256 << 20)  /* all that is unpacked */
#define COLLECT_KEPT ((size_t)64 << 20)      /* all files of labs */
#define COLLECT_FILES 1000                   /* those, by number */
#define COLLECT_ENTRIES 100000               /* files and folders */
#define COLLECT_DEPTH 2                      /* archives in each other */
#define COLLECT_SECONDS 60                   /* of a processor, an archive */
#define COLLECT_EXPORT ((long long)16 << 30) /* an archive of a class */

/* Fill c->submission and c->student from c->in, copy the files to c->out, and
 * write collected.txt there. 0, or -1 with a message; *left gets how many files
 * were left, what systems and editors make not counted. */
int class_collect(struct class *c, int *left);

void class_free(struct class *c);

#endif
