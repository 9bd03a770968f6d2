/*
 * spearman.h - what the files of the program share. For C and CUDA.
 *
 * Whatever goes wrong ends the program by stop(), which says what happened and
 * what to do next: what is counted so far is in a file, and nothing else is
 * lost. Functions that other threads call return their errors instead.
 */
#ifndef SPEARMAN_PROGRAM_H
#define SPEARMAN_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exit statuses. */
enum {
    FAILED = 1, /* something failed on the way: a device, a full disk */
    WRONG = 2   /* the command, or a file that it names, is wrong */
};

enum { MOST_PARTS = 1000000 };

/* ---- stop.c -------------------------------------------------------------- */

/* "spearman: ..." on stderr, and the end. */
void stop(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* The same because of a file: what errno says, and what to do about it. */
void stop_for_file(const char *name, int error) __attribute__((noreturn));

/* malloc() that stops the program if there is no memory. */
void *memory(unsigned long long bytes);

double seconds(void); /* since some moment in the past */

/* ---- rows.c: rows as text ------------------------------------------------ */

struct rows {
    int n;         /* 2 or more */
    int *x;        /* n rows of 30 */
    uint64_t hash; /* of their numbers: the same for the same rows only */
};

/* Reads a file; to be freed with free(rows.x). */
struct rows read_file(const char *name);

/* Writes so many rows like the article's to stdout. */
void generate(int n, uint64_t seed);

/* ---- result.c: what was counted, as a file ------------------------------- */

struct result {
    uint64_t hash;
    int rows, constant; /* how many, and how many of them are one number only */
    int part, parts;    /* part 1 .. parts; 1 of 1 is all */
    long long compared; /* pairs; rows of one number are in none */
    long long found;
};

/* Under another name first: a result is there in full, or not at all. */
void write_result(const char *name, const struct result *result);

/* Whether the result is there already: of the same rows, and the same part.
 * Then what it found is in *result. */
bool is_counted(const char *name, struct result *result);

/* Joins the parts of one table; stops if they are not that. */
void merge(const char *name, int files, char *const *file);

/* ---- progress.c: which strips are done, in RESULT.progress --------------- */

/* A line for each strip. Lines that are torn, or were never written because the
 * machine went down, do not count; nor does what is behind them. */
struct progress {
    char *name;
    int fd;
    int strips;
    bool *done;       /* of each strip */
    long long *found; /* in those that are done */
};

/* Opens it, or makes a new one, for `strips` strips of what *todo says (hash,
 * rows and part). Nobody else can open it until this process ends. */
struct progress open_progress(const char *result, const struct result *todo,
                              int strips);

/* Returns 0, or errno. Called by one thread at a time. */
int add_progress(struct progress *p, int strip, long long found);

/* Sees to it that what was added outlives the machine. Returns 0 or errno. */
int keep_progress(const struct progress *p);

/* The result is written: away with it. */
void end_progress(struct progress *p);

/* ---- count.cu, list.cu: what devices do ---------------------------------- */

/* Counts the found pairs of a part of the table. `devices`: how many to use; 0
 * for all that are there. */
void count(const char *file, const char *result, int devices, int part,
           int parts);

/* Prints the found pairs of rows first .. end - 1 with all others. */
void list(const char *file, int first, int end, bool pvalue);

#ifdef __cplusplus
}
#endif
#endif
