/*
 * repair.h - small changes of a student's file that failed are tried
 * (variants/repairs.h). If one of them makes everything right, its place is
 * where the mistake is. It is named; what to write there is left to the
 * student.
 */
#ifndef REPAIR_H
#define REPAIR_H

#include <stdint.h>

#include "base/lab.h"
#include "command/grading.h"
#include "show/table.h"

/* Seconds that are spent on it, unless SEARCH says otherwise; 0 is never. */
#define REPAIR_SECONDS 30

/* Of l, a grading of `source` with this seed. What was found is a sentence in
 * `said`, and stands in l, behind what the first check says that failed. "" if
 * nothing was, or nothing can be: where the compiler refuses the file, or its
 * calls do not come back, or nothing has been changed in the skeleton yet. -1
 * if a signal waits. */
int repair_search(const struct lab *lab, const char *source, uint64_t seed,
                  int seconds, const struct style *progress,
                  struct lab_result *l, char *said, size_t size);

#endif
