/*
 * refuse_words.h - the words that the looks of refuse.h are about. A word is
 * plain ASCII here: a letter of another alphabet before it would not hide it.
 */
#ifndef REFUSE_WORDS_H
#define REFUSE_WORDS_H

#include <stdbool.h>

#include "sandbox/refuse.h"

/* What a word consists of, for strspn(). */
extern const char refuse_letters[];

/* Whether the word begins like one of them; the last is null. */
bool refuse_starts_with(const char *word, const char *const *starts);

/* Whether it switches a detector off, or is a name of one. */
bool refuse_forbidden(const char *word);

/* Says that in f, and returns true. */
bool refuse_say_forbidden(struct finding *f, const char *file, int line,
                          const char *word);

/* Whether a name that an object defines is one of the kit's or a detector's:
 * its own calls of that would end there. */
bool refuse_kits_name(const char *name, bool cuda);

#endif
