/*
 * hint.h - `kit hint`: the next hint for what went wrong in the last grading.
 */
#ifndef HINT_H
#define HINT_H

#include "command/settings.h"

/* Print it and count it in the results file; an exit code. */
int hint_command(const struct settings *s);

#endif
