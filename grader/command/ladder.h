/*
 * ladder.h - `kit ladder`: the labs that solve one problem in ever better steps
 * (lab.ini: [ladder] name = ...), side by side as charts: what each step makes
 * the memory do, and on a GPU how fast it is. On the terminal, and as
 * build/ladder/NAME.svg.
 */
#ifndef LADDER_H
#define LADDER_H

#include "command/settings.h"

/* Grades first what has changed. LAB: only the ladder of that lab. */
int ladder_command(const struct settings *s);

/* The check programs that this is going to run, one a line. */
int ladder_needs_command(const struct settings *s);

#endif
