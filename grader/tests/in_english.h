/* in_english.h - what a message as data says, for comparisons in tests. Good
 * until the next call. */
#ifndef IN_ENGLISH_H
#define IN_ENGLISH_H

#include "base/said.h"

static inline const char *in_english(const char *said)
{
    static char text[5000];

    said_english(said, text, sizeof text);
    return text;
}

#endif
