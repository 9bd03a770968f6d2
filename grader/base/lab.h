/*
 * lab.h - the labs, found by folder: labs/NN_name/ is a lab because it is
 * there. No list is kept anywhere.
 */
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"

/* Of the kit. Part of every digest: raise it when a verdict can change. */
#define KIT_VERSION "0.1.0"

struct lab {
    char id[8];      /* "03" */
    char folder[64]; /* "03_reduction" */
    char name[64];   /* "reduction" */
    char ext[8];     /* ".c" or ".cu": which skeleton there is */
    bool program;    /* no main.c: the student's file is the whole program */
    bool serial;     /* ... and it is built without -fopenmp as well */
    /* from lab.ini */
    char title[128];
    char article[256]; /* which article and section it goes with */
    char group[40];    /* what the labs are about of which this is the first in
                        * its decade; "" of others */
    double points[KIND_COUNT]; /* [points] correctness = 4 ... */
    double goal;               /* [goal] speed = 0.85; 0 if none */
    char ladder[32];  /* [ladder] name; "" if it is not a step of one */
    char ceiling[64]; /* [ladder] ceiling: what is 100 % of the speed */
    struct {
        char before[64]; /* [picture] before, args, devices, kernel, show: */
        char args[64];   /* see docs/adding-a-lab.md; "" where not said */
        char devices[8];
        char kernel[64];
        char show[256];
    } picture;
};

/* Read labs/ into an array sorted by id; *n gets the count. Null with a
 * message on stderr if labs/ cannot be read or a lab.ini is wrong (file and
 * line named). Free with free(). */
struct lab *lab_find_all(int *n);

/* The lab whose id is `id` ("3", "03", "lab03" and "03_reduction" all work);
 * null if there is none. */
const struct lab *lab_by_id(const struct lab *labs, int n, const char *id);

/* Path of the student's file: SRC/NN_name/name.c. */
void lab_source(const struct lab *lab, const char *src, char *path,
                size_t size);

/* Path of the untouched skeleton: labs/NN_name/.skeleton.c */
void lab_skeleton(const struct lab *lab, char *path, size_t size);

/* Whether a student's file holds the same bytes as one of the kit's; false if
 * either cannot be read (source.h says what is). */
bool lab_same_file(const char *theirs, const char *kits);

/* A digest of everything a verdict depends on: the student's file, the
 * contract, checks and goals of the lab, what labs share, the kit's version.
 * 0 if the student's file cannot be read. FNV-1a, 64 bit: guards against
 * forgetting, not against forging. */
uint64_t lab_digest(const struct lab *lab, const char *source);

#endif
