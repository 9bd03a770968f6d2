/*
 * counts.h - what a lab asks to be counted (judge.h), in what the CPU device
 * has counted (simt_report.h), and in words.
 */
#ifndef COUNTS_H
#define COUNTS_H

#include "judge/judge.h"
#include "reports/simt_report.h"

int64_t count_of(enum judge_count count, const struct simt_counts *c);

/* So many are still no fault where `most` are enough; judge_at_most() says why.
 */
int64_t count_bound(enum judge_count count, int64_t most);

/* "4096 sectors (of 32 bytes) read" */
void count_words(enum judge_count count, enum judge_op op, int64_t n,
                 char *text, size_t size);

#endif
