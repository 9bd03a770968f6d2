/* checks.h - a lab's check program, run as a process of its own, and what it
 * reports. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lab.h"
#include "show/results.h"
#include "show/table.h"

/* Run it to its end on what is built in `work`; `quick`: up to the first check
 * that fails, without those of speed. 0 if it ended well; 1 with the reason in
 * `why` if not; -1 if a signal waits for us. */
int checks_run(const struct lab *lab, const char *work, const char *source,
               uint64_t seed, bool quick, const struct style *progress,
               char *why, size_t size);

/* Read WORK/checks.json behind the build finding. False with the reason in
 * `why` if it is not as it should be. */
bool checks_read(const char *work, struct lab_result *l, char *why,
                 size_t size);

#endif
