/* overview.h - OUT/index.html: the class at a glance, for its instructor. */
#ifndef OVERVIEW_H
#define OVERVIEW_H

#include "class/tally.h"

/* All that the page is made of. */
struct overview {
    const struct class *c;
    const char *title;
    const struct student_marks **student; /* by name */
    int n;
    const bool *wanted; /* for each lab: whether it is one of the class's */
    struct tally tally; /* sorted */
};

void overview_page(FILE *out, const struct overview *o);

#endif
