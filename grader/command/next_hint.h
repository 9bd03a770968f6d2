/*
 * next_hint.h - which hint comes next, for what went wrong in a grading.
 *
 * All checks that failed are looked at. A section of hints.md is asked if it
 * belongs to one of them (hints.h). Causes come before consequences:
 *
 * 1. By kind: build; then values (race, memory, output and correctness); then
 *    traffic; then speed. A wrong value is worth more thought than a slow one.
 * 2. Within one of these groups special sections come before those of the kind
 *    alone: somebody has thought about just this finding. Before both come the
 *    sections "KIND first" of labs/hints.md.
 * 3. Races and memory errors come before wrong values: they are often why the
 *    values are wrong. But where a value is wrong with one thread, too
 *    ("threads = 1"), no race is the reason: then races come last.
 * 4. What nits have found comes after all else of the group.
 * 5. Else the section that stands first in the file; those of labs/hints.md,
 *    for all labs, stand behind.
 *
 * So a wrong value comes before a race also if only the wrong value has a
 * special section. A section's hints come one after the other, then those of
 * the next section. Before the first grading there is section "start".
 */
#ifndef NEXT_HINT_H
#define NEXT_HINT_H

#include "base/hints.h"
#include "show/results.h"

struct next_hint {
    const struct hint_section *section; /* null: there is none, or none left */
    const char *text;
    int number;                  /* in its section, from 1 on */
    const struct finding *about; /* null: to start with */
    int all;                     /* hints of all sections that belong here */
};

/* Without side effects; it points into *h and *l. */
struct next_hint next_hint(const struct hints *h, const struct lab_result *l);

/* The hints that belong here begin again from the first one on. */
void hints_again(const struct hints *h, struct lab_result *l);

#endif
