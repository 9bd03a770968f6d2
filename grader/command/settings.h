/*
 * settings.h - what the user wants, as make hands it on: LAB, SRC, SEED and so
 * on in the environment; and what all subcommands share because of that.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lab.h"
#include "show/results.h"
#include "show/table.h"

/* Exit codes of every subcommand. */
enum { KIT_OK = 0, KIT_FAILED = 1, KIT_TROUBLE = 2 };

/* What the user set in the environment; an empty variable is an unset one. */
struct settings {
    const char *lab;   /* LAB; null: all labs */
    char src[512];     /* SRC, the folder with the files; "labs" if unset */
    bool own;          /* src is labs/: the student's own files */
    char results[800]; /* RESULTS, or what fits SRC */
    bool seeded;       /* SEED is set */
    uint64_t seed;     /* SEED, or a fresh random one */
    int sample;        /* SAMPLE: of what is graded (`kit verify`: of each
                          lab's wrong answers) so many, chosen by the seed;
                          -1: all */
    int search; /* SEARCH: seconds in which the line of a wrong result may be
                   found by trying (repair.h); -1: unset */
    struct style style;
};

/* The environment's word; null if it is not set, or empty. */
const char *setting(const char *name);

/* 0, or -1 with a message on stderr. */
int settings_read(struct settings *s);

/* A number from `least` on, up to a million; where it is not set, *value stays
 * as it is. False with a message if it is something else. */
bool number_setting(const char *name, int least, int *value);

/* Say on stderr that there is no such lab and which there are. */
void unknown_lab(const struct lab *labs, int n, const char *id);

/* The one lab that LAB names; null with a message if LAB is unset or unknown.
 * *labs is to be freed in any case. `command` is what was typed: "hint". */
const struct lab *wanted_lab(const struct settings *s, struct lab **labs,
                             const char *command);

/* results_read(), but empty if the file is damaged or holds the results of
 * another folder. */
void results_load(const struct settings *s, struct results *r);

#endif
