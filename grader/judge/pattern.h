/*
 * pattern.h - what the wrong elements of an array have in common, where that
 * says the cause. Pure: no process, no table. A sentence states what is so of
 * every wrong element, and asks where the cause would be a guess; where nothing
 * is so of all of them, there is none.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pattern_type { PATTERN_I32, PATTERN_I64, PATTERN_F32, PATTERN_F64 };

/* What became of an element. */
enum pattern_state { ELEMENT_RIGHT, ELEMENT_WRONG, ELEMENT_UNWRITTEN };

struct pattern {
    enum pattern_type type;
    size_t n;
    const char *array;      /* its name */
    const void *want, *got; /* n elements each */
    const void *before;     /* what was wanted of the call before, or null */
    const void *put_in;     /* what was there before the call, or null */
    const unsigned char *state;  /* of each, enum pattern_state */
    size_t rows, cols;           /* of the array; 0: not known */
    size_t threads;              /* that were launched; 0: not known */
    size_t threads_x, threads_y; /* of the largest launch, in all its blocks */
    size_t team;                 /* of OpenMP; 0: not known */
};

/* What judge_out() fills arrays with: 0xA5 in each byte; and those of floats,
 * where so small a number would not be seen in a sum, with not-a-numbers that
 * signal: what is added to one makes it a quiet one, which has a bit more. */
#define FLOAT_POISON 0x7FA5A5A5u
#define FLOAT_POISON_ADDED 0x7FE5A5A5u
#define DOUBLE_POISON 0x7FF5A5A5A5A5A5A5u
#define DOUBLE_POISON_ADDED 0x7FFDA5A5A5A5A5A5u

/* Whether all that are wrong were added to before anybody had written them. */
bool pattern_only_added(const struct pattern *p);

/* Where they lie, then what they are; each begins with a blank. "" if there is
 * nothing to say. */
void pattern_say(const struct pattern *p, char *text, size_t size);

/* Whether it is what out-buffers hold before a call. */
bool pattern_is_unwritten(int64_t got);

/* Of one wrong number: " 2105032704 is 6400000000 without its upper bits: ...".
 * before: what the call before returned, or null. */
void pattern_say_one(int64_t want, int64_t got, const int64_t *before,
                     char *text, size_t size);

/* A sum of n numbers that is wrong: which of them it lacks, or has too often.
 * ones(first, count) is the sum where these numbers are 1 and all others 0. */
typedef int64_t pattern_ones(size_t first, size_t count);
void pattern_say_sum(pattern_ones *ones, size_t n, char *text, size_t size);

/* " That is the right value as a float has it" */
void pattern_say_real(double want, double got, char *text, size_t size);

/* The fewest digits that are read as the same number again: 0.1, nan, -inf. */
void pattern_float(float x, char *text, size_t size);
void pattern_double(double x, char *text, size_t size);

#endif
