/*
 * jobs.h - files of simtcc's own, and the commands that it runs.
 *
 * Its files lie in a folder that goes away with the program, however it ends;
 * with --keep they stay.
 */
#ifndef COMPILER_JOBS_H
#define COMPILER_JOBS_H

#include "compiler/list.h"

#include <stddef.h>

/* What is done at the end: also for a signal, whose handler has to say so. */
void clean(void);

char *temporary_file(const char *name);
/* A file that --keep is about. */
char *intermediate_file(char *name);
void write_file(const char *path, const char *text, size_t n);

/* Runs a command; its output goes to *text where that is asked for. Returns
 * its exit status. */
int run(const struct list *command, char **text, size_t *length);
/* The same with its complaints in a file. */
int run_apart(const struct list *command, const char *path, char **text,
              size_t *length);

#endif
