/*
 * names.h - whose a folder, an archive or a file is, by its name as a platform
 * exports it.
 *
 *   Moodle      Ann Lee_12345_assignsubmission_file[_reduction.c] Ann_Lee_12345
 *   Canvas      leeann[_LATE]_123_4567_reduction-1.c               123
 *   Gradescope  submission_98765/ with submission_metadata.yml     its
 * submitter Autolab     ann@uni.edu_3_reduction.c ann@uni.edu any other   the
 * name itself, without .zip, .tar.gz, ...
 *
 * The student's name in a class is what the platform's own gradebook has as
 * well, so that marks can be brought back: Moodle's participant number stands
 * last, Canvas's user id alone.
 */
#ifndef NAMES_H
#define NAMES_H

#include "class/class.h"

/* What is known from the name of an entry at the top of IN. */
struct owner {
    char student[CLASS_NAME]; /* as class.h wants it; "" if none is left */
    char file[CLASS_NAME];    /* the name the student gave the file, where it
                               * is behind the platform's; "" for folders and
                               * others */
    int version;              /* Autolab's, Canvas's attachment: the higher the
                               * newer; 0 if unknown */
};

void names_owner(const char *name, struct owner *o);

/* Any text as a student's name. */
void names_make_safe(const char *text, char name[CLASS_NAME]);

/* The lab whose file this is, by its name alone: "Reduction.C", "reduction
 * (2).c", "reduction-1.c". Its index, or -1. */
int names_lab(const struct lab *labs, int n, const char *file);

#endif
