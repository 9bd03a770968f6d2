/*
 * tally.h - what a class found hard: for each check how many failed it, and the
 * mistakes that many made. Taken from one student after the other, so that no
 * results need to be kept.
 */
#ifndef TALLY_H
#define TALLY_H

#include "class/view.h"

#define TALLY_SENTENCE 300

/* One check of one lab. */
struct tally_check {
    const struct lab *lab;
    char name[64];
    enum check_kind kind;
    int of;      /* gradings in which it could be tried */
    int failed;  /* ... and did */
    int not_run; /* ... and an earlier check had failed */
    int n_untold;
    const char **untold; /* students of whom it could not be told */
};

/* A check that failed with the same words, whatever names and numbers were in
 * them. Of each lab of a student the first finding of each kind counts: the
 * others mostly have the same cause. */
struct tally_mistake {
    char name[64];
    enum check_kind kind;
    char sentence[TALLY_SENTENCE]; /* tally_sentence() */
    int students;
    const char *last;           /* student who was counted */
    bool lab[RESULTS_MAX_LABS]; /* in which it was made; by index */
    /* the example: */
    const char *student;
    const struct lab *in;
    int line;      /* of the student's file; 0: none */
    char *message; /* all of it */
};

struct tally {
    int n_checks, n_mistakes;
    struct tally_check *check;      /* by lab, as they were met */
    struct tally_mistake **mistake; /* as they were met */
    void *tree;                     /* finds a mistake: tsearch(3) */
};

/* Begin with {0}. What v->marks and v->c have is referred to, not copied. */
void tally_add(struct tally *t, const struct view *v);

/* The hardest checks first, the commonest mistakes first. After the last
 * tally_add(). */
void tally_sort(struct tally *t);
void tally_free(struct tally *t);

/* What is equal in equal mistakes: the first sentence of a message, or two
 * where one says little, with "N" for numbers and "`...`" for what stands in
 * backquotes. */
void tally_sentence(const char *message, char sentence[TALLY_SENTENCE]);

#endif
