/*
 * mends.h - the changes of a text that could mend it, wherever they can be
 * made: those of slips.h, and what these do not undo. repairs.c says which are
 * tried first, and what each is called.
 */
#ifndef MENDS_H
#define MENDS_H

#include "variants/slips.h"

void mend_everywhere(struct maker *m);

/* Of these: what stands at the wrong place, and what is missing and stands at
 * another place (moves.c). */
void mend_places(struct maker *m);

#endif
