/*
 * formats.h - what results can be given back as. A new format is a file with
 * its function, a line here and a line in formats.c.
 *
 * Rules of use:
 * - A function writes to `out`, which becomes the file or standard output only
 *   if it returns 0: nobody sees half a gradebook.
 * - -1 after a message on stderr: nothing can be given back. Where a platform
 *   has no way to say "not graded", that is so for a lab that the kit broke
 *   down on; it never becomes 0 points.
 */
#ifndef FORMATS_H
#define FORMATS_H

#include "export/record.h"

struct format {
    const char *name;
    const char *help; /* one line; N_() */
    int (*write)(const struct export *e, FILE *out);
    bool own_files; /* it writes what OUT names itself, which has to be set */
};

extern const struct format formats[]; /* ends with a name that is null */

int gradescope_write(const struct export *e, FILE *out);
int gradescope_zip(const struct export *e, FILE *out);
int autolab_write(const struct export *e, FILE *out);
int autolab_files(const struct export *e, FILE *out);
int classroom50_write(const struct export *e, FILE *out);
int actions_write(const struct export *e, FILE *out);
int junit_write(const struct export *e, FILE *out);
int junit_gitlab_write(const struct export *e, FILE *out);
int canvas_write(const struct export *e, FILE *out);
int moodle_write(const struct export *e, FILE *out);
int prairielearn_write(const struct export *e, FILE *out);

#endif
