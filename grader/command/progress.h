/* progress.h - the line of a terminal that shows what is running. Nothing
 * happens where s is null, or its file no terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "base/lab.h"
#include "show/table.h"

void progress_show(const struct style *s, const struct lab *lab,
                   const char *what);
void progress_clear(const struct style *s);

#endif
