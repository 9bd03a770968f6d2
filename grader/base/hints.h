/*
 * hints.h - the hints of a lab, labs/NN_name/hints.md:
 *
 *     ## start                                before the first grading
 *     1. Run the lab first.
 *
 *     ## race: race_both_write | no_race      a special section
 *     1. Which variable do all threads write?
 *     2. More concrete.
 *
 *     ## race                                 the kind alone
 *     1. ...
 *
 * A special section belongs to the findings of its kind that the terms behind
 * the colon name (terms.h); or that contain the words there, or one of several
 * that " | " separates: in the check's name and message, "no race: The main
 * thread and thread 1 both write `sum` ...".
 * Which hint comes first: command/next_hint.h.
 *
 * What stands before the first section is for who reads the file.
 *
 * labs/hints.md, of the same form, has what can go wrong in every lab. Its
 * sections come after the lab's of the same rank; one that the lab has as well
 * is left out. "## memory first: a size in bytes" comes before the lab's: for
 * findings that say one thing in every lab.
 */
#ifndef HINTS_H
#define HINTS_H

#include <stdbool.h>

#include "base/lab.h"

#define HINTS_TO_START KIND_COUNT /* the kind of section "start" */
#define HINT_SECTIONS 120         /* at most */
#define HINT_HEADING 200          /* bytes of one's heading */

struct hint_section {
    /* As in the file, without what does not matter: "race: `sum` | `total`".
     * What was shown is counted under this name. */
    char heading[HINT_HEADING];
    int kind;          /* KIND_..., or HINTS_TO_START */
    const char *words; /* in heading; null: of the kind alone */
    bool for_all;      /* it is from labs/hints.md ... */
    bool first;        /* ... and "KIND first: words" */
    int line;          /* of the heading */
    int n;
    char **hint; /* the texts; lines of program text end with \n */
};

struct hints {
    int n;
    struct hint_section section[HINT_SECTIONS];
};

/* Read a lab's hints, and those for all labs. What is wrong with the file is
 * said, each time with its name and the line; what is right of it is in *h all
 * the same. `say` may be null. Free with hints_free(). */
void hints_read(const struct lab *lab, struct hints *h,
                void (*say)(void *owner, const char *sentence), void *owner);
void hints_free(struct hints *h);

/* The name of a section's kind: "race", "start". */
const char *hint_kind_name(int kind);

/* Whether a text contains these words, or, of "words | other words", some of
 * them: whatever the case, and the white space between words. " ... " is any
 * text. A number is all of it: "n = 1" is not in "n = 10". */
bool hint_words_in(const char *words, const char *text);

#endif
