/*
 * simt_branch.h - which if, loop or return keeps some threads from where others
 * wait, by the text.
 */
#ifndef SIMT_BRANCH_H
#define SIMT_BRANCH_H

#include "reports/simt_raw.h"

/* Add where the branch is that not all threads take, around raw->at or around
 * the call that leads there. False if the text does not tell. */
bool simt_say_branch(const struct simt_raw *raw, struct finding *f);

#endif
