/*
 * blame_words.h - what is wrong with a line's traffic, in words: each function
 * adds to `text` (of `size` bytes), which goes on behind "64 are enough.".
 * blame.c decides which of them.
 */
#ifndef BLAME_WORDS_H
#define BLAME_WORDS_H

#include "judge/blame.h"

void blame_add(char *text, size_t size, const char *more);

/* " `a[i]` in this line alone accounts for 65536": text begins with it; what
 * follows ends the sentence. */
void blame_say_share(const struct simt_line *l, enum judge_count count,
                     char *text, size_t size);

/* Sectors: lanes of a request lie apart, and that is not all; requests have few
 * lanes; the same memory again, by this line, much or a little, or by another
 * one, or what the kernel has written; one element for all lanes; the lesser of
 * two lines, if the other needs what it has; or one of two lines. */
void blame_say_apart(const struct simt_line *l, enum simt_access goal,
                     char *text, size_t size);
void blame_say_too(bool again, char *text, size_t size);
void blame_say_lone(const struct simt_line *l, char *text, size_t size);
void blame_say_again(const struct simt_line *l, char *text, size_t size);
/* A store of the same element in each turn of the loop at that line. */
int blame_turns(const struct simt_line *l); /* the line, or 0 */
void blame_say_each_turn(int loop, char *text, size_t size);
void blame_say_edges(char *text, size_t size);
void blame_say_touched_again(const struct simt_line *again,
                             enum judge_count count, char *text, size_t size);
void blame_say_read_back(char *text, size_t size);
void blame_say_for_all(char *text, size_t size);
void blame_say_rest(const struct simt_line *most, int64_t left, char *text,
                    size_t size);
void blame_say_second(const struct simt_line *second, char *text, size_t size);

/* The other counts. */
void blame_say_conflicts(const struct simt_line *l, char *text, size_t size);
void blame_say_idle(const struct simt_line *l, char *text, size_t size);
void blame_say_passes(const struct simt_line *l, char *text, size_t size);
void blame_say_requests(const struct simt_line *l, int64_t most, char *text,
                        size_t size);
void blame_say_lanes(const struct simt_line *l, char *text, size_t size);

/* What is counted by kernel: what to look for. */
void blame_say_kernel(enum judge_count count, char *text, size_t size);

#endif
