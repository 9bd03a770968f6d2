/* bundle.h - what a platform runs the grading from: the kit, without solutions,
 * and a few scripts. Made by bundle.sh. */
#ifndef BUNDLE_H
#define BUNDLE_H

#include "export/record.h"

/* `platform` is the name of a folder beside bundle.sh. OUT names what is made.
 * 0, or -1 with a message. */
int bundle_make(const char *platform, const struct export *e);

#endif
