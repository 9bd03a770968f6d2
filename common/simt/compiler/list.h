/*
 * list.h - lists of strings, and the end of simtcc where it cannot go on.
 *
 * Begin a list with {0}. Strings are never freed: the program is short. Where
 * memory runs out the program ends, so nobody has to ask.
 */
#ifndef COMPILER_LIST_H
#define COMPILER_LIST_H

enum { USAGE = 2 }; /* exit status: what was asked for cannot be done */

struct list {
    char **s; /* s[n] is null once there was an add() */
    int n, room;
};

/* "simtcc: ..." on stderr, and the end. */
void die(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

char *copy_of(const char *s);
char *format_string(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* A copy of s goes to the end. */
void add(struct list *l, const char *s);
void add_list(struct list *l, const struct list *more);
/* The words of s between these separators; empty ones are none. */
void add_words(struct list *l, const char *s, const char *separators);

#endif
