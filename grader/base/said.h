/*
 * said.h - a message as data: which sentences, with which arguments. They are
 * written out last, by said_text(), in the language of whoever reads them; what
 * is decided about a message is decided by its sentences.
 *
 * Such a text is a string. It may hold plain text and, anywhere in it,
 * sentences:
 *
 *     \x1e array_size \x1c The %s has %d elements. \x1f a \x1f 10 \x1d
 *
 * (without the blanks). An argument may hold sentences again. The judge's stand
 * in sentences.def, each with an id: SAY(array_size) is that one without
 * arguments, and said_put() puts them in. A lab's check has sentences of its
 * own, without an id: SAID_OWN("the sum for n = %d"), or _() in short.
 *
 * Rules of use:
 * - Never snprintf() or strstr() with a SAY() or a SAID_OWN(): said_put(),
 * said_find().
 * - Text of others (names, lines, output) may be an argument as it is.
 * - For what is printed at once there is base/say.h instead.
 */
#ifndef SAID_H
#define SAID_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define SAID_BEGIN "\x1e"
#define SAID_ID "\x1c"
#define SAID_NEXT "\x1f"
#define SAID_END "\x1d"
#define SAID_OWN(text) SAID_BEGIN text SAID_END

#define SAY(id) said_##id
#define SENTENCE(id, arguments, text)                       \
    static const char said_##id[] __attribute__((unused)) = \
        SAID_BEGIN #id SAID_ID text SAID_END;
#include "base/sentences.def"
#undef SENTENCE

/* printf for such texts. A format SAY() or SAID_OWN() becomes a sentence with
 * arguments; in others only the arguments may hold sentences. What has no room
 * is cut, and then it is plain text. Returns the length of the text. */
size_t said_put(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t said_vput(char *out, size_t size, const char *format, va_list args);

/* Write it out: in English, or as the catalogue has it. At most size - 1 bytes,
 * made safe (text_clean()). out may be said. */
void said_english(const char *said, char *out, size_t size);
void said_text(const char *said, char *out, size_t size);

/* The first one of this sentence, SAY() or SAID_OWN(), in it, as an argument or
 * not; null: there is none. */
const char *said_find(const char *said, const char *sentence);

/* Whether sentences.def has this id. */
bool said_is_id(const char *id);

/* Whether both begin with the same one of sentences.def. */
bool said_same(const char *a, const char *b);

/* The k-th argument of the sentence that begins here, written out in English;
 * false: it has no such argument. */
bool said_argument(const char *sentence, int k, char *out, size_t size);

/* The next sentence from here on, an argument of another one or not; null. */
const char *said_next(const char *said);

/* The k-th argument of that name which the sentence that begins here has, in
 * English: of SAY() by the names of sentences.def ("line", or what ends with
 * "_line"), of SAID_OWN("n = %d") by the word in front of the "=". */
bool said_named(const char *sentence, const char *name, int k, char *out,
                size_t size);

/* The numbers that sentences of the message have by that name. Returns how many
 * there are, of which the first `max` are in number[]. */
int said_numbers(const char *said, const char *name, long *number, int max);

/* Where the sentence that begins here ends: behind its mark. */
const char *said_end(const char *sentence);

#endif
