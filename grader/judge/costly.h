/*
 * costly.h - which line of a C file may be why its threads lose time.
 */
#ifndef COSTLY_H
#define COSTLY_H

#include <stddef.h>

#include "machine/slow.h"

/* A sentence, with a blank before it, that names the first line of the file
 * with what costs so: a lock, an atomic operation or a region inside of a loop,
 * a schedule, what is for one thread only. "" if there is none. It is a line to
 * look at, not a proof. Ends the program where there is no memory. */
void costly_line(const char *path, enum slow_why why, char *said, size_t size);

#endif
