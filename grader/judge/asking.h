/*
 * asking.h - who asked for the error of a launch that was refused.
 */
#ifndef ASKING_H
#define ASKING_H

#include <stddef.h>

/* Lines of the student's file (common/simt/runner.h); 0: there was none, -1: it
 * is not known. */
struct asking {
    int launch, before, after, wait;
};

/* A sentence with a blank in front, where the function has not returned the
 * launch's error; "" if the launch is not known. */
void asking_say(const struct asking *a, char *text, size_t size);

/* The same of the last call; the launch's line, or 0. */
int asking_of_call(char *text, size_t size);

#endif
