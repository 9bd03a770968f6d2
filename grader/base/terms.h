/*
 * terms.h - how hints and wrong answers name what a check has found:
 *
 *     last_element_missing | exact_for_every_size + part_index(n<32, name=sum)
 *
 * A term is the id of a sentence (sentences.def) that the message has, or a
 * check by its function's name. In parentheses: arguments that the sentence
 * has, behind a check any sentence of the message: =, < or >, numbers as
 * numbers. "+": both, " | ": one of them.
 */
#ifndef TERMS_H
#define TERMS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether that has the form of terms: all words have a "_" and no capitals. */
bool terms_are(const char *text);

/* `check` is its name as findings have it, "exact for every size"; said: the
 * message. */
bool terms_fit(const char *terms, const char *check, const char *said);

/* The n-th word of the terms, from 0 on; false if there are less. */
bool terms_word(const char *terms, int n, char *word, size_t size);

#endif
