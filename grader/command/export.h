/*
 * export.h - `kit export`: results as a platform wants them (docs/class.md).
 *   TO=format     one of those in grader/export/formats.c; else they are listed
 *   RESULTS=file  or a folder of files; the usual one if unset
 *   OUT=file      else it is printed
 *   LAB='03 12'   these labs only; all that were graded if unset
 *   MAX_POINTS=n  what they count together
 *   ROSTER=file   the gradebook that is filled in; COLUMN= and FEEDBACK= name
 *                 its columns (grader/export/canvas.c, moodle.c)
 *   NOTE=text     said first in Gradescope's output, by run_autograder
 */
#ifndef COMMAND_EXPORT_H
#define COMMAND_EXPORT_H

#include "command/settings.h"

int export_command(const struct settings *s);

#endif
