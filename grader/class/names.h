/*
 * names.h - whose a folder, an archive or a file is, by its name as a platform
 * exports it; and which lab's file it is.
 *
 *   Moodle      Ann Lee_12345_assignsubmission_file[_reduction.c]
 *               Ann_Lee_12345; the number alone says who it is
 *   Canvas      leeann[_LATE]_123_4567_reduction-1.c       123
 *   Autolab     ann@uni.edu_3_reduction.c                  ann@uni.edu
 *               3_ann@uni.edu_vector_add.c, of a file whose name has a '_'
 *   Gradescope  submission_98765: who that is, submitters.h reads
 *   any other   the name itself, without .zip, .tar.gz, ...
 *
 * The student's name in a class is what the platform's own gradebook has as
 * well, so that marks can be brought back: Moodle's participant number stands
 * last, Canvas's user id alone.
 */
#ifndef NAMES_H
#define NAMES_H

#include "class/class.h"

enum platform {
    PLATFORM_NONE,
    PLATFORM_MOODLE,
    PLATFORM_CANVAS,
    PLATFORM_AUTOLAB,
    PLATFORM_GRADESCOPE /* a folder of its export; `who` is its name */
};

/* What is known from the name of an entry at the top of an export. */
struct owner {
    enum platform platform;
    char who[CLASS_PATH]; /* the student as the name has it: any bytes */
    char key[CLASS_PATH]; /* the same for the same student; no other has it */
    char
        file[CLASS_PATH]; /* the name the student gave the file, where it is
                           * behind the platform's; "" for folders and others */
    bool in_time; /* it has no date but was not late: Canvas dates an export's
                   * files by the export, and marks what was LATE */
    long long version; /* Autolab's, Canvas's attachment: the higher the
                        * newer; 0 if unknown */
};

void names_owner(const char *name, struct owner *o);

/* The student in "ann_reduction.c", a lab's file with a name before it. False
 * if it is no such name. */
bool names_before_lab(const struct lab *labs, int n, const char *file,
                      struct owner *o);

/* Any text as a student's name (class.h): letters of all languages are kept if
 * it is UTF-8, and Latin-1 becomes that. "" if nothing is left. Different texts
 * can have the same name. */
void names_make_safe(const char *text, char name[CLASS_NAME]);

/* The same with a number that belongs to this text at its end. */
void names_make_unlike(const char *text, char name[CLASS_NAME]);

/* The lab whose file this is, by its name alone: "reduction.c", "Reduction.C",
 * "reduction (2).c", "reduction-1.c", "03_reduction.c", "vectorAdd.cu". Its
 * index, or -1. */
int names_lab(const struct lab *labs, int n, const char *file);

/* A lab's name with something else behind it: "reduction_final.c",
 * "reduction.c.txt", "reduction.cu" where .c is wanted. Index or -1. */
int names_nearly_lab(const struct lab *labs, int n, const char *file);

/* The lab whose folder this is: "03_reduction", "03_Reduction". Or -1. */
int names_lab_folder(const struct lab *labs, int n, const char *folder);

/* "3_reduction.c" in the folder of somebody's versions: 3, and *rest is what
 * stands behind it. 0 if there is no number. */
long long names_version(const char *file, const char **rest);

/* What systems, editors and version control leave: ".git", "__MACOSX",
 * "._x.c", "x.c~", "Thumbs.db". */
bool names_junk(const char *name);

/* Whether unpack.h can read what is named so: .zip, .tar, .tgz, .7z, ... */
bool names_archive(const char *name);

/* Any text as part of one line: text_clean(), and no ends of lines. */
void names_show(const char *text, char *out, size_t size);

#endif
