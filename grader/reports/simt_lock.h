/*
 * simt_lock.h - what is wrong with a lock, by the text: two threads race though
 * the source takes one. Only what the text shows is said.
 */
#ifndef SIMT_LOCK_H
#define SIMT_LOCK_H

#include "reports/around.h"
#include "reports/simt_raw.h"

/* The lines of both sides of a race in one and the same function: their own, or
 * those of the call that leads to them. False if the text does not tell. */
bool simt_lines(const struct around *a, const struct simt_raw *raw,
                int line[2]);

/* Add what is wrong with the lock that the function around a race takes. False
 * if it takes none, or nothing is wrong with it as far as the text shows. */
bool simt_say_lock(const struct simt_raw *raw, const struct around *a,
                   struct finding *f);

/* Whether the line takes a lock in the condition of a loop, and so until it has
 * it. */
bool simt_waits_for_lock(const struct simt_party *s);

#endif
