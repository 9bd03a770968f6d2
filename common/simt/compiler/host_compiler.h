/*
 * host_compiler.h - the C++ compiler that does the work: which it is, and what
 * it is told.
 */
#ifndef COMPILER_HOST_COMPILER_H
#define COMPILER_HOST_COMPILER_H

#include "compiler/command_line.h"

#include <stdbool.h>

extern struct list compiler; /* the words that its command begins with */

/* Once, when the command line has been read. */
void choose_compiler(void);
void know_compiler(void);

/* A path from the folder on in which simtcc lies; that of our headers. */
char *home(const char *below);
char *include_folder(void);

/* What the preprocessor and the compiler both get. */
void common_options(struct list *l, bool preprocess);
/* Where headers are, and the language. */
void language_options(struct list *l, const struct input *in);
void dependency_options(struct list *l, const char *object);

/* The command that makes an object of a translated file. */
struct list compilation(const char *path, const char *object);

#endif
