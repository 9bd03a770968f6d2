/*
 * finding.h - what a check found out, in the one form that every part of the
 * grader shares: the check programs fill these records, the front prints them,
 * results.json holds them.
 *
 * Rules of use:
 * - A finding that nobody completed is FINDING_NONE; it never counts as a pass.
 * - Text is cut to fit, never overflows: use finding_say() to write messages,
 *   and said_text() to show them.
 * - Plain data without pointers: the check programs keep these in memory that
 *   forked children share.
 */
#ifndef FINDING_H
#define FINDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/clean.h"

enum check_kind {
    KIND_BUILD,
    KIND_OUTPUT,
    KIND_CORRECTNESS,
    KIND_RACE,
    KIND_MEMORY,
    KIND_TRAFFIC, /* counted memory traffic of kernels */
    KIND_SPEED,
    KIND_COUNT
};

enum check_status {
    STATUS_NONE, /* never finished: a fault of the judge's own */
    STATUS_PASS,
    STATUS_FAIL,
    STATUS_UNTOLD,  /* this machine could not tell; costs no points */
    STATUS_SKIPPED, /* could not be tried; the message says why */
    STATUS_COUNT
};

/* "build", "output", ... and "pass", "fail", ...: as results.json spells them
 */
extern const char *const kind_names[KIND_COUNT];
extern const char *const status_names[STATUS_COUNT];

/* The value for a name, or -1. */
int kind_from_name(const char *name);
int status_from_name(const char *name);

struct place {
    char file[256]; /* as the compiler was given it; "" if unknown */
    int line;       /* 0 if unknown */
    int column;     /* 0 if unknown */
};

struct finding {
    char name[64]; /* the check's name: the START_TEST's, spaces for '_' */
    enum check_kind kind;
    enum check_status status;
    char
        message[4096]; /* sentences for the student (base/said.h); "" if none */
    struct place place;
    double points;     /* earned; set by the front */
    double max_points; /* 0 where the machine could not try the check */
    bool nit;          /* about what judge_nit() says: costs little */
    int calls;         /* of the student's functions; only counted in trials */
};

struct interval {
    double low, middle, high; /* low <= middle <= high */
};

/* One speed check's figures. Times in seconds, counted as measure.h says. */
struct speed {
    bool measured;
    int threads; /* 0: on a GPU */
    int pairs;   /* (yours, ceiling) pairs behind the figures */
    double baseline, yours, ceiling; /* median time of one call */
    struct interval speedup;         /* baseline / yours */
    struct interval ceiling_speedup; /* baseline / ceiling */
    struct interval fraction;        /* ceiling / yours: 1 = at the ceiling */
    double goal;                     /* fraction wanted */
    bool earned_before; /* by an earlier grading of the same file */
};

/* A share, of which 1 is all, in whole percent as a student reads it: rounded,
 * but less than the goal's number where it is below the goal. The goal itself:
 * share_percent(goal, goal). */
double share_percent(double share, double goal);

/* What a step of a ladder made the memory do, at the size that all its steps
 * are compared at. Counted on the CPU device: sectors of 32 bytes of global
 * memory, wavefronts of shared memory. */
struct ladder {
    bool counted;
    char work[64];        /* the case: "256 x 384 floats" */
    double read, written; /* sectors */
    double least;         /* sectors that any program must read and write */
    double wavefronts, ideal_wavefronts;
};

/* said_put() into the message; likewise behind what it says already, as one
 * more sentence. */
void finding_say(struct finding *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void finding_add(struct finding *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether it says that there was one thread: "threads = 1", and no more than
 * one block. */
bool finding_is_alone(const struct finding *f);

/* The message as it is read: in the user's language, or in English. Good until
 * the fourth call from here. */
const char *finding_text(const struct finding *f);
const char *finding_english(const struct finding *f);

#endif
