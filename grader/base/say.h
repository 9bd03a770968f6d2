/*
 * say.h - every sentence of the judge's own goes through _(), so that a
 * catalogue in grader/po/ can translate it. N_() marks a string that is
 * translated later, where it is used.
 */
#ifndef SAY_H
#define SAY_H

#include <libintl.h>

#define _(text) gettext(text)
#define N_(text) text

/* Call first in main(): locale from the environment, catalogues from
 * build/locale (or $LABKIT_LOCALE). */
void say_start(void);

#endif
