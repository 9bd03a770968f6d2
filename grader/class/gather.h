/*
 * gather.h - what lies in IN, while it is collected: collect.c finds it,
 * choose.c says what is taken, collected.c writes that down.
 */
#ifndef GATHER_H
#define GATHER_H

#include "class/class.h"

#include <stdint.h>
#include <sys/types.h>

/* How much a file that was left wants to be looked at. */
enum left {
    LEFT_LOOK,  /* it may be what the student wanted graded */
    LEFT_OTHER, /* of no lab, or another was taken */
    LEFT_JUNK   /* of systems and editors: not counted */
};

/* Files of one unit that were left for one reason. */
struct note {
    enum left left;
    char why[300];
    int count;
    char names[600]; /* of the first ones, safe to show */
    int named;
};

struct person {
    char *key; /* says who it is */
    char *who; /* as a name had it: any bytes */
    char name[CLASS_NAME];
    bool taken; /* something of them */
};

/* One entry of IN: what somebody handed in at one time. */
struct unit {
    char *label;                                     /* its path below IN */
    enum { HAND_IN, HAND_IN_ARCHIVE, CONTAINER } is; /* the last holds units */
    long long version;
    time_t at;    /* 0: the files say it */
    bool undated; /* no date here is that of the hand-in */
    int *person, n_persons;
    struct note *note;
    int n_notes;
    long long bytes, kept; /* still allowed */
    long long files, entries;
    double seconds;
};

/* A file that could be a submission. */
struct found {
    int unit, lab;
    long long version;
    time_t at;
    char *path; /* in the unit; "" if it is the unit */
    bool exact; /* named as the lab's own */
    bool homed; /* in the lab's folder */
    int depth;
    off_t where; /* in the spool */
    size_t size;
    uint64_t digest;
    uint64_t text; /* gather_text_digest() of it */
    bool out;      /* was not taken */
};

struct gathered {
    struct class *c;
    struct unit *unit;
    int n_units;
    struct person *person;
    int n_persons;
    struct found *found;
    int n_found;
    void *units, *persons; /* by label and by key, of tsearch() */
    int spool; /* a file without a name: what was found, one after the other */
    off_t spooled;
};

/* Room for one more in an array, which doubles; with base/must.h. */
#define MORE(array, n)                                                     \
    ((n) & ((n)-1) ? (array)                                               \
                   : must(reallocarray((array), (n) ? 2 * (size_t)(n) : 1, \
                                       sizeof *(array))))

uint64_t gather_digest(const void *bytes, size_t n);

/* The same for texts that differ only in ends of lines and a byte order mark.
 */
uint64_t gather_text_digest(const char *bytes, size_t n);

/* Write down a file of a unit that is left. */
void gather_left(struct gathered *g, int unit, enum left left, const char *name,
                 const char *why, ...) __attribute__((format(printf, 5, 6)));

/* choose.c: from g->found to g->c->submission and the copies in OUT. 0 or -1
 * with a message. */
int choose(struct gathered *g);

/* collected.c: write collected.txt. 0 or -1 with a message; *left as in
 * collect.h. */
int write_collected(struct gathered *g, int *left);

#endif
