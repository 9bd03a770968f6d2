/*
 * promise.h - does every sentence of a lab's contract belong to a test? The
 * contract is what name.h says in its comments, its first paragraph left out,
 * and what the handout says under "## How it is graded". The tests say what
 * they are for, in check.c or in a header of common/ that it includes, each
 * above the START_TEST that it belongs to:
 *
 *     // promise: exactly `blocks` blocks of 256 threads, whatever n is
 *     // broken by: own_number_of_blocks
 *
 * A promise is quoted word for word, white space and line ends aside. Several
 * may stand above one `broken by:`, which names the file in
 * solutions/NN_name/wrong/, without its suffix, that this very test fails.
 * What cannot be broken is quoted as well, anywhere; [...] leaves words out:
 *
 *     // no promise: Returns a pointer [...] with free().
 *     // because: says how, not what
 *
 * A line that begins with // goes on with the one before. A marker in common/
 * holds for all labs that include the header: what it quotes must stand in the
 * contract of one of them, and one of them must have the wrong answer.
 *
 * Sentences end with ';', with '.', '!' or '?' before anything but a small
 * letter, with ':' before a capital letter, or with the paragraph. A row of a
 * table, an item of a list and the text for one parameter (indented by three
 * blanks behind the comment's star) are paragraphs of their own. A sentence
 * belongs to a test as soon as one quotes a part of it.
 */
#ifndef PROMISE_H
#define PROMISE_H

#include "base/lab.h"

struct promise {
    char *text;         /* as quoted, words one blank apart */
    char test[64];      /* the check's name, as in struct finding */
    char broken_by[64]; /* a wrong answer's name, without suffix */
};

struct promises {
    int n;
    struct promise *list; /* those of this lab's own contract */
};

/* Called with a sentence for each thing that is wrong, and `with`. */
typedef void promise_complaint(void *with, const char *sentence);

/* Read what labs[which] promises. Complains about sentences that no test
 * quotes, markers that quote what nobody says or name wrong answers that do
 * not exist, and tests that no promise asks for. `complain` may be null. Files
 * that are missing promise nothing. Free with promise_free(). */
void promise_read(const struct lab *labs, int n_labs, int which,
                  struct promises *p, promise_complaint *complain, void *with);
void promise_free(struct promises *p);

#endif
