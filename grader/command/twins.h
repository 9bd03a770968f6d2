/* twins.h - `kit twins`: no other form of a right answer may lose a point. */
#ifndef TWINS_H
#define TWINS_H

#include "command/settings.h"

/*
 * Grade the twins of LAB, or of all labs: what rewrite.h makes of the reference
 * solution, each by itself and some together, and the files in
 * grader/tests/right/NN_name/, which people wrote. What was made lies in
 * build/twins/NN_name/ afterwards.
 *   ANSWER=words  only twins with these words in their path
 *   SAMPLE=n      only n twins, drawn by SEED
 *   N=n           each n times, with 0, 1 and 3 busy loops beside it
 *   LOOPS=n       with n busy loops only
 *   JOBS=n        how many CUDA twins at once
 * KIT_FAILED if one lost a point.
 */
int twins_command(const struct settings *s);

#endif
