/*
 * submitters.h - who handed in what, and when, from submission_metadata.yml of
 * Gradescope's "Export submissions".
 *
 * The file holds what students' programs printed as well. Of YAML only what
 * stands at its place in the left margin is read: the folders' names, and below
 * them :created_at: and :submitters: with their e-mail, name or number.
 */
#ifndef SUBMITTERS_H
#define SUBMITTERS_H

#include "class/class.h"

#define GRADESCOPE_FILE "submission_metadata.yml"

struct gradescope {
    int n;
    struct gradescope_entry {
        char folder[CLASS_NAME];
        time_t at; /* 0 if unknown */
        int n;     /* of who[], who[0] is the first */
        char (*who)[CLASS_NAME];
    } * entry;
};

/* Read the file's bytes. 0, or -1 without memory. Free in any case. */
int gradescope_read(const char *text, size_t size, struct gradescope *g);
void gradescope_free(struct gradescope *g);

const struct gradescope_entry *gradescope_find(const struct gradescope *g,
                                               const char *folder);

/* "2026-11-30 23:59:00.123 +0100", also with a T, a Z or no zone, which is
 * UTC. 0 if it is no such text. */
time_t gradescope_time(const char *text);

#endif
