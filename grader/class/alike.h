/*
 * alike.h - which submissions of a lab are alike, as sim_c (Debian's package
 * similarity-tester) sees it: OUT/alike.csv. A hint for a conversation, no
 * proof: short labs are alike by themselves, and the skeleton is common to all.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include "class/class.h"

/* Write alike.csv; where there is no sim_c, say so and write none. 0, or -1
 * with a message. */
int class_alike(const struct class *c);

#endif
