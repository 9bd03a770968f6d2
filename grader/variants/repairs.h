/*
 * repairs.h - the small changes that could mend a wrong answer, the likelier
 * ones first. Who tries them knows at which place the mistake is: where one of
 * them makes all results right.
 *
 * Many are the mistakes of mutants.h, made the other way round (`<` for `<=`
 * mends `<=` for `<`); the others are what students leave out: a factor
 * sizeof(float), rounding up, a beginning at 0 within the loop. As there, the
 * text is read without knowledge of types, and the compiler refuses what makes
 * no sense.
 */
#ifndef REPAIRS_H
#define REPAIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "variants/mutants.h"

/* For mutants_free(); what is tried first comes first. Late come lines that
 * stand in `given` as well, the skeleton ("" for none), and functions that none
 * of those whose names stand in `message` calls: what the judge called is there
 * as `name()`. Early comes what is near the lines that findings name. */
void repairs_make(const char *text, const char *given, const char *message,
                  const int *line, int n_lines, struct mutants *m);

/* Whether it changes what numbers come out, as a larger type does: where they
 * are right already, it could only pass by luck. */
bool repair_is_of_values(const struct mutant *m);

/* What is wrong at the place, as a part of a sentence: "the comparison `<`",
 * "`n - 1`, which is wrong by one". */
void repair_name(const char *text, const struct mutant *m, char *what,
                 size_t size);

#endif
