/*
 * simt_run.h - runs a program that was built with `simtcc --check` and reads
 * what it reports.
 */
#ifndef SIMT_RUN_H
#define SIMT_RUN_H

#include "reports/simt_report.h"

struct simt_run {
    struct simt_report *report; /* null if it said nothing; to be freed */
    char program[4096];         /* what the process runs */
    int status;                 /* as wait() gives it */
};

/* Run it, with its output into that file (null: ours). 0, or -1 with a message:
 * trouble of our own. What the report says has no lines yet. */
int simt_run(struct simt_run *run, char **argv, const char *output);

#endif
