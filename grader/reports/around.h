/*
 * around.h - what the text around a line says: which function and which loop it
 * stands in, what an access to a lock is about. Advice that fits the place
 * needs that.
 *
 * Rules of use:
 * - The text is a student's: brackets that do not match, or more than
 *   SOURCE_SAID bytes, and there is nothing to say. No answer is a guess: what
 *   the text does not show clearly is "no".
 * - Lines are those of the file, from 1; 0 is none.
 */
#ifndef AROUND_H
#define AROUND_H

#include <stdbool.h>

#include "base/tokens.h"

struct around {
    struct tokens s;
    int *match; /* of a bracket the other one, by token */
};

/* Tokens from..to; from is -1 if there are none. */
struct span {
    int from, to;
};

/* False if there is nothing to say; else to be freed. */
bool around_read(struct around *a, const char *file);
void around_free(struct around *a);

/* The body of the function around the line, with its braces. */
struct span around_function(const struct around *a, int line);

/* The body of the function of this name. */
struct span around_named(const struct around *a, const struct token *name);

/* The name of the function with this body. */
int around_name(const struct around *a, struct span body);

/* The innermost loop around both lines, from its keyword to its end. */
struct span around_loop(const struct around *a, int line, int other);

/* The condition of the innermost if around both lines, within its brackets; not
 * that of an else. */
struct span around_if(const struct around *a, int line, int other);

/* The innermost braces around the line. */
struct span around_braces(const struct around *a, int line);

/* The line of the first of these names in the lines from..to of the span; 0:
 * none. `names` ends with a null pointer. */
int around_first(const struct around *a, struct span in, int from, int to,
                 const char *const *names);

/* The line where a loop around the line, which begins with a thread's number in
 * the whole grid, goes on by the threads of one block; 0: none. In which
 * direction, 0 to 2 for x to z. */
int around_short_step(const struct around *a, int line, int *direction);

/* The line of the innermost loop around the line, if this element, "c[i * n +
 * j]", is the same in each of its turns, and touched in each; 0: it is not. */
int around_same_each_turn(const struct around *a, int line, const char *name);

/* The if around the line, whose condition around_if() finds, asks a variable,
 * and what that was made of has been set anew since: in = i < n; i = ...; if
 * (in) a[i]. */
struct stale {
    int condition, set, changed; /* lines */
    const struct token *asked, *name;
};
bool around_stale(const struct around *a, struct span condition, int line,
                  struct stale *s);

/* An if around the line asks about one variable, and the elements in the line
 * are those of others, which are not made of it: if (row < rows) b[brow]. */
struct stranger {
    int condition; /* line */
    const struct token *asked, *used;
};
bool around_stranger(const struct around *a, struct span condition, int line,
                     struct stranger *s);

/* What a condition around the line asks: itself, or where it is a bool alone,
 * what that was set to; from is -1 if that is not to be seen. */
struct span around_asked(const struct around *a, struct span condition,
                         int line);

/* The condition compares a sum with an edge, and the indices in the line have
 * another sum of the same names instead: if (y < rows) b[(y + k) * cols]. */
struct other_sum {
    int condition;              /* line */
    char asked[100], used[100]; /* "`y`", "`y + k` and `x + k`" */
};
bool around_other_sum(const struct around *a, struct span condition, int line,
                      struct other_sum *o);

/* The first `sizeof p` of the file, or sizeof(p), where p is declared as a
 * pointer; looks for a type and a * before a name. */
bool around_size_of_pointer(const struct around *a, int *line,
                            const struct token **name);

/* The line that declares this name as __shared__; 0: none does. */
int around_shared(const struct around *a, const char *name);

/* The lengths that a __shared__ array of two dimensions is declared with, where
 * they are numbers, names for numbers, or sums and products of these. */
bool around_rows(const struct around *a, const char *name, long length[2]);

/* The last token of the statement that begins at k. */
int around_statement_end(const struct around *a, int k);

int around_line(const struct around *a, int token);

#endif
