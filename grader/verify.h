/*
 * verify.h - `kit verify`: the proof, for instructors, that every lab judges
 * rightly. Writes no results.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "grade.h"

int verify_command(const struct settings *s);

#endif
