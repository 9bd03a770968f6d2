/*
 * verify.h - `kit verify`: the proof, for instructors, that every lab judges
 * rightly; `kit promises`: what of it needs no grading, in seconds. Write no
 * results.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "command/settings.h"

int verify_command(const struct settings *s, bool grade_too);

#endif
