/*
 * mutate.h - `kit mutate`, for makers of labs: each small mistake that can be
 * made in a reference solution must be caught by the lab's checks, or marked as
 * none in solutions/NN_name/mutants (mutants.h), or it shows what the checks do
 * not look at. docs/adding-a-lab.md says how to read what it prints.
 *
 * LAB, SEED and BACKEND (cpu unless set) are as for `kit grade`. JOBS is how
 * many are graded at once (as many as cores), SAMPLE=60 takes 60 of all,
 * chosen by the seed, and SPEED=1 times those that nothing else has caught.
 * All that was found goes to build/mutants.csv as well.
 */
#ifndef MUTATE_H
#define MUTATE_H

#include "command/settings.h"

int mutate_command(const struct settings *s);

#endif
