/* handout.h - whether the links and commands in a lab's README.md and hints.md
 * lead somewhere. */
#ifndef HANDOUT_H
#define HANDOUT_H

#include "base/lab.h"

/* Say what is wrong with these files of one of the n labs, a sentence each.
 * Nothing where there are none. */
void handout_read(const struct lab *labs, int n, const struct lab *lab,
                  void (*say)(void *owner, const char *sentence), void *owner);

#endif
