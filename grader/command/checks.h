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

enum checks {
    CHECKS_ALL,
    CHECKS_TO_A_FAILURE, /* up to the first that fails, without speed */
    /* The same, and only those of these kinds: */
    CHECKS_OF_RESULTS, /* output and correctness */
    CHECKS_OF_MEMORY,
    CHECKS_OF_TRAFFIC
};

#define CHECKS_SECONDS 900 /* no check program takes longer */

/* Run it to its end, or for so many seconds, on what is built in `work`. one:
 * the check of this name alone; null: all. 0 if it ended well; 1 with the
 * reason in `why` if not; -1 if a signal waits for us. */
int checks_run(const struct lab *lab, const char *work, const char *source,
               uint64_t seed, enum checks which, const char *one,
               double seconds, const struct style *progress, char *why,
               size_t size);

/* Read WORK/checks.json behind the build finding. False with the reason in
 * `why` if it is not as it should be. */
bool checks_read(const char *work, struct lab_result *l, char *why,
                 size_t size);

#endif
