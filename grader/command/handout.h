/* handout.h - whether the links and commands in a lab's README.md, or another
 * page of the kit, lead somewhere. */
#ifndef HANDOUT_H
#define HANDOUT_H

#include "base/lab.h"

/* Say what is wrong with the page at `path`, a sentence each: a link to a file
 * or to a heading that is not there, a command for a lab or a target that is
 * not there, marked figures that are not the measured ones (figures.h). The n
 * labs are all there are. Nothing where there is no page. */
void handout_read(const struct lab *labs, int n, const char *path,
                  void (*say)(void *owner, const char *sentence), void *owner);

#endif
