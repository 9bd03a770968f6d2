/*
 * asking.h - which call was refused, and who asked for the error of a launch
 * that was.
 */
#ifndef ASKING_H
#define ASKING_H

#include <stddef.h>

/* Lines of the student's file (common/simt/runner.h); 0: there was none, -1: it
 * is not known. */
struct asking {
    int launch, before, after, again, wait;
    int call; /* that was refused, and is no launch */
    /* A call whose result another one takes the place of, unread, in a variable
     * of this name; or, over = 0, that of a function of this name, which nobody
     * keeps. */
    int lost, over;
    char name[40];
};

/* Looks for one of these in a file: a->lost, a->over (0: nobody keeps it) and
 * a->name; all 0 if there is none. */
void asking_find_lost(struct asking *a, const char *path);

/* A sentence with a blank in front, where the function has not returned the
 * error; "" if neither the launch nor the call is known. */
void asking_say(const struct asking *a, char *text, size_t size);

/* The same of the last call; the line of what was refused, or 0. */
int asking_of_call(char *text, size_t size);

#endif
