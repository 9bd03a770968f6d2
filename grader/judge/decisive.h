/*
 * decisive.h - the numbers that stand in the student's file. Code that decides
 * by a size decides at one of them, or next to it; so these sizes are tried,
 * too, and not only those that the judge has thought of.
 */
#ifndef DECISIVE_H
#define DECISIVE_H

#include <stdint.h>

enum { DECISIVE_MAX = 300 };

/*
 * The numbers in the file and what products, sums, differences and shifts of
 * them make (1 << 20, 4 * 1024 + 1, 2e6), from `low` to `high`, each with both
 * its neighbours; rising, none twice. Returns how many, DECISIVE_MAX at most; 0
 * also where `path` is null or cannot be read. Names are not looked up: the number
 * stands where the name is made.
 */
int decisive_sizes(const char *path, int64_t low, int64_t high,
                   int64_t size[DECISIVE_MAX]);

#endif
